import { calendarDay, hourIn } from '../../languages/format.tsx'
import type { TextId } from '../../languages/index.ts'

const NOON = 12
const EVENING = 17
const DAYS_OF_WEEK = 7

/** The greeting for an hour of the church's day. */
export function greetingAt(at: Date, timeZone: string): TextId {
  const hour = hourIn(at, timeZone)
  if (hour < NOON) return 'app.dashboard.morning'
  return hour < EVENING ? 'app.dashboard.afternoon' : 'app.dashboard.evening'
}

/** The church's calendar day, and how many days it is until Sunday; 0 on Sunday itself. */
export function dayAt(at: Date, timeZone: string): { today: string; toSunday: number } {
  const today = calendarDay(at, timeZone)
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return { today, toSunday: (DAYS_OF_WEEK - weekday) % DAYS_OF_WEEK }
}
