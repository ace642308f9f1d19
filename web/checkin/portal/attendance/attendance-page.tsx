import { useCanGoBack } from '@tanstack/react-router'
import { readAttendance } from '#contract/checkin/registration.ts'
import type { Result } from '#contract/endpoint.ts'
import { useFormat } from '../../../languages/format.tsx'
import { useStepBack } from '../../../routing/step-back.ts'
import { useTexts, type TextId } from '../../../languages/index.ts'
import '../../../languages/registering.ts'
import { portalPaths } from '../../../routing/portal-paths.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Empty, Failed } from '../../../ui/states/index.ts'
import { Badge, type Tone } from '../../../ui/surfaces/badge.tsx'
import { Card } from '../../../ui/surfaces/card.tsx'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { Spinner } from '../reading/spinner.tsx'
import { useRead } from '../reading/use-read.ts'
import { useWhen } from '../events/event-words.tsx'
import classes from './attendance.module.css'

type Attendance = Result<typeof readAttendance>
type Event = Attendance['events'][number]
type Child = Event['children'][number]

/** The server lists no more. */
const MOST = 100

const states: Record<Child['state'], { word: TextId; tone: Tone }> = {
  to_come: { word: 'portal.attendance.toCome', tone: 'info' },
  came: { word: 'portal.attendance.came', tone: 'ok' },
  absent: { word: 'portal.attendance.missed', tone: 'neutral' },
}

function Figures({ registeredEvents, absent }: Attendance) {
  const t = useTexts()
  const { number } = useFormat()
  return (
    <Card padded={false}>
      <dl className={classes['figures']}>
        <div>
          <dt>{t('portal.attendance.registered', { count: registeredEvents })}</dt>
          <dd>{number(registeredEvents)}</dd>
        </div>
        <div>
          <dt>{t('portal.attendance.absent', { count: absent })}</dt>
          <dd>{number(absent)}</dd>
        </div>
      </dl>
    </Card>
  )
}

function ChildLine({ child }: { child: Child }) {
  const t = useTexts()
  const { time } = useFormat()
  const { firstName, className, state, checkedInAt, checkedOutAt } = child
  const { word, tone } = states[state]
  const times = () => {
    if (!checkedInAt) return ''
    return checkedOutAt
      ? t('portal.attendance.atBoth', { from: time(checkedInAt), until: time(checkedOutAt) })
      : t('portal.attendance.at', { at: time(checkedInAt) })
  }
  return (
    <li>
      <span className="grow">
        <span className={classes['name']}>{firstName}</span>
        <span className="small muted">{[className, times()].filter(Boolean).join(', ')}</span>
      </span>
      <Badge tone={tone}>{t(word)}</Badge>
    </li>
  )
}

function EventCard({ event }: { event: Event }) {
  const when = useWhen()
  return (
    <li>
      <Card padded={false}>
        <div className={classes['event']}>
          <h2 className="serif">{event.name}</h2>
          <p className="small muted">
            <time dateTime={event.startsAt}>{when(event.startsAt)}</time>
          </p>
        </div>
        <ul className={classes['children']}>
          {event.children.map((child, at) => (
            <ChildLine key={at} child={child} />
          ))}
        </ul>
      </Card>
    </li>
  )
}

function Record({ attendance }: { attendance: Attendance }) {
  const t = useTexts()
  if (attendance.events.length === 0)
    return (
      <Card padded={false}>
        <Empty
          picture="hourglass"
          title={t('portal.attendance.none')}
          action={
            <ButtonLink to={portalPaths.events} kind="primary">
              {t('portal.attendance.toEvents')}
            </ButtonLink>
          }
        >
          {t('portal.attendance.noneText')}
        </Empty>
      </Card>
    )
  return (
    <>
      <Figures {...attendance} />
      <ul className={classes['events']}>
        {attendance.events.map((event) => (
          <EventCard key={event.eventId} event={event} />
        ))}
      </ul>
      {attendance.events.length >= MOST && <p className="muted">{t('portal.attendance.latest')}</p>}
    </>
  )
}

/** Which events the family registered for, and who came. */
export function AttendancePage() {
  const t = useTexts()
  const { data, failure, reload } = useRead(readAttendance)
  const [canGoBack, stepBack] = [useCanGoBack(), useStepBack()]
  // One comes from the profile, or from the events.
  const label = t(canGoBack ? 'portal.enter.back' : 'portal.events.title')
  return (
    <>
      <PageHeader title={t('portal.attendance.title')} back={{ to: portalPaths.events, label, onClick: stepBack }}>
        {t('portal.attendance.text')}
      </PageHeader>
      {data ? (
        <Record attendance={data} />
      ) : (
        <>{failure ? <Failed failure={failure} onRetry={reload} /> : <Spinner />}</>
      )}
    </>
  )
}
