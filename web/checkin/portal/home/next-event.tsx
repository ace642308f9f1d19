import { Link } from '@tanstack/react-router'
import type { UpcomingEvent } from '#contract/checkin/events.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { eventPath, portalPaths, thankYouPath } from '../../../lib/portal-paths.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { IconUserPlus } from '../../../ui/icons.ts'
import { Empty } from '../../../ui/states/index.ts'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import { Card } from '../../../ui/surfaces/card.tsx'
import { DateArch } from '../shared/date-arch.tsx'
import { useGateOpen } from '../shared/session.ts'
import { useWhen } from '../shared/when.ts'
import classes from './home.module.css'

/** Without members they are added first; registering comes second then. */
function Ways({ event, hasMembers }: { event: UpcomingEvent; hasMembers: boolean }) {
  const t = useTexts()
  const when = useWhen()
  const isGateOpen = useGateOpen()
  const canRegister = event.state === 'open' && isGateOpen
  if (event.registrationId) {
    return (
      <>
        <ButtonLink to={thankYouPath(event.registrationId)} kind="primary" size="lg" block>
          {t('portal.home.pass', { event: event.name })}
        </ButtonLink>
        {canRegister && (
          <ButtonLink to={eventPath(event.activityID)} size="lg" block>
            {t('portal.home.change')}
          </ButtonLink>
        )}
      </>
    )
  }
  if (!canRegister) {
    const isAhead = event.state === 'not_yet' && event.opensAt
    return <p className="muted">{isAhead ? t('portal.home.opens', { at: when(isAhead) }) : t('portal.home.closed')}</p>
  }
  return (
    <ButtonLink to={eventPath(event.activityID)} kind={hasMembers ? 'primary' : 'outlined'} size="lg" block>
      {t('portal.home.register')}
    </ButtonLink>
  )
}

function AddMembers() {
  const t = useTexts()
  return (
    <ButtonLink to={portalPaths.family} kind="primary" size="lg" icon={IconUserPlus} block>
      {t('portal.home.addMembers')}
    </ButtonLink>
  )
}

/** The upcoming event with its banner, or the doorway while there is none. */
export function NextEvent({ event, hasMembers }: { event: UpcomingEvent | null; hasMembers: boolean }) {
  const t = useTexts()
  const when = useWhen()
  if (!event) {
    return (
      <>
        {!hasMembers && <AddMembers />}
        <Card padded={false}>
          <Empty title={t('portal.home.noEvent')}>{t('portal.home.noEventText')}</Empty>
        </Card>
      </>
    )
  }
  return (
    <>
      {!hasMembers && <AddMembers />}
      <section className="stack-8" aria-labelledby="next-event">
        <div className="row between">
          <h2 id="next-event">{t('portal.home.upcoming')}</h2>
          <Link className={classes['all']} to={portalPaths.events}>
            {t('portal.home.allEvents')}
          </Link>
        </div>
        <Card padded={false} className={classes['event']}>
          {event.eventBanner && <img className={classes['banner']} src={event.eventBanner} alt="" />}
          <div className={classes['body']}>
            <div className={classes['what']}>
              <DateArch at={event.date} />
              <div className="grow">
                <h3 className="serif">{event.name}</h3>
                <p className="muted">{when(event.date)}</p>
                {event.place && <p className="muted">{event.place}</p>}
                {event.registrationId && <Badge tone="ok">{t('portal.home.registered')}</Badge>}
              </div>
            </div>
            <Ways event={event} hasMembers={hasMembers} />
          </div>
        </Card>
      </section>
    </>
  )
}
