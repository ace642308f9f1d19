import { familyRoles } from '#contract/people/families.ts'
import type { Verdict } from '#contract/checkin/station.ts'

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
  /** The one-time pass was used. */
  isUsed: boolean
}

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
}

/** Refusals of a grant that is there, the one that tells most first. */
const reasons = ['not_yet', 'wrong_day', 'used', 'no_longer'] as const

/**
 * Whether somebody may take a child home. Who is named as not authorised never may, parents included, on whatever day: no
 * limit makes that name safe. A parent may otherwise; anybody else by a grant that holds on this day.
 */
export function mayCollect({ role, grants, childId, day, weekday }: Collecting): Verdict {
  const about = grants.filter((grant) => grant.childId === null || grant.childId === childId)
  if (about.some(({ kind }) => kind === 'not_authorised')) return 'not_authorised'
  if (isParent(role)) return 'allowed'
  const verdicts = about.map((grant) => verdictOf(grant, { day, weekday }))
  if (verdicts.includes('allowed')) return 'allowed'
  return reasons.find((reason) => verdicts.includes(reason)) ?? 'no_grant'
}

export const isParent = (role: number | null): boolean => role === familyRoles.father || role === familyRoles.mother

/** What one grant says of a day. */
export function verdictOf(grant: Grant, { day, weekday }: Pick<Collecting, 'day' | 'weekday'>): Verdict {
  if (grant.kind === 'not_authorised') return 'not_authorised'
  if (grant.oneTime && grant.isUsed) return 'used'
  if (grant.untilDay !== null && day > grant.untilDay) return 'no_longer'
  if (grant.fromDay !== null && day < grant.fromDay) return 'not_yet'
  if (grant.weekdays !== null && !grant.weekdays.includes(weekday)) return 'wrong_day'
  return 'allowed'
}
