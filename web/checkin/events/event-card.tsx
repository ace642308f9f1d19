import { Link } from '@tanstack/react-router'
import type { EventRow } from '#contract/checkin/events.ts'
import { Phrase, useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { ClassBars } from '../shared/class-bars.tsx'
import { DateArch } from '../shared/date-arch.tsx'
import { Repeats, StateBadge, useLongDay, useTimes } from './event-words.tsx'
import classes from './events.module.css'

/** Who is coming, or who came. */
export function Counts({ event: { children, families, checkedIn, state } }: { event: EventRow }) {
  const id = state === 'over' ? 'checkin.event.countsOver' : 'checkin.event.counts'
  return <Phrase id={id} values={{ children, families, came: checkedIn }} parts={{ b: <b className="num" /> }} />
}

/** An event of the list: its day, when and where, and how far its classes are filled. */
export function EventCard({ event }: { event: EventRow }) {
  const t = useTexts()
  const timesOf = useTimes()
  const dayOf = useLongDay()
  const { id, name, place, startsAt, state, series } = event
  const isPast = state === 'over' || state === 'cancelled'
  return (
    <li className={classes['card']}>
      <div className={classes['top']}>
        <DateArch at={startsAt} large isOver={isPast} />
        <div className={classes['what']}>
          <div>
            <h2 className="serif">
              <Link to={paths.event} params={{ id }} className={classes['name']}>
                {name}
              </Link>
            </h2>
            <p className="muted">
              <span className="vh">{dayOf(startsAt)}, </span>
              {[timesOf(event), place].filter(Boolean).join(', ')}
            </p>
          </div>
          <div className={classes['standing']}>
            <p>
              <Counts event={event} />
            </p>
            <span className={classes['badges']}>
              <Repeats series={series} />
              <StateBadge event={event} />
            </span>
          </div>
        </div>
      </div>
      <ClassBars items={event.classes} label={t('checkin.event.classesOf', { name })} />
    </li>
  )
}
