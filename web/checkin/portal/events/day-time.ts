import { useFormat } from '../../../languages/format.tsx'
import { useTexts } from '../../../languages/index.ts'

/** "Sunday, 9:00 AM" of an instant, where the date stands beside it. */
export function useDayTime(): (at: string) => string {
  const t = useTexts()
  const { time, weekday } = useFormat()
  return (at) => t('portal.events.dayTime', { day: weekday(at), time: time(at) })
}

/** "Sunday" of an instant, in the church's zone. */
export const useWeekday = (): ((at: string) => string) => useFormat().weekday
