import type { Fault, Faults } from '../../faults/faults.ts'
import { pause } from '../../platform/pause.ts'
import { type Charge, type Dispute, isPayable, type Refund } from './charge.ts'
import { type Card, cardFace, type CardFace, type Cards } from './cards.ts'
import type { Courier } from './courier.ts'
import { nextNumber } from './names.ts'
import { otherAmount, otherCurrency, type Sum } from './sum.ts'

/** Where the payer's browser goes; null: the charge's own page. */
export type Outcome = { to: string | null }

/** What can happen to a charge, whoever makes it happen: the payer's buttons, a test, or a caller of a provider. */
export type Till = {
  /** `face`: of the card that is paid with. */
  pay(charge: Charge, face?: CardFace): Outcome
  decline(charge: Charge): Outcome
  cancel(charge: Charge): Outcome
  /** The payer leaves; after the wait it is paid by itself. */
  payLater(charge: Charge, waitMs: number): Outcome
  /** Takes the money of a charge. False: a fault declined it. */
  take(charge: Charge): boolean
  expire(charge: Charge): void
  /** Ends a charge whose time is over: called by whoever looks at it, and by itself when the time comes. */
  endOverdue(charge: Charge): void
  refund(charge: Charge, refund: Refund): void
  /** A refund that was told to be done came back: the money stays where it was. */
  failRefund(charge: Charge, refund: Refund): void
  dispute(charge: Charge, dispute: Dispute): void
  closeDispute(charge: Charge, dispute: Dispute, state: 'won' | 'lost'): void
  /** Charges a kept card without its payer. */
  chargeCard(charge: Charge, card: Card): void
}

type Setting = { faults: Faults; courier: Courier; cards: Cards; closing: AbortSignal }

const STAY: Outcome = { to: null }

export function createTill(setting: Setting): Till {
  const { courier } = setting
  return {
    pay: (charge, face) => pay(setting, charge, face),
    decline: (charge) => (isPayable(charge) ? decline(setting, charge) : STAY),
    take: (charge) => take(setting, charge),
    payLater: (charge, waitMs) => payLater(setting, charge, waitMs),
    expire: (charge) => expire(setting, charge),
    endOverdue: (charge) => endOverdue(setting, charge),
    cancel(charge) {
      if (isPayable(charge)) charge.state = 'cancelled'
      return { to: charge.talk.wayBack('cancelled') }
    },
    refund(charge, refund) {
      charge.refunds.push(refund)
      courier.bring(charge, 'refunded')
    },
    failRefund(charge, refund) {
      refund.hasFailed = true
      courier.bring(charge, 'refund-failed')
    },
    dispute(charge, dispute) {
      charge.disputes.push(dispute)
      courier.bring(charge, 'disputed')
    },
    closeDispute(charge, dispute, state) {
      dispute.state = state
      courier.bring(charge, 'dispute-closed')
    },
    chargeCard: (charge, card) => chargeCard(setting, charge, card),
  }
}

function pay(setting: Setting, charge: Charge, face: CardFace = cardFace.parse({})): Outcome {
  endOverdue(setting, charge)
  if (!isPayable(charge)) return STAY
  if (charge.needsCapture) {
    charge.state = 'approved'
    setting.courier.bring(charge, 'approved')
  } else if (!take(setting, charge, setting.cards.add({ provider: charge.provider, owner: charge.owner }, face)))
    return STAY
  return { to: charge.talk.wayBack('paid') }
}

function chargeCard(setting: Setting, charge: Charge, card: Card): void {
  const { provider } = charge
  const fault = provider === 'stripe' || provider === 'paystack' ? setting.faults.take(`${provider} card`) : undefined
  if (fault) {
    charge.declinedBy = fault.mode === 'decline-hard' ? 'hard' : 'soft'
    decline(setting, charge)
  } else take(setting, charge, card)
}

function decline({ courier }: Setting, charge: Charge): Outcome {
  noteTry(charge)
  charge.state = 'declined'
  courier.bring(charge, 'declined')
  return STAY
}

function take(setting: Setting, charge: Charge, card: Card | null = null): boolean {
  const fault = setting.faults.take(`${charge.provider} pay`)
  if (fault?.mode === 'decline') {
    decline(setting, charge)
    return false
  }
  noteTry(charge)
  charge.taken = takenBy(fault, charge.asked)
  charge.takenAt = new Date()
  charge.state = 'paid'
  charge.card = card
  setting.courier.bring(charge, 'paid')
  return true
}

function payLater(setting: Setting, charge: Charge, waitMs: number): Outcome {
  if (!isPayable(charge)) return STAY
  charge.later = true
  void pause(waitMs, setting.closing).then(() => {
    charge.later = false
    if (!setting.closing.aborted) pay(setting, charge)
  })
  return STAY
}

function expire({ courier }: Setting, charge: Charge): void {
  if (!isPayable(charge)) return
  charge.state = 'expired'
  courier.bring(charge, 'expired')
}

function endOverdue(setting: Setting, charge: Charge): void {
  if (charge.expiresAt && charge.expiresAt.getTime() <= Date.now()) expire(setting, charge)
}

function noteTry(charge: Charge): void {
  charge.tries.push(charge.tries.length === 0 ? charge.number : nextNumber())
}

function takenBy(fault: Fault | undefined, asked: Sum): Sum {
  if (fault?.mode === 'wrong-amount') return otherAmount(asked)
  return fault?.mode === 'wrong-currency' ? otherCurrency(asked) : asked
}
