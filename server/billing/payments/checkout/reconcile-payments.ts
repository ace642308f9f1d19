import { isQueued } from '#server/platform/jobs/index.ts'
import { issueMissingReceipts } from '../../receipts/issue-missing-receipts.ts'
import { resendRefunds } from '../refund/resend-refunds.ts'
import { askWhileAway } from '../settle/next-ask.ts'
import { selectToAsk } from './checkout-store.ts'
import { askProviderJob } from './jobs.ts'
import type { PaymentHouse } from './payment-house.ts'
import { lockTurn, takeTurn } from './reconcile-store.ts'

const AT_ONCE = 100

type Reconciling = Pick<PaymentHouse, 'database' | 'enqueue' | 'clock' | 'log'>
type Due = { tenantId: string; paymentId: string }

/**
 * Sees to it that nothing of payments is left lying: providers are asked that are to be asked by now, refunds whose job has
 * given up are sent anew, and receipts that are missing are issued.
 */
export async function reconcilePayments(house: Reconciling, signal: AbortSignal): Promise<void> {
  await askProviders(house, signal)
  await resendRefunds(house, signal)
  await issueMissingReceipts(house, signal)
}

/**
 * Puts in a job for every payment whose provider is to be asked by now. Each takes its turn in the transaction of its job,
 * so that neither a second server nor the next minute asks twice; while no answer comes, the pauses grow.
 */
async function askProviders(house: Reconciling, signal: AbortSignal): Promise<void> {
  const at = house.clock.now()
  while (!signal.aborted) {
    const due = await house.database.withoutTenant((tx) => selectToAsk(tx, at, AT_ONCE))
    for (const payment of due) await takeItsTurn(house, payment, at)
    if (due.length < AT_ONCE) return
  }
}

async function takeItsTurn({ database, enqueue, log }: Reconciling, payment: Due, at: Date): Promise<void> {
  const isGivenUp = await database.withTenant(payment.tenantId, async (tx) => {
    const unanswered = await lockTurn(tx, payment, at)
    if (!unanswered) return false
    const askAt = askWhileAway(at, unanswered)
    await takeTurn(tx, payment, { at, askAt })
    if (askAt && !(await isQueued(tx, askProviderJob, payment))) await enqueue(tx, askProviderJob, payment)
    return askAt === null
  })
  if (isGivenUp) log.error(payment, 'a provider has not answered about a payment for a week; it is asked no more')
}
