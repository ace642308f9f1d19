import { dayIn } from '#server/platform/clock.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { lockImport } from '../imports/import-store.ts'
import { applyBatch } from './apply-batch.ts'
import { checkBatch } from './check-batch.ts'
import { importStepJob } from './import-job.ts'
import { noteFailure, selectPlace } from './step-store.ts'
import { undoBatch } from './undo-batch.ts'

/** After so many batches the job goes to the back of the queue: one church's large file starves nobody. */
const BATCHES_A_TURN = 20
/** Of one batch, each after a longer pause. */
const FAILURES_MOST = 8

export type StepPayload = { tenantId: TenantId; importId: string; step: number }

/**
 * Goes on with the step that an import is in, batch by batch. Each batch is one transaction that holds the import, so that
 * a worker that dies leaves nothing half done, and two at once take turns.
 */
export async function runImportStep(house: House, payload: StepPayload, signal: AbortSignal): Promise<void> {
  for (let turn = 0; turn < BATCHES_A_TURN && !signal.aborted; turn++) if (!(await takeBatch(house, payload))) return
  await house.database.withTenant(payload.tenantId, (tx) => house.enqueue(tx, importStepJob, payload))
}

/** False when there is nothing more to do in this step. */
async function takeBatch({ database, clock }: House, payload: StepPayload): Promise<boolean> {
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
