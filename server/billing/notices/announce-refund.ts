import type { Tx } from '#server/platform/database/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { selectKeepers } from './payee-store.ts'
import { sendRefundMailJob } from './refund-mail-job.ts'

/**
 * Tells the church's owners and finance, after commit, that the money of a payment was given back: each by a job of its
 * own. To be called once the refund is `done`.
 */
export async function announceRefund(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, paymentId }: { tenantId: string; paymentId: string },
): Promise<void> {
  for (const accountId of await selectKeepers(tx, tenantId))
    await enqueue(tx, sendRefundMailJob, { tenantId, paymentId, accountId })
}
