import { Link } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'
import type { DeskPayment } from '#contract/operator/requests.ts'
import { textOf } from '../../lib/form-call.ts'
import { Phrase, useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconArrowBackUp } from '../../ui/icons.ts'
import { DeskFailure } from '../parts/desk-failure.tsx'
import parts from '../parts/parts.module.css'
import { ReasonField } from '../parts/reason-field.tsx'
import { takeFocus } from '../parts/take-focus.ts'
import { sumBack } from './payment-rules.ts'
import { methodNames } from './payment-words.ts'
import classes from './payments.module.css'
import { useRefundPayment } from './queries.ts'
import type { StepProps } from './step.ts'

/** What was bought, once its money goes back. Of what was only taken aside nothing was given. */
function Bought({ payment }: { payment: DeskPayment }) {
  const t = useTexts()
  if (payment.state === 'review') return t('operator.payments.backNothingGiven')
  if (payment.refund) return t('operator.payments.backAgain')
  if (payment.purpose === 'units') return t('operator.payments.backTakesUnits', { units: payment.units ?? 0 })
  return (
    <Phrase
      id="operator.payments.backMonthsStay"
      parts={{ link: <Link to={paths.deskChurch} params={{ id: payment.churchId }} /> }}
    />
  )
}

/** The whole sum goes back: how, and what becomes of what was bought. */
export function RefundStep({ payment, onBack, onDecided }: StepProps) {
  const t = useTexts()
  const money = useMoney()
  const refund = useRefundPayment()
  const { amountMinor, currency } = sumBack(payment)
  const amount = money.minor(amountMinor, currency)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (refund.isPending) return
    const reason = textOf(new FormData(event.currentTarget), 'reason')
    refund.mutate({ payment, reason }, { onSuccess: onDecided })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p className="strong">{t('operator.payments.willGoBack', { amount, church: payment.churchName })}</p>
      <ul className={classes['follows']}>
        <li>
          <Bought payment={payment} />
        </li>
        <li>
          {payment.method === 'bank_transfer'
            ? t('operator.payments.backYourself')
            : t('operator.payments.backThrough', { provider: t(methodNames[payment.method]) })}
        </li>
      </ul>
      <ReasonField ref={takeFocus} hint={t('operator.payments.backReasonHint')} />
      <DeskFailure
        failure={refund.error}
        words={{ units_spent: 'operator.payments.unitsSpent', not_refundable: 'operator.payments.notRefundable' }}
      />
      <div className={parts['acts']}>
        <Button onClick={onBack}>{t('operator.form.back')}</Button>
        <Button type="submit" kind="danger" icon={IconArrowBackUp} busy={refund.isPending}>
          {t('operator.payments.giveBack', { amount })}
        </Button>
      </div>
    </form>
  )
}
