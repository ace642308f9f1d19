import { Link } from '@tanstack/react-router'
import type { UpcomingEvent } from '#contract/checkin/events.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { eventPath, thankYouPath } from '../../../lib/portal-paths.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { IconQrcode } from '../../../ui/icons.ts'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import { DateArch } from '../shared/date-arch.tsx'
import { useWhen } from '../shared/when.ts'
import { chooseEvent } from './choose-event.ts'
import { useDayTime } from './day-time.ts'
import classes from './events.module.css'
import { closedWords } from './state-words.ts'

/** One event: pressing anywhere on it opens its registration. */
export function EventCard({ event }: { event: UpcomingEvent }) {
  const t = useTexts()
  const { activityID, name, date, eventBanner, place, registrationId } = event
  const [when, dayTime] = [useWhen(), useDayTime()]
  const closed = closedWords(t, event, when)
  return (
    <li className={classes['event']}>
      {eventBanner && <img className={classes['banner']} src={eventBanner} alt="" loading="lazy" />}
      <div className={classes['about']}>
        <DateArch at={date} />
        <div className="grow">
          <h2 className="serif">{name}</h2>
          <p className={classes['when']}>
            <time dateTime={date}>
              <span className="vh">{when(date)}</span>
              <span aria-hidden="true">{dayTime(date)}</span>
            </time>
            {place && `, ${place}`}
          </p>
          {registrationId && event.state !== 'cancelled' && <Badge tone="ok">{t('portal.events.registered')}</Badge>}
        </div>
      </div>
      {closed && <p className={classes['closed']}>{closed}</p>}
      {(closed === null || (registrationId && event.state !== 'cancelled')) && (
        <div className={classes['acts']}>
          <Link to={eventPath(activityID)} className={classes['choose']} onClick={() => chooseEvent(event)}>
            {t(registrationId ? 'portal.events.change' : 'portal.events.register')}
            <span className="vh">, {name}</span>
          </Link>
          {registrationId && (
            <ButtonLink to={thankYouPath(registrationId)} icon={IconQrcode} className={classes['pass']}>
              {t('portal.events.pass')}
              <span className="vh">, {name}</span>
            </ButtonLink>
          )}
        </div>
      )}
    </li>
  )
}
