import type { Tx } from '#server/platform/database/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { sendLowUnitsMailJob } from './low-units-mail-job.ts'
import { selectKeepers } from '../notices/payee-store.ts'

type Spent = {
  tenantId: string
  /** Free units before, and those left. Both are true: whoever moves units holds the church's accounts. */
  available: number
  left: number
  /** Null: the church does not want to be told. */
  threshold: number | null
}

/**
 * Tells the church's owners and finance, after commit, that its units run low: by the one movement that takes them from
 * the threshold or more to less, so that it is told once until it has had as many again, by a purchase or because units
 * came back. A threshold that is set above what there is tells nobody: the screen shows it at once.
 */
export async function announceLowUnits(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, available, left, threshold }: Spent,
): Promise<void> {
  if (threshold === null || available < threshold || left >= threshold) return
  for (const accountId of await selectKeepers(tx, tenantId))
    await enqueue(tx, sendLowUnitsMailJob, { tenantId, accountId })
}
