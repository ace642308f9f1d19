import { churchMade } from '../identity/index.ts'
import type { Area, AppContext } from '../platform/app-context.ts'
import { jobWorker, type JobWorker } from '../platform/jobs/index.ts'
import { sendCapacityMailJob, watchCapacityJob } from './capacity/capacity-jobs.ts'
import { sendCapacityMail } from './capacity/send-capacity-mail.ts'
import { watchCapacity } from './capacity/watch-capacity.ts'
import { sendLowUnitsMailJob } from './units/low-units-mail-job.ts'
import { sendPaymentMailJob } from './notices/payment-mail-job.ts'
import { sendRefundMailJob } from './notices/refund-mail-job.ts'
import { sendLowUnitsMail } from './units/send-low-units-mail.ts'
import { sendPaymentMail } from './notices/send-payment-mail.ts'
import { sendRefundMail } from './notices/send-refund-mail.ts'
import { askProvider } from './payments/checkout/ask-provider.ts'
import { askProviderJob, reconcilePaymentsJob } from './payments/checkout/jobs.ts'
import type { PaymentContext } from './payments/checkout/payment-context.ts'
import { reconcilePayments } from './payments/checkout/reconcile-payments.ts'
import { refundPaymentJob } from './payments/refund/refund-job.ts'
import { sendRefund } from './payments/refund/send-refund.ts'
import { openProviders } from './providers/open-providers.ts'
import { routes } from './routes.ts'
import { insertSubscription } from './subscription/subscription-store.ts'
import { openUnits } from './units/ledger.ts'
import type { Messages } from './statement/statement-store.ts'

/** SMS units: a church's balance in double entry. Every movement takes the transaction it belongs to. */
export {
  availableUnits,
  grantUnits,
  holdUnits,
  lockUnits,
  postUnits,
  releaseUnits,
  returnUnits,
  type Movement,
} from './units/ledger.ts'
/** What the operator's desk calls, in an operator's transaction inside the church. */
export { approvePayment, type Deciding } from './payments/transfer/approve-payment.ts'
export { refusePayment } from './payments/transfer/refuse-payment.ts'
export { canRefund, refundPayment, type Refunding } from './payments/refund/refund-payment.ts'
export { readPayment } from './payments/listing/read-payment.ts'
export { readProof } from './payments/transfer/read-proof.ts'
export { extendSubscription, type HandMadeTerm } from './subscription/extend-subscription.ts'
/** Every way of paying ends here. */
export { settle, type Outcome, type Settled, type Settling } from './payments/settle/settle.ts'
/** For the demo: buys like a church's administrator would. */
export { addProof } from './payments/transfer/add-proof.ts'
export { startTransfer, type TransferOrder } from './payments/transfer/start-transfer.ts'

export type { Messages }

/**
 * Prices, units, subscription and payments. Its calls stand in `contract/billing` and `contract/installation.ts`.
 * `messages` is what the statement says of messages, which stand above.
 */
export const billing = (messages: Messages): Area => ({
  routes: (serve, context) => routes(serve, withProviders(context), messages),
  queues: [
    askProviderJob,
    reconcilePaymentsJob,
    refundPaymentJob,
    sendPaymentMailJob,
    sendRefundMailJob,
    sendLowUnitsMailJob,
    watchCapacityJob,
    sendCapacityMailJob,
  ],
  reactions: [
    churchMade.reaction(async (tx, { tenantId, plan }) => {
      await insertSubscription(tx, tenantId, plan)
      await openUnits(tx, tenantId)
    }),
  ],
  workers: (context) => [
    ...paymentWorkers(withProviders(context)),
    jobWorker({ job: sendPaymentMailJob, handler: (wanted) => sendPaymentMail(context, wanted), concurrency: 2 }),
    jobWorker({ job: sendRefundMailJob, handler: (wanted) => sendRefundMail(context, wanted), concurrency: 2 }),
    jobWorker({ job: watchCapacityJob, handler: () => watchCapacity(context), concurrency: 1, cron: '7 * * * *' }),
    jobWorker({ job: sendCapacityMailJob, handler: (wanted) => sendCapacityMail(context, wanted), concurrency: 2 }),
    jobWorker({ job: sendLowUnitsMailJob, handler: (wanted) => sendLowUnitsMail(context, wanted), concurrency: 2 }),
  ],
})

const withProviders = (context: AppContext): AppContext & PaymentContext => ({
  ...context,
  providers: openProviders(context.config.payments, context.noteProvider),
})

/** Providers answer in their own time: several are asked at once. */
const ASKED_AT_ONCE = 4

const paymentWorkers = (context: PaymentContext): JobWorker[] => [
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
]
