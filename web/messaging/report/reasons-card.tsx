import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import type { CampaignReport } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconClock, IconRefresh } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { failuresIn, peopleIn, reasonLooks, worthTrying, type ReasonAct, type ReasonCount } from './reason-acts.ts'
import classes from './reasons.module.css'
import { reasonWords } from './state-words.ts'

const actWords: Record<ReasonAct, TextId> = {
  resend: 'messaging.report.resend',
  correct: 'messaging.report.correct',
  see: 'messaging.report.seeWho',
  sender: 'messaging.report.changeSender',
}

/** Sends it again for these reasons, or shows the people of one. `onResend` is missing for those who may not send. */
type Acts = {
  onSee: (reason: DeliveryReason) => void
  onResend: ((reasons: DeliveryReason[], withSender?: boolean) => void) | undefined
}

/** One reason: how many, how long that is beside the others, and what helps. */
function Reason({ counted, most, onSee, onResend }: Acts & { counted: ReasonCount; most: number }) {
  const t = useTexts()
  const format = useFormat()
  const { reason, people } = counted
  const { icon: Sign, act } = reasonLooks[reason]
  const isSending = act === 'resend' || act === 'sender'
  const shown = isSending && !onResend ? 'see' : act
  const name = t(reasonWords[reason])
  return (
    <li>
      <span className={classes['name']}>
        <Sign size={20} stroke={1.75} aria-hidden="true" />
        <span>{name}</span>
      </span>
      <span className={`num ${classes['count']}`}>{format.number(people)}</span>
      <span className={classes['length']} aria-hidden="true">
        <i style={{ inlineSize: `${(people / most) * 100}%` }} />
      </span>
      <Button
        kind="quiet"
        size="sm"
        aria-label={t('messaging.report.actFor', { act: t(actWords[shown]), reason: name })}
        onClick={() => (isSending && onResend ? onResend([reason], act === 'sender') : onSee(reason))}
      >
        {t(actWords[shown])}
      </Button>
    </li>
  )
}

/** How many the network never reported on, and that this takes days to know. */
function NoReport({ count }: { count: number }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <li>
      <span className={classes['name']}>
        <IconClock size={20} stroke={1.75} aria-hidden="true" />
        <span>{t('messaging.report.noReport')}</span>
      </span>
      <span className={`num ${classes['count']}`}>{format.number(count)}</span>
      <span className={`small ${classes['note']}`}>
        {t(count > 0 ? 'messaging.report.noReportNote' : 'messaging.report.stillAsking')}
      </span>
    </li>
  )
}

type ReasonsProps = Acts & { campaign: CampaignReport; reasons: readonly ReasonCount[] }

/** Why messages did not arrive, in plain words, and what to do about it. */
export function ReasonsCard({ campaign, reasons, onSee, onResend }: ReasonsProps) {
  const t = useTexts()
  const { counts } = campaign
  const failures = failuresIn(reasons)
  const again = worthTrying(reasons)
  if (failures.length === 0 && counts.no_report === 0) return null
  const most = Math.max(...failures.map(({ people }) => people))
  const resend = onResend && again.length > 0 && (
    <Button size="sm" icon={IconRefresh} onClick={() => onResend(again.map(({ reason }) => reason))}>
      {t('messaging.report.resendTo', { count: peopleIn(again) })}
    </Button>
  )
  return (
    <Card title={t('messaging.report.why', { count: counts.failed })} aside={resend}>
      <ul className={classes['why']}>
        {failures.map((counted) => (
          <Reason key={counted.reason} {...{ counted, most, onSee, onResend }} />
        ))}
        {counts.no_report + counts.sent > 0 && <NoReport count={counts.no_report} />}
      </ul>
    </Card>
  )
}
