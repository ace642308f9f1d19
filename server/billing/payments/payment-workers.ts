import type { AppContext } from '../../platform/app-context.ts'
import { jobWorker, type JobWorker, type Queue } from '../../platform/jobs/index.ts'
import { askProviderJob, openPayments } from './checkout/ask-provider.ts'
import { seeToPayment } from './card/charge-card.ts'
import { lookAfterwards, lookAfterwardsJob } from './look-afterwards.ts'
import { forgetCard, forgetCardJob, forgetCards } from '../cards/index.ts'
import { reconcilePayments, reconcilePaymentsJob } from './reconcile-payments.ts'
import { refundPaymentJob } from './refund/refund-payment.ts'
import { sendRefund } from './refund/send-refund.ts'
import { sendPaymentMail, sendRefundMail } from './settle/payment-mails.ts'
import { sendRefundMailJob } from './settle/provider-refund.ts'
import { sendPaymentMailJob } from './settle/settle.ts'

export const paymentQueues: Queue[] = [
  askProviderJob,
  forgetCardJob,
  lookAfterwardsJob,
  reconcilePaymentsJob,
  refundPaymentJob,
  sendPaymentMailJob,
  sendRefundMailJob,
]

/** Providers answer in their own time: several are asked at once, and none takes the places of the others. */
const ASKED_AT_ONCE = 10
const OF_ONE_PROVIDER = 4

/** What goes on about payments in the background. */
export function paymentWorkers(appContext: AppContext): JobWorker[] {
  const context = openPayments(appContext)
  return [
    jobWorker({
      job: askProviderJob,
      handler: (asked) => seeToPayment(context, { ...asked, at: context.clock.now() }),
      concurrency: ASKED_AT_ONCE,
      inTurns: OF_ONE_PROVIDER,
    }),
    jobWorker({
      job: reconcilePaymentsJob,
      handler: async (_, signal) => {
        await reconcilePayments(context, signal)
        await forgetCards(context)
      },
      concurrency: 1,
      cron: '* * * * *',
    }),
    jobWorker({
      job: lookAfterwardsJob,
      handler: () => lookAfterwards(context),
      concurrency: 1,
      cron: '17 * * * *',
    }),
    jobWorker({
      job: refundPaymentJob,
      handler: (wanted) => sendRefund(context, wanted),
      concurrency: 4,
      inTurns: 1,
    }),
    jobWorker({ job: forgetCardJob, handler: (wanted) => forgetCard(context, wanted), concurrency: 2, inTurns: 1 }),
    jobWorker({ job: sendPaymentMailJob, handler: (wanted) => sendPaymentMail(appContext, wanted), concurrency: 2 }),
    jobWorker({ job: sendRefundMailJob, handler: (wanted) => sendRefundMail(appContext, wanted), concurrency: 2 }),
  ]
}
