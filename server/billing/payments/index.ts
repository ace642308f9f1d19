/** Every way of paying ends here: what was paid for is given once, with its receipt and the mails that tell of it. */
export { settle, type Outcome, type Settled, type Settling } from './settle/settle.ts'
/** What operators decide about a payment, each in an operator's transaction inside the church. */
export { approvePayment, refusePayment, type Deciding } from './transfer/decide-payment.ts'
export { canRefund, refundPayment, type Refunding } from './refund/refund-payment.ts'
/** A payment as its church sees it. */
export { readPayment } from './records/read-payment.ts'
/** Payments by bank transfer, and the proofs that one was made. */
export { addProof, readProof, startTransfer, type TransferOrder } from './transfer/transfer.ts'
export { paymentRoutes } from './routes.ts'
/** What goes on about payments in the background. */
export { paymentQueues, paymentWorkers } from './payment-workers.ts'
