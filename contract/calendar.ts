import { z } from 'zod/mini'

/** A day that is in the calendar, YYYY-MM-DD, of the year 1 or later. */
export const calendarDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isInCalendar, 'No such day.'))

function isInCalendar(day: string): boolean {
  const instant = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(instant) && day > '0001' && new Date(instant).toISOString().startsWith(day)
}
