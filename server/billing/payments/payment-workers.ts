import type { AppContext } from '../../platform/app-context.ts'
import { jobWorker, type JobWorker, type Queue } from '../../platform/jobs/index.ts'
import { askProvider, askProviderJob, openPayments } from './checkout/ask-provider.ts'
import { reconcilePayments, reconcilePaymentsJob } from './reconcile-payments.ts'
import { refundPaymentJob } from './refund/refund-payment.ts'
import { sendRefund } from './refund/send-refund.ts'
import { sendPaymentMail, sendRefundMail } from './settle/payment-mails.ts'
import { sendRefundMailJob } from './settle/provider-refund.ts'
import { sendPaymentMailJob } from './settle/settle.ts'

export const paymentQueues: Queue[] = [
  askProviderJob,
  reconcilePaymentsJob,
  refundPaymentJob,
  sendPaymentMailJob,
  sendRefundMailJob,
]

/** Providers answer in their own time: several are asked at once. */
const ASKED_AT_ONCE = 4

/** What goes on about payments in the background. */
export function paymentWorkers(appContext: AppContext): JobWorker[] {
  const context = openPayments(appContext)
  return [
    jobWorker({
      job: askProviderJob,
      handler: async (asked) => void (await askProvider(context, { ...asked, at: context.clock.now() })),
      concurrency: ASKED_AT_ONCE,
    }),
    jobWorker({
      job: reconcilePaymentsJob,
      handler: (_, signal) => reconcilePayments(context, signal),
      concurrency: 1,
      cron: '* * * * *',
    }),
    jobWorker({ job: refundPaymentJob, handler: (wanted) => sendRefund(context, wanted), concurrency: 2 }),
    jobWorker({ job: sendPaymentMailJob, handler: (wanted) => sendPaymentMail(appContext, wanted), concurrency: 2 }),
    jobWorker({ job: sendRefundMailJob, handler: (wanted) => sendRefundMail(appContext, wanted), concurrency: 2 }),
  ]
}
