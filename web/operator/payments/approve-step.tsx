import { useState, type SubmitEvent } from 'react'
import { textOf } from '../../api/use-act.ts'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { ConsoleFailure } from '../form/console-failure.tsx'
import parts from '../form/console.module.css'
import { takeFocus } from '../form/reason-field.tsx'
import { usePaymentName } from './payment-parts.tsx'
import { methodNames } from './payment-words.ts'
import { useApprovePayment } from './queries.ts'
import { isSameAmount } from './payment-rules.ts'
import type { ConsolePayment } from '#contract/operator/requests.ts'

/** One act on a payment, in its dialog. */
export type StepProps = {
  payment: ConsolePayment
  onBack: () => void
  /** The payment as it is after the act. */
  onDecided: (payment: ConsolePayment) => void
}

/** What approving does. */
function WhatFollows({ payment }: Pick<StepProps, 'payment'>) {
  const t = useTexts()
  const money = useMoney()
  const nameOf = usePaymentName()
  const { taken, churchName: church } = payment
  const isLast = !payment.needsTwo || payment.waiting?.what === 'approve'
  return (
    <>
      <p>
        {isLast ? t('operator.payments.willGive', { church, what: nameOf(payment) }) : t('operator.payments.willNote')}
      </p>
      {taken && (
        <p>
          {t('operator.payments.keepsTaken', {
            provider: t(methodNames[payment.method]),
            amount: money.minor(taken.amountMinor, taken.currency),
          })}
        </p>
      )}
    </>
  )
}

/**
 * The amount of a transfer that arrived is typed once more before anything is given: it is compared with what was asked
 * for. What a provider took stands on the screen already.
 */
export function ApproveStep({ payment, onBack, onDecided }: StepProps) {
  const t = useTexts()
  const money = useMoney()
  const approve = useApprovePayment()
  const [isWrong, setWrong] = useState(false)
  const isTyped = payment.method === 'bank_transfer'
  const amount = money.minor(payment.amountMinor, payment.currency)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (approve.busy) return
    const typed = textOf(new FormData(event.currentTarget), 'amount')
    const isSame = !isTyped || isSameAmount(typed, payment.amountMinor, payment.currency)
    setWrong(!isSame)
    if (isSame) approve.run(payment, { done: onDecided })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <WhatFollows payment={payment} />
      {isTyped && (
        <TextField
          ref={takeFocus}
          label={t('operator.payments.arrived', { currency: payment.currency })}
          hint={t('operator.payments.arrivedHint')}
          error={isWrong ? t('operator.payments.notSame', { amount }) : undefined}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          required
        />
      )}
      <ConsoleFailure failure={approve.failure} />
      <div className={parts['acts']}>
        <Button ref={isTyped ? null : takeFocus} onClick={onBack}>
          {t('operator.form.back')}
        </Button>
        <Button type="submit" kind="primary" icon={IconCheck} busy={approve.busy}>
          {t('operator.payments.approveSum', { amount })}
        </Button>
      </div>
    </form>
  )
}
