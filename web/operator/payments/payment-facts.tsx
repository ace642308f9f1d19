import type { DeskPayment } from '#contract/operator/requests.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { useDesk } from '../desk-session.ts'
import { Fact, Facts } from '../parts/facts.tsx'
import { isOpen, PaymentBadge, usePaymentName } from './payment-parts.tsx'
import classes from './payments.module.css'

type OneProps = { payment: DeskPayment }

const lineNames: Record<DeskPayment['lines'][number]['what'], TextId> = {
  units: 'operator.payments.lineUnits',
  months: 'operator.payments.lineMonths',
  upgrade: 'operator.payments.lineUpgrade',
}

/** The sum, large. */
export function Sum({ payment }: OneProps) {
  const money = useMoney()
  return (
    <p className={classes['sum']}>
      <b className="num">{money.minor(payment.amountMinor, payment.currency)}</b>
      <PaymentBadge payment={payment} />
    </p>
  )
}

const reviewWords = { plan_changed: 'operator.payments.planChanged', too_old: 'operator.payments.tooOld' } as const

/** Why a payment was taken aside. */
export function ReviewNote({ payment: { state, reviewReason } }: OneProps) {
  const t = useTexts()
  if (state !== 'review' || !reviewReason) return null
  return <Note tone="warn">{t(reviewWords[reviewReason])}</Note>
}

/** Where the payment stands with its two operators, for who looks at it. */
export function Approvals({ payment }: OneProps) {
  const t = useTexts()
  const format = useFormat()
  const me = useDesk().operator.id
  if (!isOpen(payment) || !payment.needsTwo) return null
  const first = payment.firstApproval
  if (!first) return <Note tone="info">{t('operator.payments.needsTwo')}</Note>
  const values = { name: first.name, when: format.lately(first.at) }
  if (first.operatorId === me) return <Note tone="info">{t('operator.payments.youFirst', { when: values.when })}</Note>
  return <Note tone="info">{t('operator.payments.otherFirst', values)}</Note>
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

/** Everything that is known of a payment. */
export function PaymentFacts({ payment }: OneProps) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const nameOf = usePaymentName()
  return (
    <Facts>
      <Fact label={t('operator.payments.reference')}>
        <bdi dir="ltr" className={classes['ref']}>
          {payment.reference}
        </bdi>
      </Fact>
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
    </Facts>
  )
}
