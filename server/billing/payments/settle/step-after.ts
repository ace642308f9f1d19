import type { ReviewReason } from '#contract/operator/requests.ts'
import type { ProviderStatus, Taken } from '../../providers/provider.ts'
import type { PaymentRecord } from '../payment-store.ts'
import { mayYetBePaid, waitsForProvider } from '../state.ts'
import { endsAt, lateAsk, neverBegunAt, nextAsk } from './next-ask.ts'

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
