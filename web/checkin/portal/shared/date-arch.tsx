import { useLingui } from '@lingui/react'
import { useFormat } from '../../../languages/format.tsx'
import classes from './date-arch.module.css'

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
