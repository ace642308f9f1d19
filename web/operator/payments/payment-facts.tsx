import type { ConsolePayment } from '#contract/operator/requests.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { Fact, Facts } from '../facts/facts.tsx'
import { PaymentBadge, usePaymentName } from './payment-parts.tsx'
import { methodNames } from './payment-words.ts'
import classes from './payments.module.css'
import { Note } from '../../ui/surfaces/note.tsx'
import { useConsole } from '../console-session.ts'
import { isOpen } from './payment-rules.ts'

type OneProps = { payment: ConsolePayment }

const lineNames: Record<ConsolePayment['lines'][number]['what'], TextId> = {
  units: 'operator.payments.lineUnits',
  months: 'operator.payments.lineMonths',
  upgrade: 'operator.payments.lineUpgrade',
}

/** The sum, large; beside it what the provider took, where that is another. */
export function Sum({ payment }: OneProps) {
  const t = useTexts()
  const money = useMoney()
  const { taken } = payment
  const asked = <b className="num">{money.minor(payment.amountMinor, payment.currency)}</b>
  if (!taken) {
    return (
      <p className={classes['sum']}>
        {asked}
        <PaymentBadge payment={payment} />
      </p>
    )
  }
  return (
    <div className={classes['sum']}>
      <dl className={classes['sums']}>
        <div>
          <dt>{t('operator.payments.asked')}</dt>
          <dd>{asked}</dd>
        </div>
        <div>
          <dt>{t('operator.payments.taken', { provider: t(methodNames[payment.method]) })}</dt>
          <dd className={classes['taken']}>
            <b className="num">{money.minor(taken.amountMinor, taken.currency)}</b>
          </dd>
        </div>
      </dl>
      <PaymentBadge payment={payment} />
    </div>
  )
}

function Decided({ payment: { state, decidedAt, decidedByName, refusedReason } }: OneProps) {
  const t = useTexts()
  const format = useFormat()
  if (!decidedAt) return null
  const when = format.dateTime(decidedAt)
  return (
    <>
      <Fact label={t(state === 'cancelled' ? 'operator.payments.cancelled' : 'operator.payments.decided')}>
        {decidedByName ? t('operator.payments.decidedBy', { name: decidedByName, when }) : when}
      </Fact>
      {refusedReason && <Fact label={t('operator.payments.why')}>{refusedReason}</Fact>}
    </>
  )
}

/** Something to be looked up elsewhere: marked as a whole when it is pressed. */
const Code = ({ label, children }: { label: string; children: string }) => (
  <Fact label={label}>
    <bdi dir="ltr" className={classes['ref']}>
      {children}
    </bdi>
  </Fact>
)

/** Everything that is known of a payment. */
export function PaymentFacts({ payment }: OneProps) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const nameOf = usePaymentName()
  return (
    <Facts>
      <Code label={t('operator.payments.reference')}>{payment.reference}</Code>
      <Fact label={t('operator.payments.method')}>{t(methodNames[payment.method])}</Fact>
      {payment.providerId && <Code label={t('operator.payments.providerId')}>{payment.providerId}</Code>}
      <Fact label={t('operator.churches.church')}>{payment.churchName}</Fact>
      <Fact label={t('operator.payments.payer')}>{payment.payerEmail}</Fact>
      <Fact label={t('operator.payments.what')}>{nameOf(payment)}</Fact>
      {payment.lines.length > 1 &&
        payment.lines.map(({ what, count, amountMinor }) => (
          <Fact key={what} label={t(lineNames[what], { count })}>
            {money.minor(amountMinor, payment.currency)}
          </Fact>
        ))}
      <Fact label={t('operator.payments.begun')}>{format.dateTime(payment.createdAt)}</Fact>
      <Decided payment={payment} />
      {payment.receiptNumber && <Code label={t('operator.payments.receipt')}>{payment.receiptNumber}</Code>}
    </Facts>
  )
}

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
