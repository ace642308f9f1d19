import type { UpcomingEvent } from '#contract/checkin/events.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { portalPaths } from '../../../lib/portal-paths.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { closedWords } from '../events/state-words.ts'
import { useDayTime } from '../events/day-time.ts'
import { DateArch } from '../shared/date-arch.tsx'
import { useWhen } from '../shared/when.ts'
import classes from './registration.module.css'

export function EventTitle() {
  const t = useTexts()
  return (
    <PageHeader title={t('portal.register.title')} back={{ to: portalPaths.events, label: t('portal.events.title') }} />
  )
}

/** Which event it is, and whether anybody can be registered now. */
export function EventHead({ event }: { event: UpcomingEvent }) {
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
