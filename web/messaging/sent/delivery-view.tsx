import type { CampaignRow, RecipientState } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { headlineOf, partsOf } from './delivery.ts'
import classes from './delivery.module.css'

const unfinished = {
  sending: 'messaging.sent.sending',
  paused: 'messaging.sent.paused',
  cancelled: 'messaging.sent.cancelled',
} as const satisfies Record<string, TextId>

/** What is said first about a send: "98.9% delivered", "Sending… 1,500 of 4,000". */
function useHeadline() {
  const t = useTexts()
  const format = useFormat()
  return (campaign: CampaignRow) => {
    const headline = headlineOf(campaign)
    switch (headline.kind) {
      case 'later':
        return t('messaging.sent.leaves', { when: campaign.leavesAt ? format.lately(campaign.leavesAt) : '' })
      case 'sending':
      case 'paused':
      case 'cancelled':
        return t(unfinished[headline.kind], {
          done: format.number(headline.done),
          all: format.number(headline.all),
        })
      case 'waiting':
        return t('messaging.sent.waiting', { count: headline.count })
      case 'counted':
        return t('messaging.sent.deliveredOf', {
          done: format.number(headline.delivered),
          all: format.number(headline.all),
        })
      case 'share':
        return t('messaging.sent.delivered', { share: format.percent(headline.share) })
    }
  }
}

/** The mark of a state, as it stands in the bar. */
export const StateMark = ({ state }: { state: RecipientState }) => (
  <i className={`${classes['mark']} ${classes[state]}`} aria-hidden="true" />
)

type BarProps = { counts: CampaignRow['counts']; large?: boolean }

/** The states side by side, as long as they are many. The words beside it say the same. */
export const DeliveryBar = ({ counts, large }: BarProps) => (
  <span className={[classes['bar'], large && classes['large']].filter(Boolean).join(' ')} aria-hidden="true">
    {partsOf(counts).map(({ state, count }) => (
      <i key={state} className={classes[state]} style={{ flexGrow: count }} />
    ))}
  </span>
)

/** How a send stands, in two lines of a row. */
export function Delivery({ campaign }: { campaign: CampaignRow }) {
  const t = useTexts()
  const words = useHeadline()
  const { failed, unknown } = campaign.counts
  return (
    <span className={classes['delivery']}>
      <span className={`num ${classes['line']}`}>
        <span className="clip">{words(campaign)}</span>
        {unknown > 0 && <Badge tone="unknown">{t('messaging.sent.unknown', { count: unknown })}</Badge>}
      </span>
      <span data-roomy="" className={classes['line']}>
        <DeliveryBar counts={campaign.counts} />
        {failed > 0 && (
          <span className={`num ${classes['missing']}`}>{t('messaging.sent.failed', { count: failed })}</span>
        )}
      </span>
    </span>
  )
}
