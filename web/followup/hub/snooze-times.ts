import { calendarDay, clockTime, daysAfter } from '../../languages/format.tsx'

/** The instant at which the clocks of a zone show this; where they are moved over it, the one nearest to it. */
export function instantAt(day: string, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T${time}Z`)
  const shownAt = (at: number): number => {
    const instant = new Date(at)
    return Date.parse(`${calendarDay(instant, timeZone)}T${clockTime(instant, timeZone)}Z`)
  }
  // Twice: the first guess may lie on the other side of a change of the clocks.
  const guess = wanted - (shownAt(wanted) - wanted)
  return new Date(guess - (shownAt(guess) - wanted))
}

export type SnoozeChoice = 'evening' | 'tomorrow' | 'service' | 'week'

const SUNDAY = 7
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || SUNDAY

/** The times offered, those that are over left out: this evening, tomorrow, after the service, next week. */
export function snoozeTimes(now: Date, timeZone: string): { choice: SnoozeChoice; at: Date }[] {
  const today = calendarDay(now, timeZone)
  const weekday = weekdayOf(today)
  const sunday = daysAfter(today, SUNDAY - weekday)
  const times = [
    { choice: 'evening', at: instantAt(today, '18:00', timeZone) },
    { choice: 'tomorrow', at: instantAt(daysAfter(today, 1), '10:00', timeZone) },
    { choice: 'service', at: instantAt(sunday, '13:00', timeZone) },
    { choice: 'week', at: instantAt(daysAfter(sunday, 1), '09:00', timeZone) },
  ] as const
  return times.filter(({ at }) => at > now)
}
