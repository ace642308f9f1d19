import { Link } from '@tanstack/react-router'
import type { EventRow } from '#contract/checkin/events.ts'
import { ClassBars } from '../../checkin/events/class-bars.tsx'
import { DateArch } from '../../checkin/events/date-arch.tsx'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { Phrase, useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { ButtonLink, IconButton } from '../../ui/controls/button.tsx'
import { IconCopy } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import classes from './dashboard.module.css'

/** Where the church's families register; on posters, in messages. */
function RegisterAt({ slug }: { slug: string }) {
  const t = useTexts()
  const path = `/checkin/${slug}`
  const copy = () =>
    navigator.clipboard.writeText(`${location.origin}${path}`).then(
      () => void toast.ok(t('app.home.copied')),
      () => void toast.warn(t('app.home.notCopied')),
    )
  return (
    <p className={classes['register']}>
      <span className="muted">{t('app.home.registerAt')}</span>
      <a href={path}>{`${location.host}${path}`}</a>
      <IconButton small label={t('app.home.copy')} icon={IconCopy} onClick={() => void copy()} />
    </p>
  )
}

/** The next event, or the one that is on: when, where, who comes, and how full its classes are. */
export function NextEvent({ event, slug }: { event: EventRow; slug: string | null }) {
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
      {slug !== null && <RegisterAt slug={slug} />}
    </Card>
  )
}
