import { addDays, daysBetween, type Day } from '../../platform/runtime/index.ts'
import { newExpiry } from './term.ts'

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
