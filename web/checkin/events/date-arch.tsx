import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { useFormat } from '../../lib/format.tsx'
import classes from './date-arch.module.css'

/** Month, day of the month and weekday of an instant in the church's zone. */
function useDayParts(at: string) {
  const { i18n } = useLingui()
  const { timeZone } = useFormat()
  return useMemo(() => {
    const part = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(i18n.locale, { ...options, timeZone }).format(new Date(at))
    return { month: part({ month: 'short' }), day: part({ day: 'numeric' }), weekday: part({ weekday: 'short' }) }
  }, [at, i18n.locale, timeZone])
}

type DateArchProps = { at: string; large?: boolean; isOver?: boolean }

/** A day in a doorway. Decorative: the day must stand beside it in words. */
export function DateArch({ at, large, isOver }: DateArchProps) {
  const { month, day, weekday } = useDayParts(at)
  return (
    <span
      aria-hidden="true"
      className={[classes['arch'], large && classes['large'], isOver && classes['over']].filter(Boolean).join(' ')}
    >
      <span>{month}</span>
      <b className="num">{day}</b>
      <span>{weekday}</span>
    </span>
  )
}
