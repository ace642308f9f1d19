import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { upcomingCheckinEvents } from '#contract/checkin/events.ts'
import { calendarDay, useFormat } from '../../../lib/format.tsx'
import { useTexts } from '../../../lib/languages/index.ts'
import { portalPaths } from '../../../lib/portal-paths.ts'
import { IconHistory } from '../../../ui/icons.ts'
import { Empty, Failed } from '../../../ui/states/index.ts'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { Spinner } from '../shared/spinner.tsx'
import { useRead } from '../shared/use-read.ts'
import { EventCard } from './event-card.tsx'
import classes from './events.module.css'
import { presentTime } from '../../../lib/clock.ts'

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
