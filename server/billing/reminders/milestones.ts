import { daysBetween, type Day } from '../../platform/runtime/index.ts'

/** Days from the end of a subscription on which its church is told: before it, on it, after it. */
export const REMINDER_DAYS = [-7, -2, 0, 3, 7, 14] as const
export type ReminderDay = (typeof REMINDER_DAYS)[number]

/** A mail that could not go on its day goes on the next, in the words of that; later it is left out. */
const LATE_DAYS = 1

/** What is to be told today; null: nothing. Of what was missed only the newest is told, while it is news. */
export function reminderDue(expiresOn: Day, today: Day): ReminderDay | null {
  const fromEnd = daysBetween(expiresOn, today)
  const day = REMINDER_DAYS.findLast((milestone) => milestone <= fromEnd)
  return day !== undefined && fromEnd - day <= LATE_DAYS ? day : null
}
