/** Calendar days are texts, YYYY-MM-DD: they have no zone and sort as they are. */
export type Day = string

const DAY_MS = 86_400_000

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

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
