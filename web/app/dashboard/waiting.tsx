import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement, type ReactNode } from 'react'
import type { CampaignRow } from '#contract/messaging/sent-sms.ts'
import { calendarDay, daysBetween, useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan, useSession } from '../../lib/session.ts'
import { ButtonLink, type Icon } from '../../ui/controls/button.tsx'
import { IconCalendarDollar, IconMessageExclamation } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { useHasPage } from '../pages.ts'
import classes from './dashboard.module.css'
import { lately } from './sent-lately.tsx'
import { presentTime } from '../../lib/clock.ts'

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
  const hasPage = useHasPage()
  return (
    <Item
      icon={IconMessageExclamation}
      title={t('app.waiting.undelivered', { count: campaign.counts.failed })}
      text={t('app.waiting.unitsBack', { count: campaign.unitsReturned })}
      action={
        hasPage(paths.sentSmsReport) && (
          <ButtonLink to={paths.sentSmsReport} params={{ id: campaign.id }} kind="quiet" size="sm">
            {t('app.waiting.read')}
          </ButtonLink>
        )
      }
    />
  )
}

function PlanEnds() {
  const t = useTexts()
  const format = useFormat()
  const { church } = useSession()
  return (
    <Item
      icon={IconCalendarDollar}
      title={t('app.waiting.planEnds', { day: format.shortDay(church.expiresOn) })}
      text={t('app.waiting.plan', { size: format.number(church.membershipSize) })}
    />
  )
}

/** What wants somebody's eye today; often nothing. */
export function useWaiting(): ReactElement[] {
  const { church } = useSession()
  const sent = useQuery({ ...lately(), enabled: useCan('messages.read') })
  const seesBilling = useCan('billing.read')
  const undelivered = sent.data?.items.find(({ counts }) => counts.failed > 0)
  const [now] = useState(presentTime)
  const today = calendarDay(now, church.timeZone)
  const planEnds = seesBilling && daysBetween(today, church.expiresOn) <= PLAN_NOTICE_DAYS
  return [
    ...(undelivered ? [<Undelivered key="undelivered" campaign={undelivered} />] : []),
    ...(planEnds ? [<PlanEnds key="plan" />] : []),
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
