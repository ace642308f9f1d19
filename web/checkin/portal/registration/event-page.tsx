import { readRegistrable } from '#contract/checkin/registration.ts'
import { useTexts } from '../../../languages/index.ts'
import '../../../languages/registering.ts'
import { Empty, Failed } from '../../../ui/states/index.ts'
import { Card } from '../../../ui/surfaces/card.tsx'
import { useGateOpen } from '../session/session.ts'
import { Spinner } from '../reading/spinner.tsx'
import { useParam, useRead } from '../reading/use-read.ts'
import { AddWard } from './add-ward.tsx'
import { childrenFirst } from './person-words.ts'
import { Registration } from './registration.tsx'
import type { UpcomingEvent } from '#contract/checkin/events.ts'
import { portalPaths } from '../../../routing/portal-paths.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { closedWords, useDayTime, DateArch, useWhen } from '../events/event-words.tsx'
import classes from './registration.module.css'

function EventTitle() {
  const t = useTexts()
  return (
    <PageHeader title={t('portal.register.title')} back={{ to: portalPaths.events, label: t('portal.events.title') }} />
  )
}

/** Which event it is, and whether anybody can be registered now. */
function EventHead({ event }: { event: UpcomingEvent }) {
  const t = useTexts()
  const [when, dayTime] = [useWhen(), useDayTime()]
  const closed = closedWords(t, event, when)
  return (
    <>
      <section className={classes['event']}>
        <DateArch at={event.date} />
        <div className="grow">
          <h2 className="serif">{event.name}</h2>
          <p className={classes['fine']}>
            <time dateTime={event.date}>
              <span className="vh">{when(event.date)}</span>
              <span aria-hidden="true">{dayTime(event.date)}</span>
            </time>
          </p>
          {event.place && <p className={classes['fine']}>{event.place}</p>}
        </div>
      </section>
      {closed && <Note tone={event.state === 'not_yet' ? 'info' : 'warn'}>{closed}</Note>}
    </>
  )
}

function Event({ eventId }: { eventId: string }) {
  const t = useTexts()
  const { data, failure, reload } = useRead(readRegistrable, { params: { id: eventId } })
  const isGateOpen = useGateOpen()
  if (!data) return failure ? <Failed failure={failure} onRetry={reload} /> : <Spinner />
  const { event, people } = data
  const isShut = event.state !== 'open' || !isGateOpen
  // Once it is shut, only those are looked at who have a place or wait for one.
  const own = event.state === 'cancelled' ? [] : people
  const shown = isShut ? own.filter(({ state, waiting }) => state !== 'none' || waiting) : own
  return (
    <>
      <EventHead event={event} />
      {shown.length > 0 && (
        <Registration
          key={String(isShut)}
          eventId={eventId}
          data={{ ...data, people: childrenFirst(shown) }}
          isShut={isShut}
          reload={reload}
        />
      )}
      {people.length === 0 && (
        <Card padded={false}>
          <Empty
            picture="crowd"
            title={t('portal.register.empty')}
            action={!isShut && <AddWard label={t('portal.register.addWard')} kind="primary" onAdded={reload} />}
          >
            {t('portal.register.emptyText')}
          </Empty>
        </Card>
      )}
    </>
  )
}

/** CheckinEvent of the seed: a family registers for an event. */
export function EventPage() {
  const eventId = useParam('eventId')
  return (
    <>
      <EventTitle />
      <Event key={eventId} eventId={eventId} />
    </>
  )
}
