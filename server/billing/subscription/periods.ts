import { DUE_BEFORE_EXPIRY } from '#contract/billing/subscription.ts'
import { excess, type Decimal, type Term as PriceTerm } from '#contract/billing/exact.ts'
import { addDays, addMonths, daysBetween, type Day } from '../../platform/runtime/index.ts'

/** What a church is subscribed to; an `id` of null is a trial, or a plan of its own. */
export type TermPlan = { id: string | null; name: string; membershipSize: number }

/** Days of one plan without a break, the first and the last of them. */
export type Period = { plan: TermPlan; from: Day; until: Day }

/** What moved a church's term, on which day of its zone. In the order of their numbers they are all there is to know of it. */
export type TermEntry = { onDay: Day } & (
  | { kind: 'opened' | 'corrected' | 'changed'; plan: TermPlan; startedOn: Day | null; expiresOn: Day }
  | { kind: 'paid'; paymentId: string; plan: TermPlan; months: number; kept: readonly string[] }
  | { kind: 'refunded'; paymentId: string; days: number | null }
  | { kind: 'granted'; days: number }
)

/** The periods of a church, the earliest first; never none. */
export type Term = readonly Period[]

/**
 * What the entries come to: the one place that says which days a church has, and on which plan. A payment that was
 * refunded counts as if it had never been; of one refunded in part, the days taken back are missing at its end.
 */
export function termOf(entries: readonly TermEntry[]): Term {
  const back = daysBackOf(entries)
  const paid = new Set(entries.flatMap((entry) => (entry.kind === 'paid' ? [entry.paymentId] : [])))
  const cut = new Map<string, number>()
  let term: Period[] = []
  for (const entry of entries)
    if (entry.kind === 'paid') {
      if (back.get(entry.paymentId) !== null) term = extended(term, entry, back.get(entry.paymentId) ?? 0)
    } else if (entry.kind !== 'refunded') term = moved(term, entry)
    else if (!paid.has(entry.paymentId)) {
      // Of months from before there were entries nothing is known but how many days they were.
      const days = entry.days ?? 0
      term = shortened(term, days - (cut.get(entry.paymentId) ?? 0), entry.onDay)
      cut.set(entry.paymentId, days)
    }
  return term
}

/** Days taken back by payment, the last word of each; null: all of them. */
function daysBackOf(entries: readonly TermEntry[]): Map<string, number | null> {
  const back = new Map<string, number | null>()
  for (const entry of entries) if (entry.kind === 'refunded') back.set(entry.paymentId, entry.days)
  return back
}

type Moving = Extract<TermEntry, { kind: 'opened' | 'corrected' | 'changed' | 'granted' }>

function moved(term: readonly Period[], entry: Moving): Period[] {
  const { onDay } = entry
  const last = term.at(-1)
  if (entry.kind === 'granted') {
    if (!last) return []
    if (last.until >= onDay) return [...term.slice(0, -1), { ...last, until: addDays(last.until, entry.days) }]
    return joined([...term, { plan: last.plan, from: onDay, until: addDays(onDay, entry.days) }])
  }
  const { plan, startedOn, expiresOn } = entry
  const from = earlierOf(startedOn ?? onDay, expiresOn)
  return [...endedBefore(term, from), { plan, from, until: expiresOn }]
}

type Paid = Extract<TermEntry, { kind: 'paid' }>

/**
 * The months follow the last day, or begin today. Days that remain on a cheaper plan are of the new one from today on; those
 * of a dearer one stay. `less`: days of these months that were taken back.
 */
function extended(term: readonly Period[], { onDay, plan, months, kept }: Paid, less: number): Period[] {
  const end = term.at(-1)?.until ?? addDays(onDay, -1)
  const isOver = end < onDay
  const from = isOver ? onDay : addDays(end, 1)
  const until = addDays(newExpiry(end, months, onDay), -less)
  const raised = term.flatMap((period) => raisedFrom(period, { onDay, plan, kept }))
  return joined(until < from ? raised : [...raised, { plan, from, until }])
}

/** A period with its days from today on of the new plan, unless its own is dearer. */
function raisedFrom(period: Period, { onDay, plan, kept }: Pick<Paid, 'onDay' | 'plan' | 'kept'>): Period[] {
  if (period.until < onDay || (period.plan.id !== null && kept.includes(period.plan.id))) return [period]
  if (period.from >= onDay) return [{ ...period, plan }]
  return [
    { ...period, until: addDays(onDay, -1) },
    { plan, from: onDay, until: period.until },
  ]
}

/** Without its last days, as far as they are still to come: whoever has today keeps yesterday. */
function shortened(term: readonly Period[], days: number, onDay: Day): Period[] {
  const end = term.at(-1)?.until
  if (end === undefined || end < onDay) return [...term]
  const until = laterOf(addDays(end, -days), addDays(onDay, -1))
  const left = endedBefore(term, addDays(until, 1))
  const [first] = term
  return left.length > 0 || !first ? left : [{ ...first, from: until, until }]
}

const endedBefore = (term: readonly Period[], day: Day): Period[] =>
  term.flatMap((period) => {
    if (period.from >= day) return []
    return [period.until < day ? period : { ...period, until: addDays(day, -1) }]
  })

/** Neighbours of one plan are one period. */
function joined(term: readonly Period[]): Period[] {
  const whole: Period[] = []
  for (const period of term) {
    const before = whole.at(-1)
    if (before && before.plan.id === period.plan.id && addDays(before.until, 1) === period.from)
      whole[whole.length - 1] = { plan: period.plan, from: before.from, until: period.until }
    else whole.push(period)
  }
  return whole
}

const earlierOf = (one: Day, other: Day): Day => (one < other ? one : other)
const laterOf = (one: Day, other: Day): Day => (one > other ? one : other)

/** The period of a day; after the end, or in a gap, the one before it. */
export function periodOn(term: Term, day: Day): Period {
  const found = term.findLast(({ from }) => from <= day) ?? term[0]
  if (!found) throw new Error('A church has a term')
  return found
}

/** The last day that anything is paid or given for. */
export const lastDayOf = (term: Term): Day => term.at(-1)?.until ?? ''

/** What is paid for and begins later. */
export const upcomingOf = (term: Term, today: Day): Term => term.filter(({ from }) => from > today)

/** Days still to come, by plan; the day that runs is not among them. */
export function remainingOf(term: Term, today: Day): { plan: TermPlan; days: number }[] {
  return term.flatMap(({ plan, from, until }) => {
    const days = daysBetween(laterOf(today, addDays(from, -1)), until)
    return days > 0 ? [{ plan, days }] : []
  })
}

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

/** A month has so many days where a day of a month is priced. */
const DAYS_A_MONTH = 30n

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
export function upgradeTerm({ present, chosen, daysLeft: days }: PlanChange): PriceTerm | null {
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
): { quotedOn: QuotedOn; upgrades: PriceTerm[] } | null {
  const quotedOn: QuotedOn = { kept: [], free: [], raised: [] }
  const upgrades: PriceTerm[] = []
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
