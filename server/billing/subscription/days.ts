/** Calendar days as text, YYYY-MM-DD: they sort as they follow each other, and know no hour and no zone. */
export type Day = string

const DAY_MS = 86_400_000
/** What four digits of a year can say. */
const LAST_DAY = '9999-12-31'

const instantOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (instant: number): Day => {
  const date = new Date(instant)
  return date.getUTCFullYear() > 9999 ? LAST_DAY : date.toISOString().slice(0, 10)
}

/** Whether the calendar has this day: no 30 February, and no year 0, which the database does not know. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && text > '0001' && !Number.isNaN(instantOf(text)) && dayOf(instantOf(text)) === text

export const addDays = (day: Day, days: number): Day => dayOf(instantOf(day) + days * DAY_MS)

/** Days from one day to another; negative when it lies before. */
export const daysBetween = (from: Day, to: Day): number => Math.round((instantOf(to) - instantOf(from)) / DAY_MS)

/** The same day of a later month, or that month's last where it has no such day: 31 January + 1 is 28 or 29 February. */
export function addMonths(day: Day, months: number): Day {
  const from = new Date(instantOf(day))
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const monthsLast = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(from.getUTCDate(), monthsLast)))
}

export const laterOf = (one: Day, other: Day): Day => (one > other ? one : other)
