import { createInterface } from 'node:readline/promises'
import { z } from 'zod/mini'
import { email as emailShape } from '#contract/identity/signup.ts'
import { areas } from './app.ts'
import { confirmByHand, inviteByHand, resetByHand, waitingByHand, type ByHand } from './operator/index.ts'
import { systemClock } from './platform/runtime/index.ts'
import { readConfig } from './platform/config/index.ts'
import { enterAsApp } from './platform/database/app-role.ts'
import { connect, type Database } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { openJobQueue, type QueueAddress } from './platform/jobs/jobs.ts'
import { sayWhyNot } from './platform/last-words.ts'
import { createLog } from './platform/runtime/index.ts'
import { withOwner } from './with-owner.ts'

/**
 * What whoever may run commands on the server does for the operators: `npm run operator -- …`. The first operator is invited
 * here, and where there is one only, this is the second.
 */
const USAGE = `Write one of
  npm run operator -- <email> <name>        invite an operator: prints a one-time link
  npm run operator -- waiting               what waits for a second operator
  npm run operator -- confirm <id> [--yes]  be the second, where no other operator can be
  npm run operator -- reset <email>         a lost authenticator: they set up another at the next sign-in`

type Place = { database: Database; jobs: QueueAddress; publicUrl: string; at: Date }
type Act = (place: Place) => Promise<void>

/** What the words ask for; null: nothing that we know. */
function actOf(words: string[]): Act | null {
  const [first = '', second = ''] = words
  if (first === 'waiting' && words.length === 1) return listWaiting
  if (first === 'confirm') return confirmOf(second, words.slice(2))
  const address = emailShape.safeParse(first === 'reset' ? second : first)
  if (!address.success) return null
  if (first === 'reset') return words.length === 2 ? (place) => reset(place, address.data) : null
  const name = words.slice(1).join(' ').trim()
  return name === '' || name.length > 120 ? null : (place) => invite(place, { email: address.data, name })
}

function confirmOf(id: string, rest: string[]): Act | null {
  if (!z.uuid().safeParse(id).success || rest.some((word) => word !== '--yes')) return null
  return (place) => confirm(place, { id, isSaid: rest.length > 0 })
}

async function invite({ database, publicUrl, at }: Place, who: { email: string; name: string }): Promise<void> {
  const invited = await inviteByHand(database, { ...who, publicUrl, at })
  if (invited)
    console.log(
      `${invited.name} can choose a password at this link. It is valid for seven days and works once:\n${invited.link}`,
    )
  else console.log('An operator with this email already exists.')
}

async function listWaiting({ database, at }: Place): Promise<void> {
  const waiting = await waitingByHand({ database, at })
  console.log(waiting.length === 0 ? 'Nothing waits for a second operator.' : waiting.join('\n\n'))
}

const answers: Record<Exclude<ByHand, object> | 'left', string> = {
  done: 'Done.',
  stale: 'Nothing is done: what it changes was changed meanwhile. It has to be asked for again.',
  unknown: 'There is no such change.',
  decided: 'It was decided already, or its time is over.',
  left: 'Nothing is done.',
}

async function confirm(
  { database, jobs: jobsUrl, at }: Place,
  { id, isSaid }: { id: string; isSaid: boolean },
): Promise<void> {
  const isSure = async (what: string): Promise<boolean> => {
    console.log(what)
    return isSaid || (await ask('Type yes to do this: ')) === 'yes'
  }
  // Mails leave by the server's own jobs.
  const jobs = await openJobQueue(
    jobsUrl,
    createLog('silent'),
    areas.flatMap((area) => area.queues),
  )
  try {
    const answer = await confirmByHand({ database, enqueue: jobs.enqueue, at }, { id, isSure })
    if (answer !== 'done') process.exitCode = 1
    if (typeof answer === 'string') console.log(answers[answer])
    else console.log(`Nothing is done: another operator can confirm it at the console: ${answer.seconds.join(', ')}.`)
  } finally {
    await jobs.stop()
  }
}

/** Nobody is there to ask: nothing. */
async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(question)
  lines.close()
  return answer.trim().toLowerCase()
}

async function reset({ database, at }: Place, address: string): Promise<void> {
  const isDone = await resetByHand({ database, at }, address)
  if (!isDone) process.exitCode = 1
  console.log(isDone ? 'They set up another authenticator at the next sign-in.' : 'No operator has this email.')
}

async function main(words: string[]): Promise<void> {
  const act = actOf(words)
  if (!act) {
    console.error(USAGE)
    process.exitCode = 1
    return
  }
  const config = readConfig()
  await withOwner(config, async (ownerUrl) => {
    await migrate(ownerUrl)
    const { url, pooled, distributed, jobs } = await enterAsApp(ownerUrl, config.databaseAppUrl)
    const database = connect(url, { pooled, distributed })
    try {
      await act({ database, jobs, publicUrl: config.publicUrl, at: systemClock.now() })
    } finally {
      await database.close()
    }
  })
}

main(process.argv.slice(2)).catch((error: unknown) => {
  sayWhyNot(error)
  process.exit(1)
})
