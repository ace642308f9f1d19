import { useLingui } from '@lingui/react'
import { useFormat } from '../../../lib/format.tsx'
import classes from './date-arch.module.css'
import { useTexts, type Translate } from '../../../lib/languages/index.ts'
import type { UpcomingEvent } from '#contract/checkin/events.ts'

/** The day of an event in a doorway: month, day, weekday. Decorative: the date must stand beside it in words. */
export function DateArch({ at }: { at: string }) {
  const { i18n } = useLingui()
  const { timeZone } = useFormat()
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(i18n.locale, { ...options, timeZone }).format(new Date(at))
  return (
    <span className={classes['arch']} aria-hidden="true">
      <span>{part({ month: 'short' })}</span>
      <b>{part({ day: 'numeric' })}</b>
      <span>{part({ weekday: 'short' })}</span>
    </span>
  )
}

/** "Sunday, November 22, 9:00 AM" of an instant, in the church's zone. */
export function useWhen(): (at: string) => string {
  const { i18n } = useLingui()
  const { timeZone } = useFormat()
  return (at) =>
    new Intl.DateTimeFormat(i18n.locale, {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    }).format(new Date(at))
}

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
