/** The one source of the present time: acts and rules receive it, tests move it. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

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
