import type { PaymentState } from '#contract/billing/payments.ts'

/** Whether anything can still become of a payment but a refund. */
export const isDecided = (state: PaymentState): boolean =>
  state !== 'created' && state !== 'pending' && state !== 'review'
