import { calendarDay, daysBetween, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { presentTime } from '../../device/clock.ts'

type Nearness = 'today' | 'yesterday' | 'earlier'

/** How near an instant is in the church's calendar; what a fast clock dates ahead counts as today. */
export function nearnessOf(at: string, now: Date, timeZone: string): Nearness {
  const days = daysBetween(calendarDay(new Date(at), timeZone), calendarDay(now, timeZone))
  if (days <= 0) return 'today'
  return days === 1 ? 'yesterday' : 'earlier'
}

/** How near an instant is now, in the church's zone. */
export function useNearness() {
  const { timeZone } = useFormat()
  return (at: string) => nearnessOf(at, presentTime(), timeZone)
}

/** Words for the day of an instant: "Today", "Yesterday", "Nov 12", and of other years "Nov 12, 2025". */
export function useDayWords() {
  const t = useTexts()
  const format = useFormat()
  const nearnessTo = useNearness()
  return (at: string) => {
    const nearness = nearnessTo(at)
    if (nearness === 'today') return t('messaging.sent.today')
    if (nearness === 'yesterday') return t('messaging.sent.yesterday')
    const day = calendarDay(new Date(at), format.timeZone)
    const isThisYear = day.slice(0, 4) === calendarDay(presentTime(), format.timeZone).slice(0, 4)
    return isThisYear ? format.shortDay(day) : format.day(day)
  }
}
