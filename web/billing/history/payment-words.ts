import type { Payment } from '#contract/billing/payments.ts'
import type { TextId } from '../../languages/index.ts'
import type { Tone } from '../../ui/surfaces/badge.tsx'

/** How a payment was made. */
export const methodNames: Record<Payment['method'], TextId> = {
  bank_transfer: 'billing.history.bankTransfer',
  stripe: 'billing.history.stripe',
  paystack: 'billing.history.paystack',
  flutterwave: 'billing.history.flutterwave',
  paypal: 'billing.history.paypal',
}

/** The states as the filter names them, whatever the payment was made by. */
export const stateNames: Record<Payment['state'], TextId> = {
  created: 'billing.history.begun',
  pending: 'billing.history.waiting',
  succeeded: 'billing.state.succeeded',
  failed: 'billing.state.failed',
  cancelled: 'billing.state.cancelled',
  review: 'billing.state.review',
  refunded: 'billing.state.refunded',
}

const tones: Record<Payment['state'], Tone> = {
  created: 'warn',
  pending: 'warn',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
  review: 'warn',
  refunded: 'info',
}

/** What became of one payment: a transfer is looked at by people, a payment through a provider waits for its payer. */
export function stateOf({ state, method, refund }: Payment): { tone: Tone; word: TextId } {
  const tone = tones[state]
  if (state === 'created') return { tone, word: 'billing.history.notPaidYet' }
  if (state === 'pending' && method === 'bank_transfer') return { tone, word: 'billing.state.pending' }
  if (state === 'pending') return { tone, word: 'billing.history.notPaidYet' }
  if (state === 'refunded' && refund && refund.state !== 'done') return { tone, word: 'billing.history.goingBack' }
  return { tone, word: stateNames[state] }
}

/** Whether its payer may still do something about it. */
export const isUnpaid = ({ state }: Payment): boolean => state === 'created' || state === 'pending'
