import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement, type ReactNode } from 'react'
import { DUE_BEFORE_EXPIRY } from '#contract/billing/subscription.ts'
import type { Dashboard } from '#contract/dashboard/dashboard.ts'
import { listIncidents } from '#contract/checkin/incidents.ts'
import type { CampaignRow } from '#contract/messaging/sent-sms.ts'
import { calendarDay, daysAfter, daysBetween, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { read } from '../../api/queries.ts'
import { useCan, useSession } from '../../session/session.ts'
import { ButtonLink, type Icon } from '../../ui/controls/button.tsx'
import { IconAlertTriangle, IconCalendarDollar, IconMessageExclamation, IconTag } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './dashboard.module.css'
import { presentTime } from '../../device/clock.ts'

/** A plan's end is mentioned this many days before. */
const PLAN_NOTICE_DAYS = 30

const Item = ({ icon: Sign, title, text, action }: { icon: Icon; title: string; text: string; action?: ReactNode }) => (
  <li>
    <span className={classes['sign']}>
      <Sign size={20} stroke={1.75} aria-hidden="true" />
    </span>
    <div>
      <div className="strong">{title}</div>
      <div className="small muted">{text}</div>
    </div>
    {action}
  </li>
)

function Undelivered({ campaign }: { campaign: CampaignRow }) {
  const t = useTexts()
  return (
    <Item
      icon={IconMessageExclamation}
      title={t('app.waiting.undelivered', { count: campaign.counts.failed })}
      text={t('app.waiting.unitsBack', { count: campaign.unitsReturned })}
      action={
        <ButtonLink to={paths.sentSmsReport} params={{ id: campaign.id }} kind="quiet" size="sm">
          {t('app.waiting.read')}
        </ButtonLink>
      }
    />
  )
}

/** Stations do not agree about a child, or one left without authority: it comes before everything else. */
function Incidents({ count }: { count: number }) {
  const t = useTexts()
  return (
    <Item
      icon={IconAlertTriangle}
      title={t('app.waiting.incidents', { count })}
      text={t('app.waiting.incidentsText')}
      action={
        <ButtonLink to={paths.custody} kind="quiet" size="sm">
          {t('app.waiting.read')}
        </ButtonLink>
      }
    />
  )
}

function PlanEnds({ isTrial }: { isTrial: boolean }) {
  const t = useTexts()
  const format = useFormat()
  const { church } = useSession()
  const day = format.shortDay(isTrial ? church.expiresOn : daysAfter(church.expiresOn, -DUE_BEFORE_EXPIRY))
  return (
    <Item
      icon={IconCalendarDollar}
      title={isTrial ? t('app.home.trialUntil', { day }) : t('app.waiting.planEnds', { day })}
      text={t('app.waiting.plan', { size: format.number(church.membershipSize) })}
      action={
        <ButtonLink to={paths.subscription} kind="quiet" size="sm">
          {t('app.home.seePlans')}
        </ButtonLink>
      }
    />
  )
}

function OpenSender({ sender: { mask, state, reason } }: { sender: NonNullable<Dashboard['senders']>[number] }) {
  const t = useTexts()
  return (
    <Item
      icon={IconTag}
      title={t(state === 'refused' ? 'app.home.wasRefused' : 'app.home.isWaiting', { mask })}
      text={state === 'refused' ? (reason ?? '') : t('app.home.decisionMailed')}
      action={
        <ButtonLink to={paths.composeSms} kind="quiet" size="sm">
          {t('app.home.seeIt')}
        </ButtonLink>
      }
    />
  )
}

/** What wants somebody's eye today; often nothing. What the first steps say is not said twice. */
export function useWaiting(
  { messages, senders, isTrial }: Dashboard,
  { isGettingReady }: { isGettingReady: boolean },
): ReactElement[] {
  const { church } = useSession()
  const incidents = useQuery({ ...read(listIncidents), enabled: useCan('checkin.manage') }).data ?? []
  const seesBilling = useCan('billing.read')
  const undelivered = messages?.find(({ counts }) => counts.failed > 0)
  const [now] = useState(presentTime)
  const today = calendarDay(now, church.timeZone)
  const planEnds = seesBilling && daysBetween(today, church.expiresOn) <= PLAN_NOTICE_DAYS
  return [
    ...(incidents.length > 0 ? [<Incidents key="incidents" count={incidents.length} />] : []),
    ...(undelivered ? [<Undelivered key="undelivered" campaign={undelivered} />] : []),
    ...(isGettingReady ? [] : (senders ?? []).map((one) => <OpenSender key={one.mask} sender={one} />)),
    ...(planEnds && !isGettingReady ? [<PlanEnds key="plan" isTrial={isTrial} />] : []),
  ]
}

export function Waiting({ children }: { children: ReactElement[] }) {
  const t = useTexts()
  return (
    <Card title={t('app.waiting.title')}>
      <ul className={classes['waiting']}>{children}</ul>
    </Card>
  )
}
