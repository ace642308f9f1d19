import { useFormat } from '../../../languages/format.tsx'
import classes from './date-arch.module.css'
import { useTexts, type Translate } from '../../../languages/index.ts'
import type { UpcomingEvent } from '#contract/checkin/events.ts'

/** The day of an event in a doorway: month, day, weekday. Decorative: the date must stand beside it in words. */
export function DateArch({ at }: { at: string }) {
  const { month, day, weekday } = useFormat().dayParts(at)
  return (
    <span className={classes['arch']} aria-hidden="true">
      <span>{month}</span>
      <b>{day}</b>
      <span>{weekday}</span>
    </span>
  )
}

/** "Sunday, November 22, 9:00 AM" of an instant, in the church's zone. */
export const useWhen = (): ((at: string) => string) => useFormat().longDateTime

/** "Sunday, 9:00 AM" of an instant, where the date stands beside it. */
export function useDayTime(): (at: string) => string {
  const t = useTexts()
  const { time, weekday } = useFormat()
  return (at) => t('portal.events.dayTime', { day: weekday(at), time: time(at) })
}

/** "Sunday" of an instant, in the church's zone. */
export const useWeekday = (): ((at: string) => string) => useFormat().weekday

/** Why nobody can be registered now; null: registration is open. */
export function closedWords(
  t: Translate,
  { state, opensAt }: Pick<UpcomingEvent, 'state' | 'opensAt'>,
  when: (at: string) => string,
): string | null {
  if (state === 'open') return null
  if (state === 'not_yet' && opensAt) return t('portal.events.opens', { at: when(opensAt) })
  if (state === 'over') return t('portal.events.over')
  return t(state === 'cancelled' ? 'portal.events.cancelled' : 'portal.events.closed')
}
