import { useLingui } from '@lingui/react'
import { useFormat } from '../../../languages/format.tsx'
import { useTexts } from '../../../languages/index.ts'

/** "Sunday, 9:00 AM" of an instant, where the date stands beside it. */
export function useDayTime(): (at: string) => string {
  const t = useTexts()
  const { time } = useFormat()
  const weekday = useWeekday()
  return (at) => t('portal.events.dayTime', { day: weekday(at), time: time(at) })
}

/** "Sunday" of an instant, in the church's zone. */
export function useWeekday(): (at: string) => string {
  const { i18n } = useLingui()
  const { timeZone } = useFormat()
  return (at) => new Intl.DateTimeFormat(i18n.locale, { weekday: 'long', timeZone }).format(new Date(at))
}
