import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { readDashboard, type Dashboard } from '#contract/dashboard/dashboard.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { read } from '../../api/queries.ts'
import { sessionQuery, useCan, useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { IconSend } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import classes from './dashboard.module.css'
import { Figures, WeekColumns } from './figures.tsx'
import { AllDone, FirstSteps } from './first-steps/first-steps.tsx'
import { useTicks } from './first-steps/step-words.ts'
import { dayAt, greetingAt } from './greeting.ts'
import { HelpCard } from './help-card.tsx'
import { NextEvent } from './next-event.tsx'
import { RecentMessages } from './recent-messages.tsx'
import { useWaiting, Waiting } from './waiting.tsx'
import { presentTime } from '../../device/clock.ts'
import type { PeopleFigures } from '#contract/people/persons.ts'

/** How long a church tries Narthex, and how much of it there is. */
function TrialCard() {
  const t = useTexts()
  const format = useFormat()
  const { church, units } = useSession()
  const size = { people: format.number(church.people), size: format.number(church.membershipSize) }
  const lines: readonly [name: string, value: string][] = [
    [t('app.home.freeUntil'), format.day(church.expiresOn)],
    [t('app.figures.people'), t('app.home.ofSize', size)],
    [t('app.figures.units'), format.number(units)],
  ]
  return (
    <Card title={t('app.home.trial')}>
      <dl className={classes['facts']}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink to={paths.subscription} block>
        {t('app.home.seePlans')}
      </ButtonLink>
    </Card>
  )
}

/** First-timers by week. */
function Inflow({ weeks }: { weeks: PeopleFigures['firstTimersByWeek'] }) {
  const t = useTexts()
  return (
    <Card title={t('app.inflow.title')} aside={<span className="small muted">{t('app.inflow.note')}</span>}>
      <WeekColumns weeks={weeks} />
    </Card>
  )
}

type DashboardParts = { dashboard: Dashboard }

/** A church that is still getting ready is welcomed; later it is greeted and goes to its messages from here. */
function Welcome({ isGettingReady }: { isGettingReady: boolean }) {
  const { person, church } = useSession()
  const t = useTexts()
  const format = useFormat()
  const maySend = useCan('messages.send')
  const [now] = useState(presentTime)
  const { today, toSunday } = dayAt(now, church.timeZone)
  const name = { name: person.firstName }
  const send = maySend && !isGettingReady && (
    <ButtonLink to={paths.composeSms} kind="primary" icon={IconSend}>
      {t('app.dashboard.sendSms')}
    </ButtonLink>
  )
  return (
    <PageHeader
      title={isGettingReady ? t('app.home.welcome', name) : t(greetingAt(now, church.timeZone), name)}
      tabTitle={t('app.dashboard.title')}
      actions={send}
    >
      {t('app.dashboard.today', { day: format.longDay(today), toSunday })}
    </PageHeader>
  )
}

function NothingOpen() {
  const t = useTexts()
  return (
    <Card padded={false} label={t('app.dashboard.title')}>
      <Empty title={t('app.dashboard.nothingTitle')} picture="closed">
        {t('app.dashboard.nothingText')}
      </Empty>
    </Card>
  )
}

/** Each part stands there when it has something to say. */
function Parts({ dashboard, isGettingReady }: DashboardParts & { isGettingReady: boolean }) {
  const { people, guests, event, messages } = dashboard
  const waiting = useWaiting(dashboard, { isGettingReady })
  const hasInflow = people?.firstTimersByWeek.some(({ count }) => count > 0)
  const hasSent = messages !== null && messages.length > 0
  return (
    <>
      {(event || waiting.length > 0) && (
        <div className={[classes['rows'], event && waiting.length > 0 && classes['wide']].filter(Boolean).join(' ')}>
          {event && <NextEvent event={event} slug={dashboard.slug} />}
          {waiting.length > 0 && <Waiting>{waiting}</Waiting>}
        </div>
      )}
      {!isGettingReady && <Figures people={people} guests={guests} />}
      {(hasInflow || hasSent) && (
        <div className={[classes['rows'], hasInflow && hasSent && classes['two']].filter(Boolean).join(' ')}>
          {people && hasInflow && <Inflow weeks={people.firstTimersByWeek} />}
          {hasSent && <RecentMessages messages={messages} />}
        </div>
      )}
    </>
  )
}

/** What the bars and the plan say of people is of the session, which others change meanwhile: it is read anew then. */
function useFreshSession({ people }: Dashboard) {
  const client = useQueryClient()
  const { church } = useSession()
  const isOld = useEffectEvent((count: number) => count !== church.people)
  const count = people?.people
  useEffect(() => {
    if (count !== undefined && isOld(count)) void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }, [client, count])
}

function Loaded({ dashboard }: DashboardParts) {
  const { firstSteps, firstStepsHidden, isTrial, people, event, messages } = dashboard
  const mayManage = useCan('church.manage')
  const seesBilling = useCan('billing.read')
  useTicks(dashboard)
  useFreshSession(dashboard)
  const isShown = !firstStepsHidden && firstSteps.length > 0
  const isDone = firstSteps.every(({ state }) => state === 'done')
  const isGettingReady = isShown && !isDone
  const isBare = firstSteps.length === 0 && !people && !dashboard.guests && !event && !messages && !seesBilling
  return (
    <>
      <Welcome isGettingReady={isGettingReady} />
      {isShown && isDone && mayManage && <AllDone steps={firstSteps} />}
      {isGettingReady && (
        <div className={classes['first']}>
          <FirstSteps steps={firstSteps} canHide />
          <div className="stack">
            {isTrial && seesBilling && <TrialCard />}
            <HelpCard />
          </div>
        </div>
      )}
      {isBare && <NothingOpen />}
      <Parts dashboard={dashboard} isGettingReady={isGettingReady} />
    </>
  )
}

/** What a church sees first: what to do next, its next event, what waits for somebody, and its figures. */
export function DashboardPage() {
  const { data, error, isPending, refetch } = useQuery({ ...read(readDashboard), staleTime: 0 })
  if (data) return <Loaded dashboard={data} />
  return (
    <>
      <Welcome isGettingReady={false} />
      {isPending ? <Loading rows={6} /> : <Failed failure={error} onRetry={() => void refetch()} />}
    </>
  )
}
