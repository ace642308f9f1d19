/**
 * Speed, weight and large sends against the promises: `npm run bench [speed|large-send|kannel|emails|start|exports|scroll|people-changes|people-import|people-search|first-timers|registrations|strangers|churches|machines|outages] [case]`.
 * Exit code 1 when a promise is not kept. Faults have a run of their own: `npm run faults`.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { brokenPromises } from './figures.ts'
import { measureCheckIns } from './check-ins.ts'
import { measureChurches } from './churches.ts'
import { measureEmails } from './emails.ts'
import { measureExports } from './exports.ts'
import { measureFirstTimers } from './first-timers.ts'
import { measureKannel } from './kannel.ts'
import { measureLargeSend } from './large-send.ts'
import { measureMachineFaults } from './machine-faults.ts'
import { measureOutages } from './outages.ts'
import { measurePeopleChanges } from './people-changes.ts'
import { measurePeopleImport } from './people-import.ts'
import { measureRegistrations } from './registrations.ts'
import { measureScroll } from './scroll.ts'
import { measureSpeed } from './speed.ts'
import { openStage, type Stage } from './stage.ts'
import { measureStart } from './start-up.ts'
import { measureStrangers } from './strangers.ts'

const ROUNDS = 7
const ROUND_MS = 1_500
const [which = 'all', only = ''] = process.argv.slice(2)

const onStage = async (measure: (stage: Stage) => Promise<void>, env: Record<string, string> = {}): Promise<void> => {
  const stage = await openStage(env)
  try {
    await measure(stage)
  } finally {
    await stage.close()
  }
}

const parts: Record<string, () => Promise<void>> = {
  start: measureStart,
  speed: () =>
    onStage((stage) => measureSpeed(stage, { rounds: ROUNDS, milliseconds: ROUND_MS, only }), { RUN_JOBS: 'no' }),
  'large-send': () => onStage((stage) => measureLargeSend(stage, Number(only) || undefined), { RUN_JOBS: 'no' }),
  emails: () => measureEmails(Number(only) || undefined),
  kannel: () => measureKannel(Number(only) || undefined),
  exports: () => onStage((stage) => measureExports(stage, Number(only) || undefined), { RUN_JOBS: 'no' }),
  scroll: () => onStage((stage) => measureScroll(stage, Number(only) || undefined), { RUN_JOBS: 'no' }),
  'people-changes': () => onStage(measurePeopleChanges, { RUN_JOBS: 'no' }),
  'people-import': () => onStage((stage) => measurePeopleImport(stage, Number(only) || undefined), { RUN_JOBS: 'no' }),
  'first-timers': () => onStage((stage) => measureFirstTimers(stage, Number(only) || undefined), { RUN_JOBS: 'no' }),
  'check-ins': () => onStage((stage) => measureCheckIns(stage, Number(only) || undefined), { RUN_JOBS: 'no' }),
  registrations: () => onStage(measureRegistrations, { RUN_JOBS: 'no' }),
  strangers: () => onStage((stage) => measureStrangers(stage, only), { RUN_JOBS: 'no' }),
  churches: () => measureChurches(Number(only) || undefined),
  machines: () => onStage((stage) => measureMachineFaults(stage, Number(only) || undefined), { RUN_JOBS: 'no' }),
  outages: measureOutages,
  'people-search': async () => {
    spawnSync(process.execPath, [path.join(import.meta.dirname, 'people-search.ts')], { stdio: 'inherit' })
  },
}

/** Needs programs that npm does not bring, several machines, or room and an hour: measured where it is asked for by name. */
const APART = ['emails', 'kannel', 'churches', 'machines']

const chosen = Object.entries(parts).filter(([name]) => (which === 'all' ? !APART.includes(name) : name === which))
if (chosen.length === 0) throw new Error(`There is ${Object.keys(parts).join(', ')}.`)
for (const [, measure] of chosen) await measure()
console.log(brokenPromises() === 0 ? '\nEvery promise is kept.' : `\n${brokenPromises()} promises are not kept.`)
process.exitCode = brokenPromises() === 0 ? 0 : 1
