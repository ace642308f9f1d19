import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listCampaigns, type CampaignRow } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { read } from '../../lib/queries.ts'
import { shareOf } from '../../messaging/sent/delivery.ts'
import { IconMessage } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { useHasPage } from '../pages.ts'
import classes from './dashboard.module.css'

const NEWEST = 4

/** The newest sends, as the dashboard reads them; shared by its parts. */
export const lately = () => read(listCampaigns, { query: { limit: NEWEST } })

function Row({ campaign }: { campaign: CampaignRow }) {
  const t = useTexts()
  const format = useFormat()
  const hasPage = useHasPage()
  const { recipients, counts, state } = campaign
  const progress =
    state === 'sending'
      ? t('app.sent.sending', { done: format.number(counts.sent + counts.delivered), all: format.number(recipients) })
      : t('app.sent.delivered', { share: format.percent(shareOf(counts.delivered, recipients)) })
  return (
    <li>
      <span className="row strong">
        <IconMessage size={16} stroke={1.75} aria-hidden="true" />
        <span className={classes['text']}>
          {hasPage(paths.sentSmsReport) ? (
            <Link to={paths.sentSmsReport} params={{ id: campaign.id }}>
              {campaign.message}
            </Link>
          ) : (
            campaign.message
          )}
        </span>
      </span>
      <span className="num end">{t('app.sent.units', { count: campaign.units })}</span>
      <span className="small muted">{format.lately(campaign.sentAt)}</span>
      <span className="small muted num end">{progress}</span>
    </li>
  )
}

function Content() {
  const t = useTexts()
  const sent = useQuery(lately())
  if (sent.isPending) return <Loading rows={NEWEST} />
  if (sent.isError) return <Failed failure={sent.error} onRetry={() => void sent.refetch()} />
  if (sent.data.items.length === 0)
    return (
      <Empty title={t('app.sent.emptyTitle')} picture="letter">
        {t('app.sent.emptyText')}
      </Empty>
    )
  return (
    <ul className={classes['sent']}>
      {sent.data.items.map((campaign) => (
        <Row key={campaign.id} campaign={campaign} />
      ))}
    </ul>
  )
}

/** The four newest messages. */
export function SentLately() {
  const t = useTexts()
  const hasPage = useHasPage()
  const sent = useQuery(lately())
  const all = hasPage(paths.sentSms) && (
    <Link to={paths.sentSms} className="small">
      {t('app.sent.all')}
    </Link>
  )
  return (
    <Card title={t('app.sent.title')} aside={all} padded={sent.isSuccess}>
      <Content />
    </Card>
  )
}
