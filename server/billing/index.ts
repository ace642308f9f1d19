import type { Area } from '#server/platform/house.ts'
import { jobWorker } from '#server/platform/jobs/index.ts'
import { sendPaymentMailJob } from './notices/payment-mail-job.ts'
import { sendPaymentMail } from './notices/send-payment-mail.ts'
import { routes } from './routes.ts'

/** SMS units: a church's balance in double entry. Every movement takes the transaction it belongs to. */
export {
  availableUnits,
  grantUnits,
  holdUnits,
  lockUnits,
  openUnits,
  postUnits,
  releaseUnits,
  returnUnits,
  type Movement,
} from './units/ledger.ts'
/** What the operator's desk calls, in an operator's transaction inside the church. */
export { approvePayment, type Deciding } from './payments/approve-payment.ts'
export { refusePayment } from './payments/refuse-payment.ts'
export { readPayment } from './payments/read-payment.ts'
export { readProof } from './payments/read-proof.ts'
export { extendSubscription, type HandMadeTerm } from './subscription/extend-subscription.ts'
/** Every way of paying ends here. */
export { settle, type Outcome, type Settled, type Settling } from './payments/settle.ts'
/** For the demo: buys like a church's administrator would. */
export { addProof } from './payments/add-proof.ts'
export { startTransfer, type TransferOrder } from './payments/start-transfer.ts'

/** Prices, units, subscription and payments. Its calls stand in `contract/billing` and `contract/installation.ts`. */
export const billing: Area = {
  routes,
  queues: [sendPaymentMailJob],
  workers: (house) => [
    jobWorker({ job: sendPaymentMailJob, handler: (wanted) => sendPaymentMail(house, wanted), concurrency: 2 }),
  ],
}
