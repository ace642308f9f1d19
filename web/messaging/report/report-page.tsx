import { useParams } from '@tanstack/react-router'
import type { CampaignRow } from '#contract/messaging/sent-sms.ts'
import { ApiFailure } from '../../lib/api.ts'
import { calendarDay, useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { IconMessage } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useNearness } from '../sent/when.ts'
import { Figures } from './figures.tsx'
import { MessageAsSent } from './message-as-sent.tsx'
import { useCampaign } from './queries.ts'
import { Recipients } from './recipients.tsx'
import classes from './report.module.css'

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
