import type { ConsolePayment } from '#contract/operator/requests.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { Fact, Facts } from '../parts/facts.tsx'
import { PaymentBadge, usePaymentName } from './payment-parts.tsx'
import { methodNames } from './payment-words.ts'
import classes from './payments.module.css'

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
