import { Link } from '@tanstack/react-router'
import { useTexts } from '../../languages/index.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { paths } from '../../routing/paths.ts'
import { IconChevronRight } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { DateArch } from '../events/date-arch.tsx'
import classes from './classes-page.module.css'
import { useClasses } from './queries.ts'
import type { listClasses } from '#contract/checkin/classes.ts'
import type { Result } from '#contract/endpoint.ts'

type ClassRow = Result<typeof listClasses>[number]
type ClassEvent = Pick<ClassRow, 'eventId' | 'eventName' | 'startsAt' | 'isToday'> & {
  items: readonly ClassRow[]
}

/** The classes by their events, both in the order in which they came. */
function eventsOf(rows: readonly ClassRow[]): readonly ClassEvent[] {
  const byEvent = Map.groupBy(rows, ({ eventId }) => eventId)
  return [...byEvent.values()].flatMap((items) => {
    const [first] = items
    return first ? [{ ...first, items }] : []
  })
}

function ClassLink({ one: { id, name, registered, checkedIn } }: { one: ClassRow }) {
  const t = useTexts()
  return (
    <li className={classes['row']}>
      <div className="grow">
        <Link to={paths.class} params={{ id }} className={classes['name']}>
          {name}
        </Link>
        <p className="num muted">{t('checkin.roster.hereOf', { here: checkedIn, expected: registered })}</p>
      </div>
      <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
    </li>
  )
}

function EventClasses({ event: { eventName, startsAt, isToday, items } }: { event: ClassEvent }) {
  const t = useTexts()
  const format = useFormat()
  const day = format.longDay(calendarDay(new Date(startsAt), format.timeZone))
  return (
    <Card padded={false} label={eventName}>
      <div className={classes['event']}>
        <DateArch at={startsAt} />
        <div className="grow">
          <h2 className="serif">{eventName}</h2>
          <p className="muted">
            {isToday
              ? t('checkin.classes.today', { time: format.time(startsAt) })
              : t('checkin.classes.next', { day, time: format.time(startsAt) })}
          </p>
        </div>
      </div>
      <ul aria-label={t('checkin.event.classesOf', { name: eventName })}>
        {items.map((one) => (
          <ClassLink key={one.id} one={one} />
        ))}
      </ul>
    </Card>
  )
}

function Body() {
  const t = useTexts()
  const { data, error, refetch } = useClasses()
  if (!data)
    return (
      <Card padded={false}>
        {error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={4} />}
      </Card>
    )
  if (data.length === 0)
    return (
      <Card padded={false}>
        <Empty title={t('checkin.classes.noneTitle')}>{t('checkin.classes.noneText')}</Empty>
      </Card>
    )
  return (
    <div className={classes['events']}>
      {eventsOf(data).map((event) => (
        <EventClasses key={event.eventId} event={event} />
      ))}
    </div>
  )
}

/** Where a teacher chooses the class of today. */
export function ClassesPage() {
  const t = useTexts()
  return (
    <>
      <PageHeader title={t('checkin.classes.title')}>{t('checkin.classes.line')}</PageHeader>
      <Body />
    </>
  )
}
