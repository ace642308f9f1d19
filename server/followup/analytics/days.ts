import { addDays, daysBetween, type Day } from '../../platform/runtime/index.ts'

/** Days of the church's calendar, both included. */
export type Days = { from: Day; until: Day }

export const daysUntil = (today: Day, days: number): Days => ({ from: addDays(today, 1 - days), until: today })

const YEAR_OF_WEEKS = 364

/** Easter Sunday of the western churches in a year, by the rule of Gauss as Meeus wrote it down. */
export function easterOf(year: number): Day {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100]
  const moon = (19 * golden + century - Math.floor(century / 4) - correction(century) + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const place = moon + weekday - 7 * late + 114
  const two = (part: number): string => `${part}`.padStart(2, '0')
  return `${`${year}`.padStart(4, '0')}-${two(Math.floor(place / 31))}-${two((place % 31) + 1)}`
}

/** By how far the moon is off the years of the calendar. */
const correction = (century: number): number => Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)

export const yearOf = (day: Day): number => Number(day.slice(0, 4))

/**
 * What a period is compared with: the same weekdays a year before, or those as far from Easter of the year before. Both are
 * whole weeks away. What happened since is left out: they have had as many days as the period.
 */
export function daysBefore({ from, until }: Days, today: Day, by: 'last_year' | 'easter') {
  const [now, before] = [easterOf(yearOf(until)), easterOf(yearOf(until) - 1)]
  const shift = by === 'easter' ? daysBetween(before, now) : YEAR_OF_WEEKS
  const back = (day: Day): Day => addDays(day, -shift)
  return {
    from: back(from),
    until: back(until),
    asOf: back(today),
    shift,
    easter: by === 'easter' ? { now, before } : null,
  }
}

const WEEKS_UP_TO = 120
const MONDAY = '2024-01-01'

const monthStart = (day: Day): Day => `${day.slice(0, 7)}-01`
/** The month so many months later, on its first day. */
function monthAfter(day: Day, months: number): Day {
  const place = yearOf(day) * 12 + Number(day.slice(5, 7)) - 1 + months
  return `${`${Math.floor(place / 12)}`.padStart(4, '0')}-${`${(place % 12) + 1}`.padStart(2, '0')}-01`
}
const weekStart = (day: Day): Day => addDays(day, -(((daysBetween(MONDAY, day) % 7) + 7) % 7))

type Part = Days & { isWhole: boolean }

/** Weeks of a period of up to 120 days, months of a longer one: each as far as it lies in it. Together they are the period. */
export function partsOf({ from, until }: Days, today: Day): { by: 'week' | 'month'; parts: Part[] } {
  const by = daysBetween(from, until) < WEEKS_UP_TO ? 'week' : 'month'
  const parts: Part[] = []
  let start = by === 'week' ? weekStart(from) : monthStart(from)
  while (start <= until) {
    const next = by === 'week' ? addDays(start, 7) : monthAfter(start, 1)
    const end = addDays(next, -1)
    const isWhole = start >= from && end <= until && end < today
    parts.push({ from: start < from ? from : start, until: end > until ? until : end, isWhole })
    start = next
  }
  return { by, parts }
}

/** The last twelve months, the latest first. */
export const twelveMonths = (today: Day): Days[] =>
  Array.from({ length: 12 }, (_, ago) => {
    const from = monthAfter(today, -ago)
    return { from, until: addDays(monthAfter(from, 1), -1) }
  })

/** A month is closed when its last Sunday has been written down: what changes from then on is told. */
const CLOSED_AFTER = 3
export const closedOn = ({ until }: Days): Day => addDays(until, CLOSED_AFTER)

/** From that day on nobody of these first days can be added: all of them have had so many whole days. */
export const ripeOn = ({ until }: Days, days: number): Day => addDays(until, days + 1)

const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/** M/D/YYYY as existing clients write it. Null: no such day. */
export function readUsDate(text: string): Day | null {
  const [, month = '', day = '', year = ''] = US_DATE.exec(text) ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const instant = Date.parse(`${written}T00:00:00Z`)
  return !Number.isNaN(instant) && written > '0001' && new Date(instant).toISOString().startsWith(written)
    ? written
    : null
}
