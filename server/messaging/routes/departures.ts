import type { Departure } from '#contract/messaging/sms.ts'
import { hoursOn, leavesAt, type Hours } from './hours.ts'
import { PLACE_LETTERS, placeOf } from './place-of-number.ts'

/** How many of one route leave when. */
type Leaving = Omit<Departure, 'routeId'>

/** How many recipients have numbers that begin like this. */
export type PrefixCount = { prefix: string; people: number }

/**
 * How many messages leave when: those that leave now first, then by time. Numbers that begin alike leave together, so that
 * the rule is asked once for them however many there are. `takenOnAt`: since when they wait.
 */
export function departures(hours: Hours, prefixes: readonly PrefixCount[], at: Date, takenOnAt: Date = at): Leaving[] {
  const found = new Map<string, Leaving>()
  for (const [letters, people] of peopleByPlace(prefixes)) {
    const leaves = leavesAt(hours, letters, at, takenOnAt)
    const { isoCode } = placeOf(letters)
    const time = leaves.getTime() === at.getTime() ? null : leaves.toISOString()
    const key = `${isoCode} ${time}`
    const known = found.get(key)
    if (known) known.people += people
    else found.set(key, { isoCode, at: time, people, hours: openOn(hours, letters, leaves) })
  }
  return [...found.values()].toSorted(
    (one, other) => (one.at ?? '').localeCompare(other.at ?? '') || other.people - one.people,
  )
}

function peopleByPlace(prefixes: readonly PrefixCount[]): Map<string, number> {
  const people = new Map<string, number>()
  for (const { prefix, people: more } of prefixes) {
    const letters = prefix.slice(0, PLACE_LETTERS)
    people.set(letters, (people.get(letters) ?? 0) + more)
  }
  return people
}

function openOn(hours: Hours, letters: string, at: Date): Departure['hours'] {
  const { opens, closes, timeZone } = hoursOn(hours, letters, at) ?? {}
  return opens && closes && timeZone ? { opens, closes, timeZone } : null
}
