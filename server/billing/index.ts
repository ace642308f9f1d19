import { churchMade } from '../identity/index.ts'
import type { Area } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { paymentQueues, paymentWorkers } from './payments/index.ts'
import { routes } from './routes.ts'
import {
  insertSubscription,
  sendCapacityMail,
  sendCapacityMailJob,
  watchCapacity,
  watchCapacityJob,
} from './subscription/index.ts'
import { openUnits, sendLowUnitsMailJob, type Messages, sendLowUnitsMail } from './units/index.ts'

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
} from './units/index.ts'
/**
 * What operators do about payments and plans, each in an operator's transaction inside the church. `settle`: every way of
 * paying ends there. `startTransfer` and `addProof` are for the demo, which buys like a church's administrator would.
 */
export {
  addProof,
  approvePayment,
  canRefund,
  readPayment,
  readProof,
  refundPayment,
  refusePayment,
  settle,
  startTransfer,
  type Deciding,
  type Outcome,
  type Refunding,
  type Settled,
  type Settling,
  type TransferOrder,
} from './payments/index.ts'
export { extendSubscription, type HandMadeTerm } from './subscription/index.ts'
export type { Messages } from './units/index.ts'

/**
 * Prices, units, subscription and payments. Its calls stand in `contract/billing` and `contract/installation.ts`.
 * `messages` is what the statement says of messages, which stand above.
 */
export const billing = (messages: Messages): Area => ({
  routes: (serve, context) => routes(serve, context, messages),
  queues: [...paymentQueues, sendLowUnitsMailJob, watchCapacityJob, sendCapacityMailJob],
  reactions: [
    churchMade.reaction(async (tx, { tenantId, plan }) => {
      await insertSubscription(tx, tenantId, plan)
      await openUnits(tx, tenantId)
    }),
  ],
  workers: (context) => [
    ...paymentWorkers(context),
    jobWorker({ job: watchCapacityJob, handler: () => watchCapacity(context), concurrency: 1, cron: '7 * * * *' }),
    jobWorker({ job: sendCapacityMailJob, handler: (wanted) => sendCapacityMail(context, wanted), concurrency: 2 }),
    jobWorker({ job: sendLowUnitsMailJob, handler: (wanted) => sendLowUnitsMail(context, wanted), concurrency: 2 }),
  ],
})
