import type { ConsolePayment } from '#contract/operator/requests.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { useConsole } from '../console-session.ts'
import { isOpen } from './payment-rules.ts'
import { methodNames } from './payment-words.ts'

type OneProps = { payment: ConsolePayment }

const reviewWords = {
  plan_changed: 'operator.payments.planChanged',
  too_old: 'operator.payments.tooOld',
  amount_differs: 'operator.payments.amountDiffers',
  currency_differs: 'operator.payments.currencyDiffers',
  reference_differs: 'operator.payments.referenceDiffers',
} as const

/** Why a payment was taken aside. */
export function ReviewNote({ payment: { state, reviewReason } }: OneProps) {
  const t = useTexts()
  if (state !== 'review' || !reviewReason) return null
  return <Note tone="warn">{t(reviewWords[reviewReason])}</Note>
}

/** That only its provider knows whether it was paid. */
export function WaitingNote({ payment: { state, method } }: OneProps) {
  const t = useTexts()
  if (method === 'bank_transfer' || (state !== 'created' && state !== 'pending')) return null
  return <Note tone="info">{t('operator.payments.providerDecides', { provider: t(methodNames[method]) })}</Note>
}

/** Where the payment stands with its two operators, for who looks at it. */
export function Approvals({ payment }: OneProps) {
  const t = useTexts()
  const format = useFormat()
  const me = useConsole().operator.id
  const { waiting } = payment
  if (!waiting)
    return isOpen(payment) && payment.needsTwo ? <Note tone="info">{t('operator.payments.needsTwo')}</Note> : null
  const values = { name: waiting.name, when: format.lately(waiting.at) }
  const isMine = waiting.operatorId === me
  if (waiting.what === 'approve')
    return (
      <Note tone="info">
        {isMine ? t('operator.payments.youFirst', values) : t('operator.payments.otherFirst', values)}
      </Note>
    )
  return (
    <Note tone="info">
      <p>{isMine ? t('operator.payments.youBack', values) : t('operator.payments.otherBack', values)}</p>
      <p>{t('operator.payments.backWhy', { reason: waiting.reason })}</p>
    </Note>
  )
}

const refundTones = { wanted: 'info', done: 'ok', failed: 'bad' } as const

/** Where the money is that was given back: on its way, back, or still here and why. */
export function RefundNote({ payment: { method, refund } }: OneProps) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  if (!refund) return null
  const values = {
    amount: money.minor(refund.amountMinor, refund.currency),
    provider: t(methodNames[method]),
    when: format.dateTime(refund.at),
  }
  const words = {
    wanted: 'operator.payments.backWanted',
    done: method === 'bank_transfer' ? 'operator.payments.backByHand' : 'operator.payments.backDone',
    failed: 'operator.payments.backFailed',
  } as const
  return (
    <Note tone={refundTones[refund.state]}>
      <p className="strong">{t(words[refund.state], values)}</p>
      {refund.failure && <p>{refund.failure}</p>}
      {refund.units > 0 && <p>{t('operator.payments.backUnits', { units: refund.units })}</p>}
      <p>{t('operator.payments.backWhy', { reason: refund.reason })}</p>
    </Note>
  )
}
