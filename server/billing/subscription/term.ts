import { DUE_BEFORE_EXPIRY } from '#contract/billing/subscription.ts'
import { excess, type Decimal, type Term } from '#contract/billing/exact.ts'
import { addDays, dayOf, daysBetween, type Day } from '../../platform/runtime/index.ts'

const instantOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

/** Whether the calendar has this day: no 30 February, and no year 0, which the database does not know. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && text > '0001' && !Number.isNaN(instantOf(text)) && dayOf(instantOf(text)) === text

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

/**
 * What months were quoted on, by the plans of the days that were left: `raised` are charged for the larger plan, `free` become
 * of it for nothing (a trial, or the same price), `kept` are dearer and stay as they are.
 */
export type QuotedOn = { kept: string[]; free: (string | null)[]; raised: { planId: string; days: number }[] }

type Remaining = readonly { plan: { id: string | null }; days: number }[]

/** Days by plan; of one plan all together, for they cost the same. */
function byPlan(remaining: Remaining): Map<string | null, number> {
  const days = new Map<string | null, number>()
  for (const { plan, days: more } of remaining) days.set(plan.id, (days.get(plan.id) ?? 0) + more)
  return days
}

type Chosen = { planId: string; perMonth: Decimal }

/**
 * What becomes of the days that are left when months of a plan are bought, and what the dearer plan costs on them. Null: a
 * plan of those days has no price, and so nobody knows how much dearer the chosen one is.
 */
export function quotedOnFor(
  remaining: Remaining,
  chosen: Chosen,
  priceOf: (planId: string) => Decimal | null,
): { quotedOn: QuotedOn; upgrades: Term[] } | null {
  const quotedOn: QuotedOn = { kept: [], free: [], raised: [] }
  const upgrades: Term[] = []
  for (const [planId, days] of byPlan(remaining)) {
    if (planId === chosen.planId) continue
    const perMonth = planId === null ? null : priceOf(planId)
    if (planId !== null && !perMonth) return null
    const upgrade =
      perMonth && planId !== null && upgradeTerm({ present: { planId, perMonth }, chosen, daysLeft: days })
    if (upgrade) {
      quotedOn.raised.push({ planId, days })
      upgrades.push(upgrade)
    } else if (perMonth && planId !== null && excess(perMonth, chosen.perMonth).units > 0n) quotedOn.kept.push(planId)
    else quotedOn.free.push(planId)
  }
  return { quotedOn, upgrades }
}

/** Whether a sum that was quoted on a term is right on this one: the same days are raised, and no others. */
export function isAsQuoted(remaining: Remaining, planId: string, { kept, free, raised }: QuotedOn): boolean {
  const quoted = new Map(raised.map((one) => [one.planId, one.days]))
  const now = [...byPlan(remaining)].filter(([id]) => id !== planId && !free.includes(id) && !isIn(kept, id))
  return now.length === quoted.size && now.every(([id, days]) => id !== null && quoted.get(id) === days)
}

const isIn = (ids: readonly string[], id: string | null): boolean => id !== null && ids.includes(id)
