import type { AppContext } from '../../platform/app-context.ts'
import { jobWorker, type JobWorker, type Queue, isQueued, defineJob } from '../../platform/jobs/index.ts'
import { IMPORT_DAYS } from '#contract/people/imports.ts'
import {
  forgetRows,
  selectChurchesWithOldImports,
  selectRunning,
  noteFailure,
  selectPlace,
  endStep,
  noteDone,
  lockImport,
  selectMadeGroups,
  type StepBatch,
} from './import-store.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { applyBatch } from './apply-batch.ts'
import { checkBatch } from './check-batch.ts'
import { announcement } from '../../platform/announcements.ts'
import { deleteEmptyGroups, leaveGroups } from '../groups/index.ts'
import { deletePersons, writePeople } from '../persons/index.ts'
import { lockWritten, type PersonNow } from './known-store.ts'
import { forgetPeopleOf, selectWrittenRows, type WrittenRow } from './row-store.ts'
import { z } from 'zod/mini'

/**
 * Works on the present step of an import: checks, applies or undoes its rows. Any number of these jobs for one import do no
 * harm, and one of an earlier `step` finds nothing to do.
 */
export const importStepJob = defineJob({
  name: 'people.import-step',
  payload: z.object({ tenantId: z.uuid(), importId: z.uuid(), step: z.int() }),
})

/** Takes up imports that no job cares for any more, for example after a restored back-up. */
const resumeImportsJob = defineJob({ name: 'people.resume-imports', payload: z.object({}) })

const forgetImportsJob = defineJob({ name: 'people.forget-imports', payload: z.object({}) })

/** Asks which of these people somebody has made something of: they are not taken back with the import that brought them. */
export const peopleInUse = announcement<{ personIds: string[] }, string[]>()

const ROWS = 500

/**
 * Takes the next rows back: who was added goes, who was changed is set back. Whoever has been changed since, by hand or
 * by becoming part of a group, a family or the staff, stays and is counted. False when all are done.
 */
async function undoBatch(tx: Tx, { tenantId, file, at }: StepBatch): Promise<boolean> {
  const rows = await selectWrittenRows(tx, file.id, { after: file.donePosition, limit: ROWS })
  const last = rows.at(-1)
  if (!last) {
    await deleteEmptyGroups(tx, await selectMadeGroups(tx, file.id))
    await endStep(tx, file.id, { state: 'undone', at })
    return false
  }
  const people = await lockWritten(
    tx,
    rows.map(({ personId }) => personId),
  )
  const personIds = people.map(({ id }) => id)
  const used = new Set((await peopleInUse.announce(tx, { personIds })).flat())
  const now = new Map(people.map((person) => [person.id, { ...person, isUsed: person.isUsed || used.has(person.id) }]))
  const untouched = rows.filter((row) => isUntouched(row, now.get(row.personId)))
  await takeOut(
    tx,
    file.id,
    untouched.flatMap(({ before, personId }) => (before ? [] : [personId])),
  )
  await setBack(tx, tenantId, untouched, at)
  // Who is not there any more was erased: nobody is left to be kept.
  const kept = people.length - untouched.length
  await noteDone(tx, file.id, { rows: rows.length, last: last.position, growth: { kept } })
  return true
}

function isUntouched({ before, joined, version }: WrittenRow, person: PersonNow | undefined): boolean {
  if (!person || person.isArchived || person.version !== version) return false
  return before !== null || (!person.isUsed && person.groups.every((id) => joined.includes(id)))
}

async function takeOut(tx: Tx, importId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  // First, so that the rows stay as they were uploaded: erasing somebody empties theirs.
  await forgetPeopleOf(tx, importId, ids)
  await deletePersons(tx, ids)
}

async function setBack(tx: Tx, tenantId: string, rows: WrittenRow[], at: Date): Promise<void> {
  const changed = rows.flatMap(({ personId, before }) => (before ? [{ id: personId, ...before }] : []))
  await writePeople(tx, tenantId, changed, at)
  const members = changed.flatMap(({ id: personId, groups }) => groups.map((groupId) => ({ groupId, personId })))
  await leaveGroups(tx, members)
}

/** After so many batches the job goes to the back of the queue: one church's large file starves nobody. */
const BATCHES_A_TURN = 20
/** Of one batch, each after a longer pause. */
const FAILURES_MOST = 8

type StepPayload = { tenantId: TenantId; importId: string; step: number }

/**
 * Goes on with the step that an import is in, batch by batch. Each batch is one transaction that holds the import, so that
 * a worker that dies leaves nothing half done, and two at once take turns.
 */
export async function runImportStep(context: AppContext, payload: StepPayload, signal: AbortSignal): Promise<void> {
  for (let turn = 0; turn < BATCHES_A_TURN && !signal.aborted; turn++) if (!(await takeBatch(context, payload))) return
  await context.database.withTenant(payload.tenantId, (tx) => context.enqueue(tx, importStepJob, payload))
}

/** False when there is nothing more to do in this step. */
async function takeBatch({ database, clock }: AppContext, payload: StepPayload): Promise<boolean> {
  const { tenantId, importId, step } = payload
  try {
    return await database.withTenant(tenantId, (tx) => nextBatch(tx, payload, clock.now()))
  } catch (error) {
    const failed = { importId, step, most: FAILURES_MOST }
    if (await database.withTenant(tenantId, (tx) => noteFailure(tx, failed))) return false
    throw error
  }
}

async function nextBatch(tx: Tx, { tenantId, importId, step }: StepPayload, at: Date): Promise<boolean> {
  const file = await lockImport(tx, importId)
  if (!file?.plan || file.step !== step) return false
  const { isoCode, timeZone } = await selectPlace(tx)
  const batch = { tenantId, file, plan: file.plan, isoCode, today: dayIn(timeZone, at), at }
  if (file.state === 'checking') return checkBatch(tx, batch)
  if (file.state === 'applying') return applyBatch(tx, batch)
  return file.state === 'undoing' ? undoBatch(tx, batch) : false
}

/** Gives a job to every import that lost its own in the middle of a step. */
export async function resumeImports({ database, enqueue }: AppContext): Promise<void> {
  const running = await database.withoutTenant(selectRunning)
  for (const step of running)
    await database.withTenant(step.tenantId, async (tx) => {
      if (!(await isQueued(tx, importStepJob, step))) await enqueue(tx, importStepJob, step)
    })
}

const DAY_MS = 86_400_000

/** The rows of a file are people's data: they go when nobody needs them for correcting or undoing any more. */
export async function forgetImports({ database, clock }: AppContext): Promise<void> {
  const at = clock.now()
  const before = new Date(at.getTime() - IMPORT_DAYS * DAY_MS)
  const churches = await database.withoutTenant((tx) => selectChurchesWithOldImports(tx, before))
  for (const tenantId of churches) await database.withTenant(tenantId, (tx) => forgetRows(tx, { before, at }))
}

const IMPORTS_AT_ONCE = 2

export const importQueues: Queue[] = [importStepJob, resumeImportsJob, forgetImportsJob]

/** The work of imports in the background. */
export const importWorkers = (context: AppContext): JobWorker[] => [
  jobWorker({
    job: importStepJob,
    handler: (payload, signal) => runImportStep(context, payload, signal),
    concurrency: IMPORTS_AT_ONCE,
  }),
  jobWorker({ job: resumeImportsJob, handler: () => resumeImports(context), concurrency: 1, cron: '*/10 * * * *' }),
  jobWorker({ job: forgetImportsJob, handler: () => forgetImports(context), concurrency: 1, cron: '35 3 * * *' }),
]
