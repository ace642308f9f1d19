import { isQueued } from '#server/platform/jobs/index.ts'
import type { PaymentHouse } from '../checkout/payment-house.ts'
import { refundPaymentJob } from './refund-job.ts'
import { selectToSend, takeLook } from './refund-store.ts'

const AT_ONCE = 100

/**
 * Puts the job in again of every refund that is wanted for more than an hour and has none any more: it gave up, or was
 * lost. Each is looked after once an hour.
 */
export async function resendRefunds(
  { database, enqueue, clock }: Pick<PaymentHouse, 'database' | 'enqueue' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const at = clock.now()
  while (!signal.aborted) {
    const due = await database.withoutTenant((tx) => selectToSend(tx, at, AT_ONCE))
    for (const refund of due)
      await database.withTenant(refund.tenantId, async (tx) => {
        if (!(await takeLook(tx, { tenantId: refund.tenantId, id: refund.paymentId }, at))) return
        if (!(await isQueued(tx, refundPaymentJob, refund))) await enqueue(tx, refundPaymentJob, refund)
      })
    if (due.length < AT_ONCE) return
  }
}
