import type { Tx } from '#server/platform/database/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { sendPaymentMailJob } from './payment-mail-job.ts'
import { selectKeepers } from './payee-store.ts'

/** Tells the church's owners and finance, after commit, what became of a payment: each by a job of its own. */
export async function announceDecision(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, paymentId }: { tenantId: string; paymentId: string },
): Promise<void> {
  for (const accountId of await selectKeepers(tx, tenantId))
    await enqueue(tx, sendPaymentMailJob, { tenantId, paymentId, accountId })
}
