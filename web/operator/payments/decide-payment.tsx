import { useState, type SubmitEvent } from 'react'
import type { DeskPayment } from '#contract/operator/requests.ts'
import { textOf } from '../../lib/form-call.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { useDesk } from '../desk-session.ts'
import { DeskFailure } from '../parts/desk-failure.tsx'
import parts from '../parts/parts.module.css'
import { ReasonField } from '../parts/reason-field.tsx'
import { takeFocus } from '../parts/take-focus.ts'
import { usePaymentName } from './payment-parts.tsx'
import { useApprovePayment, useRefusePayment } from './queries.ts'
import { isSameAmount } from './same-amount.ts'

type StepProps = {
  payment: DeskPayment
  onBack: () => void
  /** The payment as it is after the act. */
  onDecided: (payment: DeskPayment) => void
}

/** The amount that arrived is typed once more before anything is given: it is compared with what was asked for. */
function Approve({ payment, onBack, onDecided }: StepProps) {
  const t = useTexts()
  const money = useMoney()
  const nameOf = usePaymentName()
  const approve = useApprovePayment()
  const [isWrong, setWrong] = useState(false)
  const amount = money.minor(payment.amountMinor, payment.currency)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (approve.isPending) return
    const typed = textOf(new FormData(event.currentTarget), 'amount')
    const isSame = isSameAmount(typed, payment.amountMinor, payment.currency)
    setWrong(!isSame)
    if (isSame) approve.mutate(payment, { onSuccess: onDecided })
  }
  const isLast = !payment.needsTwo || payment.firstApproval !== null
  return (
    <form className="stack" onSubmit={submit}>
      <p>
        {isLast
          ? t('operator.payments.willGive', { church: payment.churchName, what: nameOf(payment) })
          : t('operator.payments.willNote')}
      </p>
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
      <DeskFailure failure={approve.error} />
      <div className={parts['acts']}>
        <Button onClick={onBack}>{t('operator.form.back')}</Button>
        <Button type="submit" kind="primary" icon={IconCheck} busy={approve.isPending}>
          {t('operator.payments.approveSum', { amount })}
        </Button>
      </div>
    </form>
  )
}

function Refuse({ payment, onBack, onDecided }: StepProps) {
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

/** Says what became of it. */
function useSaying() {
  const t = useTexts()
  const money = useMoney()
  const nameOf = usePaymentName()
  return (payment: DeskPayment) => {
    const { churchName: church, state } = payment
    const amount = money.minor(payment.amountMinor, payment.currency)
    if (state === 'succeeded')
      toast.ok(t('operator.payments.saidApproved', { amount }), {
        text: t('operator.payments.saidGiven', { church, what: nameOf(payment) }),
      })
    else if (state === 'failed')
      toast.ok(t('operator.payments.saidRefused', { amount }), { text: t('operator.payments.saidTold', { church }) })
    else if (state === 'review') toast.warn(t('operator.payments.saidAside'))
    else toast.ok(t('operator.payments.saidNoted'), { text: t('operator.payments.saidSecond') })
  }
}

/** What may be done with a payment that waits. */
export function DecidePayment({ payment, onDecided }: Pick<StepProps, 'payment' | 'onDecided'>) {
  const t = useTexts()
  const say = useSaying()
  const me = useDesk().operator.id
  const [step, setStep] = useState<'look' | 'back' | 'approve' | 'refuse'>('look')
  const decided = (after: DeskPayment) => {
    say(after)
    setStep('look')
    onDecided(after)
  }
  const props = { payment, onBack: () => setStep('back'), onDecided: decided }
  if (step === 'approve') return <Approve {...props} />
  if (step === 'refuse') return <Refuse {...props} />
  const isMine = payment.firstApproval?.operatorId === me
  return (
    <>
      {payment.state === 'created' && <Note tone="warn">{t('operator.payments.noProofYet')}</Note>}
      <div className={parts['acts']}>
        <Button ref={step === 'back' ? takeFocus : null} kind="danger" onClick={() => setStep('refuse')}>
          {t('operator.payments.refuse')}
        </Button>
        {!isMine && (
          <Button kind="primary" icon={IconCheck} onClick={() => setStep('approve')}>
            {t('operator.payments.approve')}
          </Button>
        )}
      </div>
    </>
  )
}
