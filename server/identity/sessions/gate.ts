import { GRACE_DAYS, type Gate, type Grace } from '#contract/identity/session.ts'
import { addDays, dayIn, daysBetween, instantOf } from '../../platform/runtime/index.ts'

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

/**
 * How a church's gate stands at a moment, by the days of the church's own zone. With more people than the plan allows it
 * stays open for some days: `grace` says how long. Null: no more people than allowed, or the gate is shut.
 */
export function gateOf(church: Standing, at: Date): { gate: Gate; grace: Grace | null } {
  const { expiresOn, membershipSize, people, overSince, timeZone } = church
  const today = dayIn(timeZone, at)
  if (today > expiresOn) return { gate: 'expired', grace: null }
  if (people <= membershipSize) return { gate: 'open', grace: null }
  const until = addDays(dayIn(timeZone, overSince ?? at), GRACE_DAYS)
  const daysLeft = daysBetween(today, until)
  if (daysLeft < 0) return { gate: 'over_capacity', grace: null }
  return { gate: 'open', grace: { until, daysLeft } }
}

/** The first moment of the days of grace that end today: a church of this zone with too many people since earlier is shut. */
export function graceBegins(timeZone: string, at: Date): Date {
  return instantOf(timeZone, `${addDays(dayIn(timeZone, at), -GRACE_DAYS)}T00:00`) ?? at
}
