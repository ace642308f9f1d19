import { DUE_BEFORE_EXPIRY } from '#contract/billing/payments.ts'
import { excess, type Decimal, type Term } from '#contract/billing/exact.ts'
import { addDays, addMonths, daysBetween, laterOf, type Day } from './days.ts'

/** A month has so many days where a day of a month is priced. */
const DAYS_A_MONTH = 30n

/** The last day after paying for `months`: they begin when what was paid is over, or today. */
export const newExpiry = (expiresOn: Day, months: number, today: Day): Day =>
  addMonths(laterOf(today, expiresOn), months)

/** From which day on it takes new months; the expiry day is good to its end. */
export const renewalDay = (expiresOn: Day): Day => addDays(expiresOn, 1)

/** The day on which the next payment is due. */
export const nextPaymentDue = (expiresOn: Day): Day => addDays(expiresOn, -DUE_BEFORE_EXPIRY)

/** Active through the whole of the expiry day; `today` is a day in the church's own zone. */
export const statusOn = (expiresOn: Day, today: Day): 'Active' | 'InActive' =>
  today > expiresOn ? 'InActive' : 'Active'

/** Days that were paid for and are still to come; the day that runs is not among them. */
export const daysLeft = (expiresOn: Day, today: Day): number => Math.max(0, daysBetween(today, expiresOn))

export type PlanChange = {
  /** What a month of the present plan costs in the currency of the payment; null: a trial, or it has no price there. */
  present: { planId: string; perMonth: Decimal } | null
  chosen: { planId: string; perMonth: Decimal }
  daysLeft: number
}

/**
 * The extra for using a dearer plan on the days already paid: (new price − old price) ÷ 30 for each. Null where nothing is
 * to be paid: no days are left, the plan stays, the new one is no dearer, or the old one had no price.
 */
export function upgradeTerm({ present, chosen, daysLeft: days }: PlanChange): Term | null {
  if (!present || present.planId === chosen.planId || days === 0) return null
  const price = excess(chosen.perMonth, present.perMonth)
  return price.units === 0n ? null : { price, count: BigInt(days), parts: DAYS_A_MONTH }
}

/** Since when the church is on its plan without a break: a renewal of the same plan in time keeps the first day. */
export function startOf(
  before: { planId: string | null; startedOn: Day | null; expiresOn: Day },
  planId: string,
  today: Day,
): Day {
  const goesOn = before.planId === planId && statusOn(before.expiresOn, today) === 'Active'
  return goesOn && before.startedOn !== null ? before.startedOn : today
}
