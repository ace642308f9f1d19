import type { Departure } from '#contract/messaging/sms.ts'
import { calendarDay, daysBetween } from '../../languages/format.tsx'

/** How many of a message go now, how many wait, and for what. */
type Leaving = {
  now: number
  later: number
  /** When the first of those leave who wait; null: nobody waits. */
  next: string | null
  /** They all leave together. */
  isOneTime: boolean
}

export function leavingOf(departures: readonly Departure[]): Leaving {
  const people = (some: readonly Departure[]) => some.reduce((sum, one) => sum + one.people, 0)
  const waiting = departures.filter(({ at }) => at !== null)
  const times = new Set(waiting.map(({ at }) => at))
  return {
    now: people(departures) - people(waiting),
    later: people(waiting),
    next: waiting.map(({ at }) => at ?? '').toSorted()[0] ?? null,
    isOneTime: times.size === 1,
  }
}

/** How a text names the day of an instant. */
export function dayNameOf(at: string, now: Date, timeZone: string): 'today' | 'tomorrow' | 'other' {
  const days = daysBetween(calendarDay(now, timeZone), calendarDay(new Date(at), timeZone))
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : 'other'
}

/** Open the whole day, so that no hours need to be named. */
export const isAlwaysOpen = ({ hours }: Departure) => !hours || (hours.opens === '00:00' && hours.closes === '24:00')

/** Lagos, of Africa/Lagos. */
export const cityOf = (timeZone: string) => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
