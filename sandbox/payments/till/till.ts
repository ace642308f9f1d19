import type { Fault, Faults } from '../../faults/faults.ts'
import { pause } from '../../platform/pause.ts'
import { type Charge, isPayable, type Refund } from './charge.ts'
import type { Courier } from './courier.ts'
import { nextNumber } from './names.ts'
import { otherAmount, otherCurrency, type Sum } from './sum.ts'

/** Where the payer's browser goes; null: the charge's own page. */
export type Outcome = { to: string | null }

/** What can happen to a charge, whoever makes it happen: the payer's buttons, a test, or a caller of a provider. */
export type Till = {
  pay(charge: Charge): Outcome
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
}

type Setting = { faults: Faults; courier: Courier; closing: AbortSignal }

const STAY: Outcome = { to: null }

export function createTill(setting: Setting): Till {
  const { courier } = setting
  return {
    pay: (charge) => pay(setting, charge),
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
  }
}

function pay(setting: Setting, charge: Charge): Outcome {
  endOverdue(setting, charge)
  if (!isPayable(charge)) return STAY
  if (charge.needsCapture) {
    charge.state = 'approved'
    setting.courier.bring(charge, 'approved')
  } else if (!take(setting, charge)) return STAY
  return { to: charge.talk.wayBack('paid') }
}

function decline({ courier }: Setting, charge: Charge): Outcome {
  noteTry(charge)
  charge.state = 'declined'
  courier.bring(charge, 'declined')
  return STAY
}

function take(setting: Setting, charge: Charge): boolean {
  const fault = setting.faults.take(`${charge.provider} pay`)
  if (fault?.mode === 'decline') {
    decline(setting, charge)
    return false
  }
  noteTry(charge)
  charge.taken = takenBy(fault, charge.asked)
  charge.takenAt = new Date()
  charge.state = 'paid'
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
