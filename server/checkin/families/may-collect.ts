import { familyRoles } from '#contract/people/families.ts'
import type { Verdict } from '#contract/checkin/station.ts'
import { dayIn } from '../../platform/runtime/index.ts'

/** What was said of a collector in a family; days are of the church's calendar, both included. */
export type Grant = {
  kind: 'allowed' | 'not_authorised'
  /** Null: every child of the family. */
  childId: string | null
  /** YYYY-MM-DD; null: no limit. */
  fromDay: string | null
  untilDay: string | null
  /** 1 Monday to 7 Sunday; null: any. */
  weekdays: readonly number[] | null
  oneTime: boolean
  /** When and at which event the one-time pass was used; null: not yet. */
  usedAt: Date | null
  usedEvent: string | null
}

/** The event that a child is to leave, and since when the child is in class there; null: is not. */
export type Visit = { eventId: string; since: Date | null }

export type Collecting = {
  /** The collector's role in the child's family; null: none. */
  role: number | null
  /** Of this collector in this family, whichever child they are for. */
  grants: readonly Grant[]
  childId: string
  /** In the church's zone. */
  day: string
  /** 1 Monday to 7 Sunday. */
  weekday: number
  /** Without it a pass that was used is used. */
  visit?: Visit
}

/** Refusals of a grant that is there, the one that tells most first. */
const reasons = ['not_yet', 'wrong_day', 'used', 'no_longer'] as const

/**
 * Whether somebody may take a child home. Who is named as not authorised never may, parents included, on whatever day: no
 * limit makes that name safe. A parent may otherwise; anybody else by a grant that holds on this day.
 */
export function mayCollect({ role, grants, childId, ...when }: Collecting): Verdict {
  const about = grants.filter((grant) => grant.childId === null || grant.childId === childId)
  if (about.some(({ kind }) => kind === 'not_authorised')) return 'not_authorised'
  if (isParent(role)) return 'allowed'
  const verdicts = about.map((grant) => verdictOf(grant, when))
  if (verdicts.includes('allowed')) return 'allowed'
  return reasons.find((reason) => verdicts.includes(reason)) ?? 'no_grant'
}

const isParent = (role: number | null): boolean => role === familyRoles.father || role === familyRoles.mother

/** What one grant says of a day, and of a visit. */
export function verdictOf(
  grant: Grant,
  { day, weekday, visit }: Pick<Collecting, 'day' | 'weekday' | 'visit'>,
): Verdict {
  if (grant.kind === 'not_authorised') return 'not_authorised'
  if (grant.oneTime && grant.usedAt !== null && !isSameVisit(grant, visit)) return 'used'
  if (grant.untilDay !== null && day > grant.untilDay) return 'no_longer'
  if (grant.fromDay !== null && day < grant.fromDay) return 'not_yet'
  if (grant.weekdays !== null && !grant.weekdays.includes(weekday)) return 'wrong_day'
  return 'allowed'
}

/**
 * A pass is for one visit: it is used up by the first child who leaves with it, and goes on for brothers and sisters who were
 * in class at that event by then, if they are fetched from another room or at another desk. Who comes in again later is
 * another visit.
 */
const isSameVisit = ({ usedAt, usedEvent }: Grant, visit: Visit | undefined): boolean =>
  visit !== undefined && visit.since !== null && usedAt !== null && usedEvent === visit.eventId && visit.since <= usedAt

/** The calendar day of an instant in a church's zone and its weekday, 1 Monday to 7 Sunday. */
export function churchDay(timeZone: string, at: Date): { day: string; weekday: number } {
  return eventDay(dayIn(timeZone, at))
}

/** A calendar day and its weekday. Rules of an event ask for the event's own, so that a night vigil stays one day. */
export function eventDay(day: string): { day: string; weekday: number } {
  // A calendar day is the same weekday everywhere.
  return { day, weekday: new Date(`${day}T00:00:00Z`).getUTCDay() || 7 }
}
