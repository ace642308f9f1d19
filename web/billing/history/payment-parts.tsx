import type { Payment } from '#contract/billing/payments.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { paths } from '../../routing/paths.ts'
import { RowLink } from '../../ui/data-table/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import classes from './history.module.css'
import { methodNames, stateOf, isUnpaid } from './payment-words.ts'
import { useLeaveByLink } from '../checkout/use-paying.ts'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../session/session.ts'

/** The screen on which a transfer's account stands, and the place for its proof. */
const placeOf = ({ purpose }: Payment) => (purpose === 'units' ? paths.units : paths.subscription)

/** How an open payment goes on: on its provider's page, or with the proof of its transfer. */
function PayOn({ payment }: { payment: Payment }) {
  const t = useTexts()
  const mayPay = useCan('billing.manage')
  const leaveFor = useLeaveByLink()
  if (!mayPay || !isUnpaid(payment)) return null
  if (payment.checkoutUrl) {
    return (
      <a href={payment.checkoutUrl} className={classes['payOn']} onClick={leaveFor(payment)}>
        {t('billing.checkout.continue')}
      </a>
    )
  }
  if (payment.method !== 'bank_transfer' || payment.state !== 'created') return null
  return (
    <Link to={placeOf(payment)} className={classes['payOn']}>
      {t('billing.transfer.sendProof')}
    </Link>
  )
}

type One = { payment: Payment }

export function PaymentState({ payment }: One) {
  const t = useTexts()
  const { tone, word } = stateOf(payment)
  return <Badge tone={tone}>{t(word)}</Badge>
}

export const Method = ({ payment: { method } }: One) => <span>{useTexts()(methodNames[method])}</span>

/** What was bought, in words. */
export function usePaymentName() {
  const t = useTexts()
  return ({ purpose, units, planName, months }: Pick<Payment, 'purpose' | 'units' | 'planName' | 'months'>) =>
    purpose === 'units'
      ? t('billing.history.units', { units: units ?? 0 })
      : t('billing.history.months', { plan: planName ?? '', months: months ?? 0 })
}

/** Money on its way back, or back. */
function Refund({ refund }: { refund: NonNullable<Payment['refund']> }) {
  const t = useTexts()
  const format = useFormat()
  const day = format.day(calendarDay(new Date(refund.at), format.timeZone))
  return refund.state === 'done' ? t('billing.history.wentBack', { day }) : t('billing.history.sentBack')
}

/** Under what was bought: why it was refused, what went back, its receipt, or how to pay it after all. */
function Second({ payment }: One) {
  const t = useTexts()
  const { refusedReason, refund, receiptNumber } = payment
  if (refund) return <Refund refund={refund} />
  if (refusedReason) return refusedReason
  if (receiptNumber) return t('billing.history.receipt', { number: receiptNumber })
  return <PayOn payment={payment} />
}

/** What was bought; once it is paid, the way to its receipt. */
export function What({ payment }: One) {
  const name = usePaymentName()(payment)
  return (
    <span className={classes['what']}>
      {payment.receiptNumber ? (
        <RowLink to={paths.receipt} params={{ id: payment.id }} className="strong">
          {name}
        </RowLink>
      ) : (
        <span className="strong">{name}</span>
      )}
      <span data-roomy="" className={classes['second']}>
        <Second payment={payment} />
      </span>
    </span>
  )
}

export function Amount({ payment: { amountMinor, currency } }: One) {
  const money = useMoney()
  return <span className="num">{money.minor(amountMinor, currency)}</span>
}

/** A payment on a phone. */
export function PaymentCard({ payment }: One) {
  const t = useTexts()
  const format = useFormat()
  return (
    <div className={classes['card']}>
      <div className={classes['head']}>
        <What payment={payment} />
        <Amount payment={payment} />
      </div>
      <span className="small muted num">
        {format.dateTime(payment.createdAt)} · {t(methodNames[payment.method])}
      </span>
      <div className="row between">
        <bdi dir="ltr" className="small muted num">
          {payment.reference}
        </bdi>
        <PaymentState payment={payment} />
      </div>
    </div>
  )
}
