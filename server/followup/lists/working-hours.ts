import type { TenantId } from '../../platform/database/index.ts'
import { addDays, dayIn, instantOf, type Day } from '../../platform/runtime/index.ts'

/** When the staff of a church works, on its own clocks. */
export type WorkingWeek = {
  tenantId: TenantId
  timeZone: string
  /** After so many working hours a card that nobody touched goes to somebody else. */
  untouchedHours: number
  /** ISO: Monday 1 to Sunday 7. */
  workDays: number[]
  /** Minutes of the day. */
  workFrom: number
  workUntil: number
}

type Hours = Omit<WorkingWeek, 'tenantId'>
type Away = { from: Day; until: Day }

const HOUR_MS = 3_600_000
/** Somebody who is away for longer than that is not waited for. */
const MOST_DAYS = 400

/**
 * The instant at which so many working hours have passed since another one. Days on which somebody is away are none. The
 * hours are those that pass, not those that the clocks show: a night in which they are moved changes nothing, for nobody
 * works then, and where somebody does the hour counts as long as it lasts.
 */
export function afterWorkingHours(week: Hours, from: Date, away: readonly Away[] = []): Date {
  let left = week.untouchedHours * HOUR_MS
  let day = dayIn(week.timeZone, from)
  for (let days = 0; days < MOST_DAYS; days++, day = addDays(day, 1)) {
    const shift = shiftOn(week, day)
    if (!shift || away.some((each) => each.from <= day && day <= each.until)) continue
    const begins = Math.max(shift.from, from.getTime())
    if (begins >= shift.until) continue
    if (begins + left <= shift.until) return new Date(begins + left)
    left -= shift.until - begins
  }
  return new Date(from.getTime() + MOST_DAYS * 24 * HOUR_MS)
}

/** Working hours that have passed between two instants, in whole hours. */
export function workingHoursBetween(week: Hours, from: Date, until: Date): number {
  let passed = 0
  const last = dayIn(week.timeZone, until)
  let day = dayIn(week.timeZone, from)
  for (let days = 0; day <= last && days < MOST_DAYS; days++, day = addDays(day, 1)) {
    const shift = shiftOn(week, day)
    if (shift) passed += Math.max(0, Math.min(shift.until, until.getTime()) - Math.max(shift.from, from.getTime()))
  }
  return Math.floor(passed / HOUR_MS)
}

function shiftOn({ timeZone, workDays, workFrom, workUntil }: Hours, day: Day): { from: number; until: number } | null {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  if (!workDays.includes(weekday)) return null
  const from = instantOf(timeZone, `${day}T${clockOf(workFrom)}`)
  const until =
    workUntil === 1440
      ? instantOf(timeZone, `${addDays(day, 1)}T00:00`)
      : instantOf(timeZone, `${day}T${clockOf(workUntil)}`)
  return from && until ? { from: from.getTime(), until: until.getTime() } : null
}

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
