import { dayIn } from '#server/platform/clock.ts'

/** The calendar day of an instant in a church's zone and its weekday, 1 Monday to 7 Sunday. */
export function churchDay(timeZone: string, at: Date): { day: string; weekday: number } {
  return eventDay(dayIn(timeZone, at))
}

/** A calendar day and its weekday. Rules of an event ask for the event's own, so that a night vigil stays one day. */
export function eventDay(day: string): { day: string; weekday: number } {
  // A calendar day is the same weekday everywhere.
  return { day, weekday: new Date(`${day}T00:00:00Z`).getUTCDay() || 7 }
}
