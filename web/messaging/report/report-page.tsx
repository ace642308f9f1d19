import { useParams } from '@tanstack/react-router'
import type { CampaignRow } from '#contract/messaging/sent-sms.ts'
import { ApiFailure } from '../../api/call.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { IconMessage } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useNearness } from '../sent/when.ts'
import { useCampaign } from './queries.ts'
import { Recipients } from './recipients.tsx'
import classes from './report.module.css'
import { Face } from '../../ui/marks/face.tsx'
import type { ReactNode } from 'react'
import { useHeadline } from '../sent/delivery-view.tsx'
import { shareOf, waitingOf } from '../sent/delivery.ts'

type Look = 'delivered' | 'failed' | 'waiting' | 'unknown' | 'skipped'
type FigureProps = { name: string; count: number; whole: number; look: Look }

/** One state: its bar, how many, and which share of all. */
function Figure({ name, count, whole, look }: FigureProps) {
  const format = useFormat()
  const width = `${whole > 0 ? (count / whole) * 100 : 0}%`
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classes['track']} aria-hidden="true">
        {count > 0 && <i className={classes[look]} style={{ inlineSize: width }} />}
      </dd>
      <dd className="num end">{format.number(count)}</dd>
      <dd className="num end small muted">{count > 0 && format.percent(shareOf(count, whole))}</dd>
    </div>
  )
}

/** What the message cost, and what came back. */
function UnitsSentence({ campaign: { state, units, unitsReturned } }: { campaign: CampaignRow }) {
  const t = useTexts()
  if (state === 'sending') return t('messaging.report.unitsHeld', { count: units })
  const spent = t('messaging.report.unitsSpent', { count: units })
  return unitsReturned > 0 ? `${spent} ${t('messaging.report.unitsBack', { count: unitsReturned })}` : spent
}

const Line = ({ children }: { children: ReactNode }) => <p className={`num ${classes['sentence']}`}>{children}</p>

/** How a message arrived, in numbers beside bars. */
function Figures({ campaign }: { campaign: CampaignRow }) {
  const t = useTexts()
  const format = useFormat()
  const words = useHeadline()
  const { counts, recipients: whole } = campaign
  return (
    <Card title={t('messaging.report.figures')} aside={<span className="num muted">{words(campaign)}</span>}>
      <dl className={classes['figures']}>
        <div className={classes['all']}>
          <dt>{t('messaging.report.recipients')}</dt>
          <dd className="num end">{format.number(whole)}</dd>
        </div>
        <Figure name={t('messaging.report.delivered')} count={counts.delivered} whole={whole} look="delivered" />
        <Figure name={t('messaging.report.failed')} count={counts.failed} whole={whole} look="failed" />
        <Figure name={t('messaging.report.waiting')} count={waitingOf(counts)} whole={whole} look="waiting" />
        <Figure name={t('messaging.report.unknown')} count={counts.unknown} whole={whole} look="unknown" />
        {counts.no_report > 0 && (
          <Figure name={t('messaging.report.noReport')} count={counts.no_report} whole={whole} look="unknown" />
        )}
        {counts.skipped > 0 && (
          <Figure name={t('messaging.report.skipped')} count={counts.skipped} whole={whole} look="skipped" />
        )}
      </dl>
      {counts.no_report > 0 && <Line>{t('messaging.report.noReportNote')}</Line>}
      {counts.unknown > 0 && <Line>{t('messaging.report.unknownNote')}</Line>}
      <Line>
        <UnitsSentence campaign={campaign} />
      </Line>
    </Card>
  )
}

const NAME = /#name#/i

/** The text as it stood on the phones, under the name it came from. */
function MessageAsSent({ campaign: { senderId, message } }: { campaign: CampaignRow }) {
  const t = useTexts()
  return (
    <section className={classes['aside']} aria-label={t('messaging.report.asSent')}>
      <div className={classes['phone']}>
        <div className={classes['sender']}>
          <Face firstName={senderId} plain />
          <bdi>{senderId}</bdi>
        </div>
        <p className={classes['bubble']} dir="auto">
          {message}
        </p>
      </div>
      {NAME.test(message) && <p className="small muted">{t('messaging.report.nameNote')}</p>}
    </section>
  )
}

/** When it was sent and by whom. */
function Sent({ campaign: { sentAt, sentBy } }: { campaign: CampaignRow }) {
  const t = useTexts()
  const format = useFormat()
  const said = { time: format.time(sentAt), name: sentBy }
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
    <ButtonLink to={paths.composeSms} search={{ messageId: id }} icon={IconMessage}>
      {t('messaging.report.useAgain')}
    </ButtonLink>
  )
}

function Report({ id }: { id: string }) {
  const t = useTexts()
  const canSend = useCan('messages.send')
  const { data: campaign, error, isPending, refetch } = useCampaign(id)
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
        <>
          <div className={classes['top']}>
            <Figures campaign={campaign} />
            <MessageAsSent campaign={campaign} />
          </div>
          <Recipients campaign={campaign} />
        </>
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
