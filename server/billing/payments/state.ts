import type { PaymentState } from '#contract/billing/payments.ts'
import type { PaymentRecord } from './payment-store.ts'

/** Whether anything can still become of a payment but a refund. */
export const isDecided = (state: PaymentState): boolean =>
  state !== 'created' && state !== 'pending' && state !== 'review'

type Standing = Pick<PaymentRecord, 'method' | 'state' | 'decidedBy'>

/** Whether its provider's answer alone may still end it. */
export const waitsForProvider = ({ method, state }: Standing): boolean =>
  method !== 'bank_transfer' && (state === 'created' || state === 'pending')

/** Given up, or declined, and not by an operator: on the provider's page it may still be paid, and then it counts. */
export const mayYetBePaid = ({ method, state, decidedBy }: Standing): boolean =>
  method !== 'bank_transfer' && (state === 'cancelled' || state === 'failed') && decidedBy === null
