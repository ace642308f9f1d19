import { calendarDay, daysAfter } from '../../languages/format.tsx'

/** A calendar day and the time on the clocks of the church. */
export type LocalTime = { day: string; clock: string }

const WEEK = 7
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** What is chosen most: tomorrow morning, and before the service of the Sunday to come. */
export function quickTimes(now: Date, timeZone: string): { tomorrow: LocalTime; sunday: LocalTime } {
  const today = calendarDay(now, timeZone)
  return {
    tomorrow: { day: daysAfter(today, 1), clock: '08:30' },
    sunday: { day: daysAfter(today, WEEK - weekdayOf(today)), clock: '08:00' },
  }
}

export const isSameTime = (one: LocalTime, other: LocalTime) => one.day === other.day && one.clock === other.clock
