import { useFormat } from '../../../languages/format.tsx'
import classes from './date-arch.module.css'

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
