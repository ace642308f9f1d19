import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState, type RefObject } from 'react'
import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import type { CampaignReport, CampaignRow } from '#contract/messaging/sent-sms.ts'
import { ApiFailure } from '../../api/call.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconCopy, IconSend } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useNearness } from '../lists/when.ts'
import { MessageAsSent } from './message-as-sent.tsx'
import { ProgressCard } from './progress-card.tsx'
import { useCampaign, useReasons } from './queries.ts'
import { ReasonsCard } from './reasons-card.tsx'
import { Recipients } from './recipients.tsx'
import { useReportFilter } from './report-filter.ts'
import classes from './report.module.css'
import type { Resending } from './resend-dialog.tsx'
import { SteerActs } from './steer-acts.tsx'
import { UnitsCard } from './units-card.tsx'

const ResendDialog = lazy(async () => ({ default: (await import('./resend-dialog.tsx')).ResendDialog }))

/** When it was sent, under which name, and by whom. */
function Sent({ campaign: { sentAt, sentBy, senderId } }: { campaign: CampaignRow }) {
  const t = useTexts()
  const format = useFormat()
  const said = { time: format.time(sentAt), name: sentBy, sender: senderId }
  const nearness = useNearness()(sentAt)
  if (nearness === 'today') return t('messaging.report.sentToday', said)
  if (nearness === 'yesterday') return t('messaging.report.sentYesterday', said)
  return t('messaging.report.sentOn', { ...said, day: format.day(calendarDay(new Date(sentAt), format.timeZone)) })
}

/** A message that was deleted, or a link that was cut: the server knows neither. */
const isMissing = (failure: Error) =>
  failure instanceof ApiFailure && (failure.code === 'not_found' || failure.code === 'invalid_input')

function Missing() {
  const t = useTexts()
  const back = (
    <ButtonLink to={paths.sentSms} kind="primary">
      {t('messaging.report.missingBack')}
    </ButtonLink>
  )
  return (
    <Empty title={t('messaging.report.missingTitle')} picture="lens" action={back}>
      {t('messaging.report.missingText')}
    </Empty>
  )
}

function UseAgain({ id }: { id: string }) {
  const t = useTexts()
  return (
    <ButtonLink to={paths.composeSms} search={{ messageId: id }} icon={IconCopy}>
      {t('messaging.report.useAgain')}
    </ButtonLink>
  )
}

/** Sends it to those whom the cancelling left out, once none of them can leave any more. */
function SendToCancelled({ campaign, onResend }: { campaign: CampaignRow; onResend: () => void }) {
  const t = useTexts()
  const { state, counts, returnedFor } = campaign
  if (state !== 'cancelled' || counts.queued > 0 || returnedFor.cancelled === 0) return null
  return (
    <Button icon={IconSend} onClick={onResend}>
      {t('messaging.report.sendToRest', { count: returnedFor.cancelled })}
    </Button>
  )
}

/** Goes to the people of one reason, below. */
function useSeeing(people: RefObject<HTMLElement | null>, change: (part: { reason: string; state: string }) => void) {
  return (reason: DeliveryReason) => {
    change({ reason, state: '' })
    people.current?.focus({ preventScroll: true })
    people.current?.scrollIntoView({ block: 'start' })
  }
}

/** What was sent, how far it is, why some of it did not arrive, and each of its recipients. */
function Whole({ campaign, readAt }: { campaign: CampaignReport; readAt: number }) {
  const canSend = useCan('messages.send')
  const filtering = useReportFilter({ id: campaign.id })
  const reasons = useReasons(campaign)
  const people = useRef<HTMLDivElement>(null)
  const [resending, setResending] = useState<Resending | null>(null)
  const resend = (wanted: DeliveryReason[], withSender = false) => setResending({ reasons: wanted, withSender })
  const onSee = useSeeing(people, filtering.change)
  const acts = canSend && (
    <>
      <SteerActs campaign={campaign} />
      <SendToCancelled campaign={campaign} onResend={() => resend(['cancelled'])} />
    </>
  )
  return (
    <>
      <div className={classes['top']}>
        <ProgressCard campaign={campaign} readAt={readAt} acts={acts} />
        <div className={classes['aside']}>
          <MessageAsSent campaign={campaign} />
          <UnitsCard campaign={campaign} />
        </div>
        <ReasonsCard {...{ campaign, reasons, onSee }} onResend={canSend ? resend : undefined} />
      </div>
      <div ref={people} tabIndex={-1} className={classes['people']}>
        <Recipients campaign={campaign} filtering={filtering} />
      </div>
      <Suspense fallback={null}>
        {resending && <ResendDialog campaign={campaign} resending={resending} onClose={() => setResending(null)} />}
      </Suspense>
    </>
  )
}

function Report({ id }: { id: string }) {
  const t = useTexts()
  const canSend = useCan('messages.send')
  const { data: campaign, dataUpdatedAt, error, isPending, refetch } = useCampaign(id)
  return (
    <>
      <PageHeader
        title={t('messaging.report.title')}
        back={{ to: paths.sentSms, label: t('messaging.report.back') }}
        actions={canSend && campaign && <UseAgain id={id} />}
      >
        {campaign && <Sent campaign={campaign} />}
      </PageHeader>
      {campaign ? (
        <Whole campaign={campaign} readAt={dataUpdatedAt} />
      ) : (
        <Card label={t('messaging.report.title')} padded={false}>
          {isPending && <Loading rows={5} />}
          {error && (isMissing(error) ? <Missing /> : <Failed failure={error} onRetry={() => void refetch()} />)}
        </Card>
      )}
    </>
  )
}

/** How one sent SMS arrived: in figures, and recipient by recipient. */
export function ReportPage() {
  const { id } = useParams({ from: '/tenant/sms/sent/$id' })
  return <Report key={id} id={id} />
}
