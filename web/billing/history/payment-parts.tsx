import type { Payment } from '#contract/billing/payments.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import classes from './history.module.css'

export const stateNames: Record<Payment['state'], TextId> = {
  created: 'billing.state.created',
  pending: 'billing.state.pending',
  succeeded: 'billing.state.succeeded',
  failed: 'billing.state.failed',
  cancelled: 'billing.state.cancelled',
  review: 'billing.state.review',
  refunded: 'billing.state.refunded',
}

const tones: Record<Payment['state'], Tone> = {
  created: 'warn',
  pending: 'warn',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
  review: 'warn',
  refunded: 'info',
}

export function PaymentState({ state }: { state: Payment['state'] }) {
  const t = useTexts()
  return <Badge tone={tones[state]}>{t(stateNames[state])}</Badge>
}

/** What was bought, in words. */
export function usePaymentName() {
  const t = useTexts()
  const format = useFormat()
  return ({ purpose, units, planName, months }: Payment) =>
    purpose === 'units'
      ? t('billing.history.units', { units: format.number(units ?? 0) })
      : t('billing.history.months', { plan: planName ?? '', months: months ?? 0 })
}

/** What was bought, and why it was refused where it was. */
export function What({ payment }: { payment: Payment }) {
  const nameOf = usePaymentName()
  return (
    <span className={classes['what']}>
      <span className="strong">{nameOf(payment)}</span>
      {payment.refusedReason && <span className="small muted">{payment.refusedReason}</span>}
    </span>
  )
}

export function Amount({ payment: { amountMinor, currency } }: { payment: Payment }) {
  const money = useMoney()
  return <span className="num">{money.minor(amountMinor, currency)}</span>
}

/** A payment on a phone. */
export function PaymentCard({ payment }: { payment: Payment }) {
  const format = useFormat()
  return (
    <div className={classes['card']}>
      <div className="row between">
        <What payment={payment} />
        <Amount payment={payment} />
      </div>
      <div className="row between">
        <span className="small muted num">
          {format.dateTime(payment.createdAt)} ·{' '}
          <bdi dir="ltr" className={classes['unbroken']}>
            {payment.reference}
          </bdi>
        </span>
        <PaymentState state={payment.state} />
      </div>
    </div>
  )
}
