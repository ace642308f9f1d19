import type { ConsolePayment } from '#contract/operator/requests.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Opener } from '../facts/facts.tsx'
import parts from '../form/console.module.css'
import { methodNames, stateOf } from './payment-words.ts'

type PaymentProps = { payment: ConsolePayment }

export function PaymentBadge({ payment }: PaymentProps) {
  const t = useTexts()
  const { tone, word } = stateOf(payment)
  return <Badge tone={tone}>{t(word)}</Badge>
}

/** What was bought, in words. */
export function usePaymentName() {
  const t = useTexts()
  return ({ purpose, units, planName, months }: ConsolePayment) =>
    purpose === 'units'
      ? t('operator.payments.units', { units: units ?? 0 })
      : t('operator.payments.months', { plan: planName ?? '', months: months ?? 0 })
}

type OneProps = PaymentProps & { onOpen: () => void }

/** The church, which opens the payment, and what it bought. */
export function Payer({ payment, onOpen }: OneProps) {
  const nameOf = usePaymentName()
  return (
    <Opener onOpen={onOpen} second={nameOf(payment)}>
      {payment.churchName}
    </Opener>
  )
}

/** Its reference, and how it was made. */
export function Reference({ payment: { reference, method } }: PaymentProps) {
  const t = useTexts()
  return (
    <>
      <bdi dir="ltr" className="num">
        {reference}
      </bdi>
      <span data-roomy="" className={parts['second']}>
        {t(methodNames[method])}
      </span>
    </>
  )
}

export function Amount({ payment: { amountMinor, currency } }: PaymentProps) {
  return <span className="num strong">{useMoney().minor(amountMinor, currency)}</span>
}

/** A payment on a phone. */
export function PaymentCard({ payment, onOpen }: OneProps) {
  const t = useTexts()
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
          {format.dateTime(payment.createdAt)} · {t(methodNames[payment.method])} ·{' '}
          <bdi dir="ltr">{payment.reference}</bdi>
        </span>
        <PaymentBadge payment={payment} />
      </div>
    </div>
  )
}
