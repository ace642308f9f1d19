import type { PeopleFigures } from '#contract/people/persons.ts'
import type { Tx } from '../../platform/database/index.ts'
import { addDays, dayIn, type Day } from '../../platform/runtime/index.ts'
import { countFirstTimersByDay, countPeople, type Period } from './figures-store.ts'

const WEEKS = 13
const LATELY_DAYS = 30

/** The dashboard's figures. Days are the church's: what is Sunday in Lagos may be Saturday on the server. */
export async function peopleSummary(tx: Tx, timeZone: string, at: Date): Promise<PeopleFigures> {
  const today = dayIn(timeZone, at)
  const weeks = lastWeeks(today, WEEKS)
  // Thirteen weeks are longer than twice thirty days, so one reading serves all three figures.
  const [counted, days] = await Promise.all([
    countPeople(tx),
    countFirstTimersByDay(tx, { from: weeks[0] ?? today, to: today }),
  ])
  const sumOf = (matches: (day: Day) => boolean): number =>
    days.reduce((sum, { day, people }) => (matches(day) ? sum + people : sum), 0)
  const lately = { from: addDays(today, 1 - LATELY_DAYS), to: today }
  const before = { from: addDays(lately.from, -LATELY_DAYS), to: addDays(lately.from, -1) }
  return {
    ...counted,
    firstTimersLast30Days: sumOf((day) => isIn(lately, day)),
    firstTimersBefore: sumOf((day) => isIn(before, day)),
    firstTimersByWeek: weeks.map((monday) => ({
      weekStartsOn: monday,
      count: sumOf((day) => mondayOf(day) === monday),
    })),
  }
}

const isIn = ({ from, to }: Period, day: Day): boolean => from <= day && day <= to

/** The Monday of the week that a day is in. */
export function mondayOf(day: Day): Day {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}

/** Mondays of the last `weeks` weeks, oldest first; the last one is of the week that `today` is in. */
export function lastWeeks(today: Day, weeks: number): Day[] {
  const monday = mondayOf(today)
  return Array.from({ length: weeks }, (_, index) => addDays(monday, (index - weeks + 1) * 7))
}
