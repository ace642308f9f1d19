import type { CSSProperties } from 'react'
import type { PeopleFigures } from '#contract/people/persons.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { scaleFor } from './scale.ts'
import classes from './week-columns.module.css'

type Week = PeopleFigures['firstTimersByWeek'][number]

/** Days are named under every fourth column: more would not fit a phone. */
const EVERY = 4

/** A share of the plot's height, handed to the style sheet. */
const heightOf = (count: number, top: number) => ({ '--share': count / top }) as CSSProperties

/** One column a week from zero, its number above it; the week that is not over is hatched. */
export function WeekColumns({ weeks }: { weeks: readonly Week[] }) {
  const t = useTexts()
  const format = useFormat()
  const { top, marks } = scaleFor(Math.max(...weeks.map(({ count }) => count)))
  const last = weeks.length - 1
  const spoken = weeks.map(({ weekStartsOn, count }) =>
    t('app.inflow.week', { day: format.shortDay(weekStartsOn), count: format.number(count) }),
  )
  return (
    <div className={classes['chart']} role="img" aria-label={t('app.inflow.summary', { weeks: spoken.join('; ') })}>
      <div className={`${classes['axis']} num`} aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark}>{format.number(mark)}</span>
        ))}
      </div>
      <div className={classes['plot']} aria-hidden="true">
        {weeks.map(({ weekStartsOn, count }, index) => (
          <div key={weekStartsOn} className={classes['week']}>
            <span className="num">{format.number(count)}</span>
            <i className={index === last ? classes['unfinished'] : undefined} style={heightOf(count, top)} />
          </div>
        ))}
      </div>
      <div className={classes['days']} aria-hidden="true">
        {weeks.map(({ weekStartsOn }, index) => (
          <span key={weekStartsOn}>{(last - index) % EVERY === 0 ? format.shortDay(weekStartsOn) : ''}</span>
        ))}
      </div>
    </div>
  )
}
