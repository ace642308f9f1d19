import { selectToAsk, takeAskTurn } from './checkout-store.ts'
import { askProviderJob } from './jobs.ts'
import type { PaymentHouse } from './payment-house.ts'

const AT_ONCE = 100
/** Should the job that asks be lost, the payment comes up again. */
const ASK_AGAIN_MS = 10 * 60_000

/**
 * Puts in a job for every payment whose provider is to be asked by now. Each takes its turn in the transaction of its job,
 * so that neither a second server nor the next minute asks twice.
 */
export async function reconcilePayments(
  { database, enqueue, clock }: Pick<PaymentHouse, 'database' | 'enqueue' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const at = clock.now()
  const askAt = new Date(at.getTime() + ASK_AGAIN_MS)
  while (!signal.aborted) {
    const due = await database.withoutTenant((tx) => selectToAsk(tx, at, AT_ONCE))
    for (const { tenantId, paymentId } of due)
      await database.withTenant(tenantId, async (tx) => {
        if (await takeAskTurn(tx, { tenantId, id: paymentId }, { at, askAt }))
          await enqueue(tx, askProviderJob, { tenantId, paymentId })
      })
    if (due.length < AT_ONCE) return
  }
}
