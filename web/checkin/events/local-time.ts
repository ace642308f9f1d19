import { calendarDay, clockTime } from '../../languages/format.tsx'

const DAY_MS = 86_400_000

/** Day (YYYY-MM-DD) and time (HH:mm) of an instant, as the clocks of a zone show them. */
export function localParts(at: string, timeZone: string): { day: string; time: string } {
  const instant = new Date(at)
  return { day: calendarDay(instant, timeZone), time: clockTime(instant, timeZone) }
}

/** As the contract takes it: YYYY-MM-DDTHH:mm; null is ''. */
export function localTime(at: string | null, timeZone: string): string {
  if (at === null) return ''
  const { day, time } = localParts(at, timeZone)
  return `${day}T${time}`
}

/** So many days later, of a calendar day; '' for what is no day. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`).getTime()
  return Number.isNaN(at) ? '' : new Date(at + days * DAY_MS).toISOString().slice(0, 10)
}
