import type { PaymentState } from '#contract/billing/payments.ts'
import type { ConsolePayment } from '#contract/operator/requests.ts'
import type { TextId } from '../../languages/index.ts'
import type { Tone } from '../../ui/surfaces/badge.tsx'
import { isOpen } from './payment-rules.ts'

/** How a payment was made. */
export const methodNames: Record<ConsolePayment['method'], TextId> = {
  bank_transfer: 'operator.payments.bankTransfer',
  stripe: 'operator.payments.stripe',
  paystack: 'operator.payments.paystack',
  flutterwave: 'operator.payments.flutterwave',
  paypal: 'operator.payments.paypal',
}

/** The states as the filter names them, whatever the payment was made by. */
export const stateNames: Record<PaymentState, TextId> = {
  created: 'operator.payments.onlyBegun',
  pending: 'operator.payments.waiting',
  succeeded: 'operator.payments.paid',
  failed: 'operator.payments.notPaid',
  cancelled: 'operator.payments.cancelled',
  review: 'operator.payments.review',
  refunded: 'operator.payments.refunded',
}

const tones: Record<PaymentState, Tone> = {
  created: 'neutral',
  pending: 'warn',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
  review: 'warn',
  refunded: 'info',
}

type Said = { tone: Tone; word: TextId }

const transferWords: Partial<Record<PaymentState, TextId>> = {
  created: 'operator.payments.created',
  pending: 'operator.payments.pending',
  succeeded: 'operator.payments.succeeded',
  failed: 'operator.payments.failed',
}
/** A provider alone says whether these were paid. */
const providerWords: Partial<Record<PaymentState, Said>> = {
  created: { tone: 'neutral', word: 'operator.payments.withPayer' },
  pending: { tone: 'neutral', word: 'operator.payments.withPayer' },
}
const refundWords: Record<NonNullable<ConsolePayment['refund']>['state'], Said> = {
  wanted: { tone: 'warn', word: 'operator.payments.goingBack' },
  done: { tone: 'info', word: 'operator.payments.refunded' },
  failed: { tone: 'bad', word: 'operator.payments.notBack' },
}

const incidentWords = {
  dispute: 'operator.payments.disputed',
  second_taking: 'operator.payments.paidTwice',
} as const

/** What became of a payment; what somebody has to see to comes first. Of a large one that one operator has approved, that the other is waited for. */
export function stateOf(payment: ConsolePayment): Said {
  const { state, method, refund, waiting } = payment
  const incident = payment.incidents.find((one) => one.state === 'open')
  if (incident) return { tone: 'bad', word: incidentWords[incident.kind] }
  if (isOpen(payment) && waiting?.what === 'approve') return { tone: 'warn', word: 'operator.payments.oneOfTwo' }
  if (refund) return refundWords[refund.state]
  if (method === 'bank_transfer') return { tone: tones[state], word: transferWords[state] ?? stateNames[state] }
  return providerWords[state] ?? { tone: tones[state], word: stateNames[state] }
}
