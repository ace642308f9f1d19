import { useFormat } from '../../languages/format.tsx'
import classes from './date-arch.module.css'

type DateArchProps = { at: string; large?: boolean; isOver?: boolean }

/** A day in a doorway. Decorative: the day must stand beside it in words. */
export function DateArch({ at, large, isOver }: DateArchProps) {
  const { month, day, weekday } = useFormat().dayParts(at)
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
