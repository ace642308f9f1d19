import { DUE_BEFORE_EXPIRY } from '#contract/billing/payments.ts'
import { excess, type Decimal, type Term } from '#contract/billing/exact.ts'

/** Calendar days as text, YYYY-MM-DD: they sort as they follow each other, and know no hour and no zone. */
type Day = string

const DAY_MS = 86_400_000
/** What four digits of a year can say. */
const LAST_DAY = '9999-12-31'

const instantOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (instant: number): Day => {
  const date = new Date(instant)
  return date.getUTCFullYear() > 9999 ? LAST_DAY : date.toISOString().slice(0, 10)
}

/** Whether the calendar has this day: no 30 February, and no year 0, which the database does not know. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && text > '0001' && !Number.isNaN(instantOf(text)) && dayOf(instantOf(text)) === text

export const addDays = (day: Day, days: number): Day => dayOf(instantOf(day) + days * DAY_MS)

/** Days from one day to another; negative when it lies before. */
export const daysBetween = (from: Day, to: Day): number => Math.round((instantOf(to) - instantOf(from)) / DAY_MS)

/** The same day of a later month, or that month's last where it has no such day: 31 January + 1 is 28 or 29 February. */
export function addMonths(day: Day, months: number): Day {
  const from = new Date(instantOf(day))
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const monthsLast = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(from.getUTCDate(), monthsLast)))
}

const laterOf = (one: Day, other: Day): Day => (one > other ? one : other)

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

type PlanChange = {
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
