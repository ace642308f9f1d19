import type { PaymentState } from '#contract/billing/payments.ts'
import type { DeskPayment } from '#contract/operator/requests.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import { Opener } from '../parts/opener.tsx'
import parts from '../parts/parts.module.css'

export const stateNames: Record<PaymentState, TextId> = {
  created: 'operator.payments.created',
  pending: 'operator.payments.pending',
  succeeded: 'operator.payments.succeeded',
  failed: 'operator.payments.failed',
  cancelled: 'operator.payments.cancelled',
  review: 'operator.payments.review',
  refunded: 'operator.payments.refunded',
}

const tones: Record<PaymentState, Tone> = {
  created: 'neutral',
  pending: 'warn',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
  review: 'warn',
  refunded: 'info',
}

/** Whether somebody may still decide about it. */
export const isOpen = ({ state }: DeskPayment): boolean =>
  state === 'created' || state === 'pending' || state === 'review'

/** The state; of a large payment that one operator has approved, that the other is waited for. */
export function PaymentBadge({ payment }: { payment: DeskPayment }) {
  const t = useTexts()
  if (isOpen(payment) && payment.firstApproval) return <Badge tone="warn">{t('operator.payments.oneOfTwo')}</Badge>
  return <Badge tone={tones[payment.state]}>{t(stateNames[payment.state])}</Badge>
}

/** What was bought, in words. */
export function usePaymentName() {
  const t = useTexts()
  const format = useFormat()
  return ({ purpose, units, planName, months }: DeskPayment) =>
    purpose === 'units'
      ? t('operator.payments.units', { units: format.number(units ?? 0) })
      : t('operator.payments.months', { plan: planName ?? '', months: months ?? 0 })
}

type OneProps = { payment: DeskPayment; onOpen: () => void }

/** The church, which opens the payment, and what it bought. */
export function Payer({ payment, onOpen }: OneProps) {
  const nameOf = usePaymentName()
  return (
    <Opener onOpen={onOpen} second={nameOf(payment)}>
      {payment.churchName}
    </Opener>
  )
}

export function Amount({ payment: { amountMinor, currency } }: { payment: DeskPayment }) {
  return <span className="num strong">{useMoney().minor(amountMinor, currency)}</span>
}

/** A payment on a phone. */
export function PaymentCard({ payment, onOpen }: OneProps) {
  const format = useFormat()
  return (
    <div className={parts['card']}>
      <div className="row between">
        <span className="grow">
          <Payer payment={payment} onOpen={onOpen} />
        </span>
        <Amount payment={payment} />
      </div>
      <div className="row between wrap">
        <span className="small muted num">
          {format.dateTime(payment.createdAt)} · <bdi dir="ltr">{payment.reference}</bdi>
        </span>
        <PaymentBadge payment={payment} />
      </div>
    </div>
  )
}
