import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { upcomingCheckinEvents, type UpcomingEvent } from '#contract/checkin/events.ts'
import { calendarDay, useFormat } from '../../../languages/format.tsx'
import { useTexts } from '../../../languages/index.ts'
import { portalPaths, eventPath, thankYouPath } from '../../../routing/portal-paths.ts'
import { IconHistory, IconQrcode } from '../../../ui/icons.ts'
import { Empty, Failed } from '../../../ui/states/index.ts'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { Spinner } from '../reading/spinner.tsx'
import { useRead } from '../reading/use-read.ts'
import classes from './events.module.css'
import { presentTime } from '../../../device/clock.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import { DateArch, useWhen, useDayTime, closedWords } from './event-words.tsx'

/** Where existing clients keep the event that was chosen; nothing in it tells of a family but the id of its registration. */
const CHOSEN = 'event_register'

/** Remembers which event a family is about to register for. */
function chooseEvent(event: UpcomingEvent): void {
  localStorage.setItem(CHOSEN, JSON.stringify(event))
}

/** One event: pressing anywhere on it opens its registration. */
function EventCard({ event }: { event: UpcomingEvent }) {
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

function Events() {
  const t = useTexts()
  const { data, failure, reload } = useRead(upcomingCheckinEvents)
  if (!data) return failure ? <Failed failure={failure} onRetry={reload} /> : <Spinner />
  if (data.length === 0)
    return (
      <Empty picture="closed" title={t('portal.events.none')}>
        {t('portal.events.noneText')}
      </Empty>
    )
  return (
    <ul className={classes['events']}>
      {data.map((event) => (
        <EventCard key={event.activityID} event={event} />
      ))}
    </ul>
  )
}

/** What a family can register for, the next event first. */
export function EventsPage() {
  const t = useTexts()
  const { timeZone, longDay } = useFormat()
  const [now] = useState(presentTime)
  return (
    <>
      <PageHeader title={t('portal.events.title')}>
        {t('portal.events.today', { day: longDay(calendarDay(now, timeZone)) })}
      </PageHeader>
      <Events />
      <Link to={portalPaths.attendance} className={classes['record']}>
        <IconHistory size={20} stroke={1.75} aria-hidden="true" />
        {t('portal.events.record')}
      </Link>
    </>
  )
}
