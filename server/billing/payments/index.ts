/** Every way of paying ends here: what was paid for is given once, with its receipt and the mails that tell of it. */
export { settle, type Outcome } from './settle/settle.ts'
/** What operators decide about a payment, each in an operator's transaction inside the church. */
export { approvePayment, refusePayment } from './transfer/decide-payment.ts'
export { canRefund, refundPayment } from './refund/refund-payment.ts'
/** Months that the server buys for a church that renews by itself. */
export { orderRenewal, quoteRenewal } from './card/order-renewal.ts'
/** Payments by bank transfer, and the proofs that one was made. */
export { addProof, readProof, startTransfer } from './transfer/transfer.ts'
/** A kept card is charged without its payer; how that ends, and that a church let its card be kept, is announced. */
export { cardCharged, renewalAgreed } from './settle/settle-found.ts'
/** A payment as it is kept, and as its church sees it. */
export { hasMonthsUnderWay, selectPayment, type PaymentRecord } from './records/payment-store.ts'
/** What happened to a payment without our doing, once an operator has seen to it. */
export { closeIncident, type Handling } from './settle/settle-found.ts'
export { paymentRoutes } from './routes.ts'
/** What goes on about payments in the background. */
export { paymentQueues, paymentWorkers } from './payment-workers.ts'
