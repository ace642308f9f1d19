import { GRACE_DAYS, type Gate, type Grace } from '#contract/identity/session.ts'
import { dayIn, instantOf } from '../../platform/clock.ts'

export type Standing = {
  /** The last day (YYYY-MM-DD) on which everything works. */
  expiresOn: string
  /** How many people the plan allows. */
  membershipSize: number
  /** People whom the church has taken in. */
  people: number
  /** Since when there have been more of them than the plan allows; null: there are not. */
  overSince: Date | null
  timeZone: string
}

const DAY_MS = 86_400_000

/**
 * Whether a church's gate is running at a moment, by the days of the church's own zone. With more people than the plan allows it
 * stays open for some days: `grace` says how long. Null: no more people than allowed, or the gate is shut.
 */
export function gateOf(church: Standing, at: Date): { gate: Gate; grace: Grace | null } {
  const { expiresOn, membershipSize, people, overSince, timeZone } = church
  const today = dayIn(timeZone, at)
  if (today > expiresOn) return { gate: 'expired', grace: null }
  if (people <= membershipSize) return { gate: 'open', grace: null }
  const until = Date.parse(dayIn(timeZone, overSince ?? at)) + GRACE_DAYS * DAY_MS
  const daysLeft = Math.round((until - Date.parse(today)) / DAY_MS)
  if (daysLeft < 0) return { gate: 'over_capacity', grace: null }
  return { gate: 'open', grace: { until: dayOf(until), daysLeft } }
}

const dayOf = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10)

/** The first moment of the days of grace that end today: a church of this zone with too many people since earlier is shut. */
export function graceBegins(timeZone: string, at: Date): Date {
  const day = dayOf(Date.parse(dayIn(timeZone, at)) - GRACE_DAYS * DAY_MS)
  return instantOf(timeZone, `${day}T00:00`) ?? at
}
