import type { SubscriptionState } from '#contract/billing/subscription.ts'
import { gateOf } from '../../identity/index.ts'
import { addDays, dayIn, type Day } from '../../platform/runtime/index.ts'
import { lastDayOf, periodOn, termOf, upcomingOf, type Period, type Term, type TermEntry } from './periods.ts'

/** What a church's state depends on: its term, its people, its zone. */
type StateFacts = {
  term: Term
  /** People whom the church has taken in, and since when there are more of them than its plan allows; null: there are not. */
  people: number
  overSince: Date | null
  timeZone: string
}

export type ChurchState = {
  state: SubscriptionState
  /** Of today; after the end, the last one. */
  present: Period
  expiresOn: Day
  /** What is paid for and begins later. */
  upcoming: Term
  /** The last day of the days of grace; null: there are none. */
  graceUntil: Day | null
}

/**
 * The state of a church at a moment: a function of its entries, its people and the clock in its zone. Whoever reminds,
 * renews or shuts asks this and nothing else.
 */
export function stateOf({ term, people, overSince, timeZone }: StateFacts, at: Date): ChurchState {
  const today = dayIn(timeZone, at)
  const present = periodOn(term, today)
  const expiresOn = lastDayOf(term)
  const { membershipSize } = present.plan
  const { gate, grace } = gateOf({ expiresOn, membershipSize, people, overSince, timeZone }, at)
  const known = { present, expiresOn, upcoming: upcomingOf(term, today), graceUntil: grace?.until ?? null }
  if (gate !== 'open') return { state: gate, ...known }
  if (grace) return { state: 'grace', ...known }
  return { state: present.plan.id === null ? 'trial' : 'active', ...known }
}

/** What happened to a term by itself, between two entries. */
type Passing = { kind: 'expired' | 'begun'; onDay: Day; period: Period }

/** A line of the time line: an entry and the last day that it led to, or what the calendar brought. */
export type TimeLine<Entry extends TermEntry> = ({ kind: 'entry'; entry: Entry; expiresOn: Day } | Passing)[]

/** Everything that ever moved a church's term, and each day on which a plan began or the term was over: the oldest first. */
export function timelineOf<Entry extends TermEntry>(entries: readonly Entry[], today: Day): TimeLine<Entry> {
  return entries.flatMap((entry, index) => {
    const term = termOf(entries.slice(0, index + 1))
    const next = entries[index + 1]
    const begins = entry.onDay
    const ends = next && next.onDay < today ? next.onDay : today
    return [{ kind: 'entry' as const, entry, expiresOn: lastDayOf(term) }, ...passingOf(term, begins, ends)]
  })
}

/** What the calendar brought after one day, and until another. */
function passingOf(term: Term, after: Day, until: Day): Passing[] {
  const begun = term
    .filter(({ from }) => from > after && from <= until)
    .map((period): Passing => ({ kind: 'begun', onDay: period.from, period }))
  const over = addDays(lastDayOf(term), 1)
  const last = term.at(-1)
  // With an entry of the same day the church was never without.
  const isOver = last !== undefined && over > after && over <= until
  return isOver ? [...begun, { kind: 'expired', onDay: over, period: last }] : begun
}
