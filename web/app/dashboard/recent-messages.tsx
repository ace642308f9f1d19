import { Link } from '@tanstack/react-router'
import type { CampaignRow } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { shareOf } from '../../messaging/sent/delivery.ts'
import { IconMessage } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './dashboard.module.css'

function Row({ campaign }: { campaign: CampaignRow }) {
  const t = useTexts()
  const format = useFormat()
  const { recipients, counts, state } = campaign
  const progress =
    state !== 'finished'
      ? t('app.sent.sending', { done: format.number(counts.sent + counts.delivered), all: format.number(recipients) })
      : t('app.sent.delivered', { share: format.percent(shareOf(counts.delivered, recipients)) })
  return (
    <li>
      <span className="row strong">
        <IconMessage size={16} stroke={1.75} aria-hidden="true" />
        <span className={classes['text']}>
          <Link to={paths.sentSmsReport} params={{ id: campaign.id }}>
            {campaign.message}
          </Link>
        </span>
      </span>
      <span className="num end">{t('app.sent.units', { count: campaign.units })}</span>
      <span className="small muted">{format.lately(campaign.sentAt)}</span>
      <span className="small muted num end">{progress}</span>
    </li>
  )
}

/** The newest messages. */
export function RecentMessages({ messages }: { messages: readonly CampaignRow[] }) {
  const t = useTexts()
  const all = (
    <Link to={paths.sentSms} className="small">
      {t('app.sent.all')}
    </Link>
  )
  return (
    <Card title={t('app.sent.title')} aside={all}>
      <ul className={classes['sent']}>
        {messages.map((campaign) => (
          <Row key={campaign.id} campaign={campaign} />
        ))}
      </ul>
    </Card>
  )
}
