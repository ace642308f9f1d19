import type { SubmitEvent } from 'react'
import { textOf } from '../../lib/form-call.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DeskFailure } from '../parts/desk-failure.tsx'
import parts from '../parts/parts.module.css'
import { ReasonField } from '../parts/reason-field.tsx'
import { takeFocus } from '../parts/take-focus.ts'
import { useRefusePayment } from './queries.ts'
import type { StepProps } from './step.ts'

export function RefuseStep({ payment, onBack, onDecided }: StepProps) {
  const t = useTexts()
  const refuse = useRefusePayment()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (refuse.isPending) return
    const reason = textOf(new FormData(event.currentTarget), 'reason')
    refuse.mutate({ payment, reason }, { onSuccess: onDecided })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p>{t('operator.payments.willRefuse', { church: payment.churchName })}</p>
      {payment.method !== 'bank_transfer' && <p>{t('operator.payments.refuseKeeps')}</p>}
      <ReasonField ref={takeFocus} hint={t('operator.payments.reasonHint')} />
      <DeskFailure failure={refuse.error} />
      <div className={parts['acts']}>
        <Button onClick={onBack}>{t('operator.form.back')}</Button>
        <Button type="submit" kind="danger" busy={refuse.isPending}>
          {t('operator.payments.refuse')}
        </Button>
      </div>
    </form>
  )
}
