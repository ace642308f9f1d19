import { addDays, daysBetween } from '../../platform/runtime/index.ts'
import type { Chance } from './chance.ts'

/** Guests of each of the last thirteen weeks in a church of 300 first-timers, the running week last. */
const LATE_WEEKS = [6, 9, 7, 11, 5, 8, 10, 6, 12, 9, 14, 11, 4]
const LATE_OF = 300
const WEEKS = 104

/**
 * Days on which first-timers came, over two years up to `today`: mostly Sundays, more in the second year than in the
 * first, some in every one of the last thirteen weeks.
 */
export function firstTimerDays(today: string, count: number, chance: Chance): string[] {
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  const late = LATE_WEEKS.flatMap((guests, index) => {
    const scaled = Math.max(1, Math.round((guests * count) / LATE_OF))
    return Array.from({ length: scaled }, () => index - LATE_WEEKS.length + 1)
  })
  const early = Array.from({ length: Math.max(0, count - late.length) }, (_, index, all = count - late.length) =>
    earlyWeek((index + 0.5) / all),
  )
  return [...early, ...late].slice(-count).map((week) => dayOfWeek(addDays(monday, week * 7), today, chance))
}

/** The growing church: of two weeks the later one has more guests. */
const earlyWeek = (share: number): number => Math.floor((WEEKS - LATE_WEEKS.length) * share ** 0.8) - WEEKS + 1

/** The week's Sunday, now and then the midweek service; never after today. */
function dayOfWeek(monday: string, today: string, chance: Chance): string {
  const day = addDays(monday, chance.next() < 0.88 ? 6 : 2)
  return day <= today ? day : addDays(monday, chance.below(daysBetween(monday, today) + 1))
}
