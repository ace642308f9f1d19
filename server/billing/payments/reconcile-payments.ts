import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob, isQueued } from '../../platform/jobs/index.ts'
import { askProviderJob, type PaymentContext } from './checkout/ask-provider.ts'
import { lockTurn, takeTurn } from './records/payment-changes-store.ts'
import { lockPayment, selectToAsk, selectWithoutReceipt } from './records/payment-store.ts'
import { resendRefunds } from './refund/send-refund.ts'
import { giveReceipt } from './settle/settle.ts'
import { askWhileAway } from './settle/step-after.ts'

/** Asks about every payment that nobody has told us about in time. */
export const reconcilePaymentsJob = defineJob({ name: 'billing.reconcile-payments', payload: z.object({}) })

const AT_ONCE = 100

/**
 * Gives payments their receipts that succeeded without one, as of the day on which they did: a server of an older version
 * that ran beside this one issued none.
 */
async function issueMissingReceipts(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const due = await database.withoutTenant((tx) => selectWithoutReceipt(tx, AT_ONCE))
    for (const { tenantId, paymentId } of due)
      await database.withTenant(tenantId, async (tx) => {
        const payment = await lockPayment(tx, tenantId, paymentId)
        if (payment) await giveReceipt(tx, payment, payment.decidedAt ?? clock.now())
      })
    if (due.length < AT_ONCE) return
  }
}

type Reconciling = Pick<PaymentContext, 'database' | 'enqueue' | 'clock' | 'log'>
type Due = { tenantId: string; paymentId: string }

/**
 * Sees to it that nothing of payments is left lying: providers are asked that are to be asked by now, refunds whose job has
 * given up are sent anew, and receipts that are missing are issued.
 */
export async function reconcilePayments(context: Reconciling, signal: AbortSignal): Promise<void> {
  await askProviders(context, signal)
  await resendRefunds(context, signal)
  await issueMissingReceipts(context, signal)
}

/**
 * Puts in a job for every payment whose provider is to be asked by now. Each takes its turn in the transaction of its job,
 * so that neither a second server nor the next minute asks twice; while no answer comes, the pauses grow.
 */
async function askProviders(context: Reconciling, signal: AbortSignal): Promise<void> {
  const at = context.clock.now()
  while (!signal.aborted) {
    const due = await context.database.withoutTenant((tx) => selectToAsk(tx, at, AT_ONCE))
    for (const payment of due) await takeItsTurn(context, payment, at)
    if (due.length < AT_ONCE) return
  }
}

async function takeItsTurn({ database, enqueue, log }: Reconciling, payment: Due, at: Date): Promise<void> {
  const isGivenUp = await database.withTenant(payment.tenantId, async (tx) => {
    const unanswered = await lockTurn(tx, payment, at)
    if (!unanswered) return false
    const askAt = askWhileAway(at, unanswered)
    await takeTurn(tx, payment, { at, askAt })
    if (askAt && !(await isQueued(tx, askProviderJob, payment)))
      await enqueue(tx, askProviderJob, payment, { turnOf: unanswered.method })
    return askAt === null
  })
  if (isGivenUp) log.error(payment, 'a provider has not answered about a payment for a week; it is asked no more')
}
