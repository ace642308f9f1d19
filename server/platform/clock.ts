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

/** Calendar day (YYYY-MM-DD) of an instant in a time zone. */
export function dayIn(timeZone: string, at: Date): string {
  return calendarOf(timeZone).format(at)
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

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clock on the wall of a place shows: `YYYY-MM-DDTHH:mm:ss`. */
export function wallTime(timeZone: string, at: Date): string {
  const known = clocks.get(timeZone)
  const clock = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  if (!known) clocks.set(timeZone, clock)
  return clock.format(at).replace(' ', 'T')
}

/** Longer than any zone is ahead or behind, and than any change of its clocks. */
const DAY_MS = 86_400_000

/**
 * The instant at which the clock on the wall of a place shows `YYYY-MM-DDTHH:mm`. A time that it shows twice is the first
 * one; one that it leaves out is as much later as the clock jumps (02:30 becomes 03:30). Null: no such time in any place, or
 * one before 1900, when places had the time of their own sun.
 */
export function instantOf(timeZone: string, local: string): Date | null {
  const wall = Date.parse(`${local}:00Z`)
  if (Number.isNaN(wall) || local < '1900' || !new Date(wall).toISOString().startsWith(local)) return null
  const aheadAt = (instant: number): number => Date.parse(`${wallTime(timeZone, new Date(instant))}Z`) - instant
  const before = wall - aheadAt(wall - DAY_MS)
  const after = wall - aheadAt(wall + DAY_MS)
  const shows = (instant: number): boolean => instant + aheadAt(instant) === wall
  return new Date(!shows(before) && shows(after) ? after : before)
}
