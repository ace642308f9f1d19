const DAY_MS = 86_400_000

/** The one source of the present time: acts and rules receive it, tests move it. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

/** Real time and what it was moved by: the demo's clock, and that of tests. */
export type MovableClock = Clock & { aheadMs: () => number; setAhead: (milliseconds: number) => void }

export function movableClock(): MovableClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    aheadMs: () => ahead,
    setAhead: (milliseconds) => {
      ahead = milliseconds
    },
  }
}

/** Making a formatter takes some hundred times as long as using it, and every request asks for a day. */
const calendars = new Map<string, Intl.DateTimeFormat>()

const QUARTER_MS = 900_000
/** Since then no clock of any zone is off by anything but quarters of an hour. */
const QUARTERS_FROM = Date.UTC(1973, 0)
/** The day of the quarter of an hour that was asked for last, by zone. */
const lastDays = new Map<string, { quarter: number; day: Day }>()

/** Calendar day (YYYY-MM-DD) of an instant in a time zone. */
export function dayIn(timeZone: string, at: Date): Day {
  if (!(at.getTime() >= QUARTERS_FROM)) return calendarOf(timeZone).format(at)
  const quarter = Math.floor(at.getTime() / QUARTER_MS)
  const last = lastDays.get(timeZone)
  if (last?.quarter === quarter) return last.day
  const day = calendarOf(timeZone).format(at)
  lastDays.set(timeZone, { quarter, day })
  return day
}

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone)
  if (known) return known
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  calendars.set(timeZone, calendar)
  return calendar
}

/** Calendar days are texts, YYYY-MM-DD: they have no zone and sort as they are. */
export type Day = string

/** What four digits of a year can say. */
const LAST_DAY = '9999-12-31'

/** The day of an instant in UTC; none is later than the last of four digits. */
function dayOf(instant: number): Day {
  const date = new Date(instant)
  return date.getUTCFullYear() > 9999 ? LAST_DAY : date.toISOString().slice(0, 10)
}

export const addDays = (day: Day, days: number): Day => dayOf(Date.parse(day) + days * DAY_MS)

/** Days from one day to another; negative when it lies before. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Whether the calendar has this day: no 30 February, and no year 0, which the database does not know. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  text > '0001' &&
  !Number.isNaN(Date.parse(text)) &&
  dayOf(Date.parse(text)) === text

/** The same day of a later month, or that month's last where it has no such day: 31 January + 1 is 28 or 29 February. */
export function addMonths(day: Day, months: number): Day {
  const from = new Date(day)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const monthsLast = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(from.getUTCDate(), monthsLast)))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clock on the wall of a place shows: `YYYY-MM-DDTHH:mm:ss`. */
export function wallTime(timeZone: string, at: Date): string {
  const known = clocks.get(timeZone)
  const clock = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  if (!known) clocks.set(timeZone, clock)
  return clock.format(at).replace(' ', 'T')
}

/**
 * The instant at which the clock on the wall of a place shows `YYYY-MM-DDTHH:mm`. A time that it shows twice is the first
 * one; one that it leaves out is as much later as the clock jumps (02:30 becomes 03:30). Null: no such time in any place, or
 * one before 1900, when places had the time of their own sun.
 */
export function instantOf(timeZone: string, local: string): Date | null {
  const near = instantsNear(timeZone, local)
  return near && (near.shown[0] ?? near.later)
}

/** Every instant at which that clock shows a time, in their order: none where it jumps over it, two in an hour shown twice. */
export const instantsOf = (timeZone: string, local: string): Date[] | null =>
  instantsNear(timeZone, local)?.shown ?? null

/** The first time that the clock shows again after it jumped over this one: 03:00 for 02:30. */
export function nextShown(timeZone: string, local: string): string | null {
  const near = instantsNear(timeZone, local)
  if (!near) return null
  const shows = (minute: number): string => wallTime(timeZone, new Date(minute * MINUTE_MS)).slice(0, 16)
  let before = Math.floor(near.earlier.getTime() / MINUTE_MS)
  let next = Math.ceil(near.later.getTime() / MINUTE_MS)
  while (next - before > 1) {
    const middle = Math.floor((before + next) / 2)
    if (shows(middle) < local) before = middle
    else next = middle
  }
  return shows(next)
}

const MINUTE_MS = 60_000

type Near = {
  shown: Date[]
  /** By the offset after and before a jump that leaves the time out: on both sides of it. */
  earlier: Date
  later: Date
}

function instantsNear(timeZone: string, local: string): Near | null {
  const wall = Date.parse(`${local}:00Z`)
  if (Number.isNaN(wall) || local < '1900' || !new Date(wall).toISOString().startsWith(local)) return null
  const aheadAt = (instant: number): number => Date.parse(`${wallTime(timeZone, new Date(instant))}Z`) - instant
  // A day is longer than any zone is ahead or behind, and than any change of its clocks.
  // Behind the last day of the last year there are no clocks.
  const candidates = [wall - aheadAt(wall - DAY_MS), wall - aheadAt(wall + DAY_MS)]
    .filter((instant) => !Number.isNaN(instant))
    .toSorted((a, b) => a - b)
  const [earlier = wall, later = earlier] = candidates
  const shown = [...new Set(candidates)].filter((instant) => instant + aheadAt(instant) === wall)
  return { shown: shown.map((instant) => new Date(instant)), earlier: new Date(earlier), later: new Date(later) }
}
