import { churchMade } from '../identity/index.ts'
import type { Area } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { cardCharged, paymentQueues, paymentWorkers, renewalAgreed } from './payments/index.ts'
import {
  afterCharge,
  agreeToRenewal,
  renewChurch,
  renewChurchJob,
  sendRenewalMail,
  sendRenewalMailJob,
  watchRenewals,
  watchRenewalsJob,
} from './renewal/index.ts'
import { remindChurches, sendReminder, sendReminderJob, watchExpiryJob } from './reminders/index.ts'
import { routes } from './routes.ts'
import {
  beginPlans,
  beginPlansJob,
  insertSubscription,
  sendCapacityMail,
  sendCapacityMailJob,
  watchCapacity,
  watchCapacityJob,
} from './subscription/index.ts'
import { openUnits, sendLowUnitsMailJob, type Messages, sendLowUnitsMail } from './units/index.ts'

/** What mails to staff are written in. */
export { mailLanguage } from './keepers/index.ts'
/** SMS units: a church's balance in double entry. Every movement takes the transaction it belongs to. */
export {
  availableUnits,
  grantUnits,
  holdUnits,
  lockUnits,
  postUnits,
  releaseUnits,
  returnUnits,
  unitsRunLow,
  type Movement,
} from './units/index.ts'
/**
 * What operators do about payments and plans, each in an operator's transaction inside the church. `settle`: every way of
 * paying ends there. `startTransfer` and `addProof` are for the demo, which buys like a church's administrator would.
 */
export {
  addProof,
  approvePayment,
  canRefund,
  closeIncident,
  readProof,
  refundPayment,
  refusePayment,
  settle,
  startTransfer,
  type Handling,
  type Outcome,
} from './payments/index.ts'
/** A card that is kept without a payment: for the demo, whose church let it be kept long ago. */
export { keepAndRenew } from './renewal/index.ts'
/** What one SMS unit costs a church. */
export { unitPriceOf } from './prices/index.ts'
/** A church's term: moved by hand, given days, and read with all that ever moved it. */
export {
  daysGivenSince,
  extendSubscription,
  grantDays,
  lastDayWith,
  readTimeLine,
  refuseAtShutGate,
} from './subscription/index.ts'

/**
 * Prices, units, subscription and payments. Its calls stand in `contract/billing` and `contract/installation.ts`.
 * `messages` is what the statement says of messages, which stand above.
 */
export const billing = (messages: Messages): Area => ({
  routes: (serve, context) => routes(serve, context, messages),
  queues: [
    ...paymentQueues,
    sendLowUnitsMailJob,
    watchCapacityJob,
    sendCapacityMailJob,
    renewChurchJob,
    sendRenewalMailJob,
    watchRenewalsJob,
    sendReminderJob,
    watchExpiryJob,
    beginPlansJob,
  ],
  reactions: [
    churchMade.reaction(async (tx, { tenantId, plan }) => {
      await insertSubscription(tx, tenantId, plan)
      await openUnits(tx, tenantId)
    }),
    renewalAgreed.reaction(agreeToRenewal),
    cardCharged.reaction((tx, { enqueue, ...charged }) => afterCharge(tx, enqueue, charged)),
  ],
  workers: (context) => [
    ...paymentWorkers(context),
    jobWorker({ job: watchCapacityJob, handler: () => watchCapacity(context), concurrency: 1, cron: '7 * * * *' }),
    jobWorker({ job: beginPlansJob, handler: () => beginPlans(context), concurrency: 1, cron: '11 * * * *' }),
    jobWorker({ job: sendCapacityMailJob, handler: (wanted) => sendCapacityMail(context, wanted), concurrency: 2 }),
    jobWorker({ job: watchRenewalsJob, handler: () => watchRenewals(context), concurrency: 1, cron: '*/5 * * * *' }),
    jobWorker({ job: renewChurchJob, handler: (wanted) => renewChurch(context, wanted), concurrency: 2 }),
    jobWorker({ job: sendRenewalMailJob, handler: (wanted) => sendRenewalMail(context, wanted), concurrency: 2 }),
    jobWorker({ job: watchExpiryJob, handler: () => remindChurches(context), concurrency: 1, cron: '*/10 * * * *' }),
    jobWorker({ job: sendReminderJob, handler: (wanted) => sendReminder(context, wanted), concurrency: 2 }),
    jobWorker({ job: sendLowUnitsMailJob, handler: (wanted) => sendLowUnitsMail(context, wanted), concurrency: 2 }),
  ],
})
