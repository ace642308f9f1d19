import { Link } from '@tanstack/react-router'
import type { EventRow } from '#contract/checkin/events.ts'
import { ClassBars } from '../../checkin/shared/class-bars.tsx'
import { DateArch } from '../../checkin/shared/date-arch.tsx'
import { calendarDay, useFormat } from '../../lib/format.tsx'
import { Phrase, useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './dashboard.module.css'

/** The next event, or the one that is on: when, where, who comes, and how full its classes are. */
export function NextEvent({ event }: { event: EventRow }) {
  const t = useTexts()
  const format = useFormat()
  const runsStation = useCan('checkin.self_service')
  const { id, name, place, startsAt, families, children } = event
  const day = format.longDay(calendarDay(new Date(startsAt), format.timeZone))
  return (
    <Card label={t('app.home.nextEvent')}>
      <div className={classes['event']}>
        <DateArch at={startsAt} large />
        <div className={classes['what']}>
          <div>
            <h2 className="serif">
              <Link to={paths.event} params={{ id }} className={classes['quiet']}>
                {name}
              </Link>
            </h2>
            <p className="muted">
              <span className="vh">{day}, </span>
              {[format.time(startsAt), place].filter(Boolean).join(', ')}
            </p>
          </div>
          <div className={classes['standing']}>
            <p>
              <Phrase id="app.home.coming" values={{ children, families }} parts={{ b: <b className="num" /> }} />
            </p>
            {runsStation && <ButtonLink to={paths.station}>{t('app.home.openCheckIn')}</ButtonLink>}
          </div>
        </div>
      </div>
      <ClassBars
        items={event.classes}
        label={t('app.home.classes')}
        words={{
          noLimit: 'app.home.noLimit',
          waiting: 'app.home.waitingHere',
          full: 'app.home.full',
          taken: 'app.home.taken',
        }}
      />
    </Card>
  )
}
