import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { CampaignReport } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { IconArrowBackUp } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { useDayWords } from '../lists/when.ts'
import { DeliveryBar, StateMark } from '../sent/delivery-view.tsx'
import { isUnderWay, shareOf } from '../sent/delivery.ts'
import { heldOf, leftOf, minutesLeft, totalsOf, type Sample } from './progress.ts'
import classes from './progress.module.css'

const LeavingView = lazy(async () => ({ default: (await import('../quote/leaving-view.tsx')).LeavingView }))

type One = { campaign: CampaignReport }

/** Where it stands, in a line. */
function useStanding() {
  const t = useTexts()
  const format = useFormat()
  return (campaign: CampaignReport): string => {
    const { state, recipients, counts } = campaign
    const numbers = { left: format.number(leftOf(campaign)), all: format.number(recipients), count: counts.queued }
    if (state === 'paused') return t('messaging.report.isPaused', numbers)
    if (state === 'cancelled') {
      const count = campaign.returnedFor.cancelled + counts.queued
      return t('messaging.report.isCancelled', { count })
    }
    if (state !== 'finished')
      return t(state === 'waiting' ? 'messaging.report.isWaiting' : 'messaging.report.isSending', numbers)
    if (counts.delivered + counts.failed === 0 && counts.sent > 0)
      return t('messaging.sent.waiting', { count: counts.sent })
    return t('messaging.report.isFinished', {
      done: format.number(counts.delivered),
      all: format.number(recipients),
      share: format.percent(shareOf(counts.delivered, recipients)),
    })
  }
}

const KEPT = 20

/** Minutes until all have left that may leave now, by what was seen of it here. */
function useMinutesLeft({ state, counts, waiting }: CampaignReport, readAt: number): number | null {
  const left = counts.queued - waiting.reduce((sum, { people }) => sum + people, 0)
  const [samples, setSamples] = useState<readonly Sample[]>([])
  // One look at it a reading; what was seen before a pause says nothing of what comes after it.
  if (state === 'sending' && samples.at(-1)?.at !== readAt) setSamples([...samples, { at: readAt, left }].slice(-KEPT))
  if (state !== 'sending' && samples.length > 0) setSamples([])
  return minutesLeft(samples)
}

/** What more there is to say of where it stands. */
function Facts({ campaign, readAt }: One & { readAt: number }) {
  const t = useTexts()
  const format = useFormat()
  const day = useDayWords()
  const { state, counts, steered } = campaign
  const minutes = useMinutesLeft(campaign, readAt)
  const facts: ReactNode[] = []
  if (state === 'sending' && minutes !== null) facts.push(t('messaging.report.minutesLeft', { count: minutes }))
  if (state === 'paused') facts.push(t('messaging.report.staysReserved', { count: heldOf(campaign) }))
  if (state === 'cancelled') facts.push(t('messaging.report.hadLeft', { count: leftOf(campaign) }))
  if (steered) {
    const when = t('messaging.sent.dayAndTime', { day: day(steered.at), time: format.time(steered.at) })
    const key = state === 'paused' ? 'messaging.report.pausedBy' : 'messaging.report.cancelledBy'
    facts.push(t(key, { name: steered.by, when }))
  }
  if (state === 'finished' && counts.failed > 0) facts.push(t('messaging.sent.failed', { count: counts.failed }))
  if (state === 'finished' && counts.no_report > 0)
    facts.push(t('messaging.report.withoutReport', { count: counts.no_report }))
  return facts.map((fact, place) => <span key={place}>{fact}</span>)
}

const TENTHS = 10

/** Says to who does not see the bar how far it is: at each tenth, and when it stands otherwise. */
function Announced({ campaign }: One) {
  const t = useTexts()
  const format = useFormat()
  const standing = useStanding()(campaign)
  const tenths = Math.floor((leftOf(campaign) * TENTHS) / Math.max(1, campaign.recipients))
  return (
    <span className="vh" role="status">
      {campaign.state === 'sending'
        ? t('messaging.report.shareLeft', { share: format.percent(tenths / TENTHS) })
        : standing}
    </span>
  )
}

/** The totals by state, each with the mark that it has in the bar. */
function Totals({ campaign }: One) {
  const t = useTexts()
  const format = useFormat()
  return (
    <dl className={`num ${classes['totals']}`}>
      {totalsOf(campaign).map(({ state, count, word, note }) => (
        <div key={state}>
          <dt>
            <StateMark state={state} />
            {t(word)}
          </dt>
          <dd>{format.number(count)}</dd>
          <dd className="small muted">{count > 0 && t(note)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Bar({ campaign }: One) {
  const t = useTexts()
  const format = useFormat()
  const { recipients, counts } = campaign
  const left = leftOf(campaign)
  return (
    <div
      role="progressbar"
      aria-label={t('messaging.report.progress')}
      aria-valuenow={left}
      aria-valuemin={0}
      aria-valuemax={recipients}
      aria-valuetext={t('messaging.report.haveLeft', { left: format.number(left), all: format.number(recipients) })}
    >
      <DeliveryBar counts={counts} large />
    </div>
  )
}

/** How far it is and how it arrived; `acts` are what can be done about it, `readAt` when this was read. */
export function ProgressCard({ campaign, readAt, acts }: One & { readAt: number; acts: ReactNode }) {
  const t = useTexts()
  const standing = useStanding()(campaign)
  const { waiting, unitsSpent, unitsReturned } = campaign
  return (
    <Card label={t('messaging.report.figures')} padded={false}>
      <div className={classes['live']}>
        <div className={classes['head']}>
          <div>
            <h2 className="num">{standing}</h2>
            <p className={`small num ${classes['facts']}`}>
              <Facts campaign={campaign} readAt={readAt} />
            </p>
          </div>
          {acts}
        </div>
        <Bar campaign={campaign} />
        {campaign.counts.unknown > 0 && <p className="small muted">{t('messaging.report.unknownNote')}</p>}
        <Suspense fallback={null}>{waiting.length > 0 && <LeavingView departures={waiting} />}</Suspense>
        {!isUnderWay(campaign) && unitsReturned > 0 && (
          <p className={`num ${classes['back']}`}>
            <IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />
            <span>{t('messaging.report.unitsBack', { count: unitsReturned })}</span>
            <span>{t('messaging.report.unitsSpent', { count: unitsSpent })}</span>
          </p>
        )}
      </div>
      <Totals campaign={campaign} />
      <Announced campaign={campaign} />
    </Card>
  )
}
