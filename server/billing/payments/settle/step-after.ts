import type { ReviewReason } from '#contract/operator/requests.ts'
import type { ProviderStatus, Taken } from '../../providers/index.ts'
import type { PaymentRecord } from '../records/payment-store.ts'
import type { PaymentState } from '#contract/billing/payments.ts'

/** What becomes of a payment. */
export type Step =
  /** Nothing but when the provider is asked again; undefined: as it was to be. */
  | { to: 'same'; askAt?: Date | null }
  /** `taken`: by the word of the provider; null: by an operator's. */
  | { to: 'succeeded'; taken: Taken | null }
  | { to: 'review'; reason: ReviewReason; taken: Taken }
  | { to: 'failed'; reason: string | null; askAt: Date | null }
  | { to: 'cancelled'; askAt: Date | null }
  | { to: 'refunded'; taken: Taken; refundedMinor: number }

export type Found = {
  providerStatus: ProviderStatus
  /** The payer has left the provider's page: what was declined there is not tried once more. */
  isPayerBack?: boolean | undefined
}

type Refund = Extract<ProviderStatus, { state: 'refunded' }>

/**
 * What a provider status of its provider makes of a payment. Money counts whenever it is found, also after the payer gave up or
 * was declined; only what an operator has decided stays. Anything else ends a payment that still waits, and never one
 * that was paid.
 */
export function stepAfter(payment: PaymentRecord, { providerStatus, isPayerBack = false }: Found, at: Date): Step {
  if (providerStatus.state === 'paid') return afterPaid(payment, providerStatus)
  if (providerStatus.state === 'refunded') return afterRefunded(payment, providerStatus)
  if (waitsForProvider(payment)) return whileWaiting(payment, { providerStatus, isPayerBack }, at)
  if (!mayYetBePaid(payment)) return { to: 'same' }
  return { to: 'same', askAt: providerStatus.state === 'ended' ? null : lateAsk(at, payment.askedTimes) }
}

function afterPaid(payment: PaymentRecord, taken: Taken): Step {
  if (!waitsForProvider(payment) && !mayYetBePaid(payment)) return { to: 'same' }
  const reason = differenceOf(payment, taken)
  return reason ? { to: 'review', reason, taken } : { to: 'succeeded', taken }
}

/** In what the provider's word is not ours; null: in nothing. */
function differenceOf(payment: PaymentRecord, { reference, currency, amountMinor }: Taken): ReviewReason | null {
  if (reference !== payment.reference) return 'reference_differs'
  if (currency !== payment.currency) return 'currency_differs'
  return amountMinor === payment.amountMinor ? null : 'amount_differs'
}

function afterRefunded(payment: PaymentRecord, { refundedMinor, ...found }: Refund): Step {
  if (found.reference !== payment.reference) return { to: 'same' }
  const { state } = payment
  const isWhole = refundedMinor >= found.amountMinor
  if (state === 'succeeded' || state === 'refunded' || (state === 'review' && isWhole))
    return { to: 'refunded', taken: found, refundedMinor: Math.min(refundedMinor, found.amountMinor) }
  if (!waitsForProvider(payment) && !mayYetBePaid(payment)) return { to: 'same' }
  // Taken and given back before we heard of it: nothing was given for it, and nothing is.
  if (isWhole) return waitsForProvider(payment) ? { to: 'cancelled', askAt: null } : { to: 'same', askAt: null }
  return { to: 'review', reason: 'amount_differs', taken: { ...found, amountMinor: found.amountMinor - refundedMinor } }
}

function whileWaiting(payment: PaymentRecord, { providerStatus, isPayerBack }: Required<Found>, at: Date): Step {
  const quotedUntil = payment.quoteExpiresAt ?? payment.createdAt
  const wait: Step = { to: 'same', askAt: nextAsk(at, payment.askedTimes) }
  const isOver = at >= endsAt(quotedUntil)
  switch (providerStatus.state) {
    case 'ended':
      return { to: 'cancelled', askAt: null }
    case 'unknown':
      return at >= neverBegunAt(quotedUntil) ? { to: 'cancelled', askAt: lateAsk(at, 0) } : wait
    case 'declined':
      return isPayerBack || isOver ? { to: 'failed', reason: null, askAt: lateAsk(at, 0) } : wait
    default:
      return isOver ? { to: 'cancelled', askAt: lateAsk(at, 0) } : wait
  }
}

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

const MINUTE_MS = 60_000

/** Minutes between two questions while a payment is undecided; the last one is repeated. */
const WHILE_OPEN = [1, 2, 5, 10] as const

/** Minutes after a payment was given up or declined, when its page may be open still. A notice would tell sooner. */
const ONCE_OVER = [60, 6 * 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60] as const

/** Minutes until it is our turn again while the provider does not answer at all; the last one is repeated. */
const WHILE_AWAY = [1, 2, 5, 10, 30, 60] as const

const GIVE_UP_MINUTES = 7 * 24 * 60

const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS)

/** When an undecided payment is asked about again that was asked about in vain so often. */
const nextAsk = (at: Date, askedTimes: number): Date => later(at, WHILE_OPEN[askedTimes] ?? WHILE_OPEN[3])

/** When one that is over is asked about once more, after so many times since; null: no more. */
export function lateAsk(at: Date, askedTimes: number): Date | null {
  const minutes = ONCE_OVER[askedTimes]
  return minutes === undefined ? null : later(at, minutes)
}

/** When it is our turn again where the provider was asked so often without any answer; null: not after a week of that. */
export function askWhileAway(at: Date, { times, since }: { times: number; since: Date | null }): Date | null {
  if (since && at >= later(since, GIVE_UP_MINUTES)) return null
  return later(at, WHILE_AWAY[times] ?? WHILE_AWAY[5])
}

/** From when on a page that can still be paid is ended: its quote is over, and whoever was typing has finished. */
export const endsAt = (quoteExpiresAt: Date): Date => later(quoteExpiresAt, 10)

/** From when on a payment that the provider does not know was never begun there. */
const neverBegunAt = (quoteExpiresAt: Date): Date => later(quoteExpiresAt, 30)
