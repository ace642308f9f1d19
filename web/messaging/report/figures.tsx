import type { ReactNode } from 'react'
import type { CampaignRow } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { useHeadline } from '../sent/delivery-view.tsx'
import { shareOf, waitingOf } from '../sent/delivery.ts'
import classes from './report.module.css'

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
export function Figures({ campaign }: { campaign: CampaignRow }) {
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
