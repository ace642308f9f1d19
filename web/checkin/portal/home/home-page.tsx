import { useAct } from '../../../api/use-act.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { readHome, answerCall } from '#contract/checkin/registration.ts'
import { useTexts } from '../../../languages/index.ts'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { keepPasses } from '../session/kept-passes.ts'
import { Later } from '../reading/later.tsx'
import { isPushToOffer } from '../push/push-memory.ts'
import { Spinner } from '../reading/spinner.tsx'
import { useRead } from '../reading/use-read.ts'
import { HomeOffline, OfflineNote, Passes } from './home-offline.tsx'
import { call as callServer } from '../../../api/call.ts'
import { useFormat } from '../../../languages/format.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { IconBellRinging, IconUserPlus } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toasts/index.ts'
import { failureWords } from '../reading/failure-words.ts'
import classes from './home.module.css'
import { Link } from '@tanstack/react-router'
import type { UpcomingEvent } from '#contract/checkin/events.ts'
import { eventPath, portalPaths, thankYouPath } from '../../../routing/portal-paths.ts'
import { Empty } from '../../../ui/states/index.ts'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import { Card } from '../../../ui/surfaces/card.tsx'
import { DateArch, useWhen } from '../events/event-words.tsx'
import { useGateOpen } from '../session/session.ts'
import type { Result } from '#contract/endpoint.ts'

/** What the dashboard shows. */
type Home = Result<typeof readHome>

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
function NextEvent({ event, hasMembers }: { event: UpcomingEvent | null; hasMembers: boolean }) {
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

/** A class asks for a parent now. */
function ClassCall({ call, onAnswered }: { call: Home['calls'][number]; onAnswered: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const { busy, run } = useAct((failure) => toast.bad(failureWords(t, failure)))
  const answer = () =>
    run(async () => {
      await callServer(answerCall, { params: { id: call.id } })
      toast.ok(t('portal.home.told'))
      onAnswered()
    })
  return (
    <section className={classes['call']}>
      <IconBellRinging size={24} stroke={1.75} aria-hidden="true" />
      <div className="grow">
        <h2>{t('portal.home.calls', { name: call.firstName })}</h2>
        <p>{t('portal.home.callAt', { className: call.className, at: format.time(call.at) })}</p>
      </div>
      <Button kind="primary" size="lg" block busy={busy} onClick={answer}>
        {t('portal.home.onMyWay')}
      </Button>
    </section>
  )
}

/** What the family does next: add its members, or register them. */
function Prompt({ home: { members, next } }: { home: Home }) {
  const t = useTexts()
  if (members === 0) return t('portal.home.noMembers')
  if (next?.registrationId) return t('portal.home.registered')
  return next?.state === 'open' ? t('portal.home.promptRegister') : null
}

/** A class that asks for a parent is seen within this time while the screen is looked at. */
const LOOK_AGAIN_MS = 20_000

function useLookAgain(reload: () => void): void {
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') reload()
  })
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_AGAIN_MS)
    const onSeen = () => look()
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [])
}

const loadPushOffer = async () => (await import('../push/push-offer.tsx')).PushOffer

/** The family's dashboard: what it can do next. */
export function HomePage() {
  const t = useTexts()
  const { data, failure, reload } = useRead(readHome)
  useLookAgain(reload)
  // What is answered on this screen stays on it until it is left.
  const [isOffered] = useState(isPushToOffer)
  useEffect(() => {
    if (data) void keepPasses(data.passes)
  }, [data])
  if (!data) return failure === undefined ? <Spinner /> : <HomeOffline failure={failure} onRetry={reload} />
  return (
    <>
      <div role="status" className={data.calls.length > 0 ? 'stack-8' : 'vh'}>
        {data.calls.map((one) => (
          <ClassCall key={one.id} call={one} onAnswered={reload} />
        ))}
      </div>
      <PageHeader title={t('portal.home.welcome', { name: data.welcomeName })} tabTitle={t('portal.shell.home')}>
        <Prompt home={data} />
      </PageHeader>
      {failure !== undefined && <OfflineNote onRetry={reload} />}
      <NextEvent event={data.next} hasMembers={data.members > 0} />
      {data.passes.length > 0 && <Passes passes={data.passes} />}
      {data.passes.length > 0 && isOffered && <Later calm load={loadPushOffer} />}
    </>
  )
}
