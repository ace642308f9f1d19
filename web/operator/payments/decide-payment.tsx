import { useState, type SubmitEvent } from 'react'
import type { ConsolePayment } from '#contract/operator/requests.ts'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconArrowBackUp, IconCheck } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { useConsole } from '../console-session.ts'
import parts from '../form/console.module.css'
import { takeFocus, ReasonField } from '../form/reason-field.tsx'
import { ApproveStep, type StepProps } from './approve-step.tsx'
import { usePaymentName } from './payment-parts.tsx'
import { isOpen, isRefundable, isRefusable, sumBack } from './payment-rules.ts'
import { methodNames } from './payment-words.ts'
import { textOf } from '../../api/use-act.ts'
import { ConsoleFailure } from '../form/console-failure.tsx'
import { useRefusePayment, useRefundPayment } from './queries.ts'
import classes from './payments.module.css'

/** What was bought, once its money goes back. Of what was only taken aside nothing was given. */
function Bought({ payment }: { payment: ConsolePayment }) {
  const t = useTexts()
  if (payment.state === 'review') return t('operator.payments.backNothingGiven')
  if (payment.refund) return t('operator.payments.backAgain')
  if (payment.purpose === 'units') return t('operator.payments.backTakesUnits', { units: payment.units ?? 0 })
  return t('operator.payments.backTakesMonths')
}

/** The whole sum goes back: how, and what becomes of what was bought. */
function RefundStep({ payment, onBack, onDecided }: StepProps) {
  const t = useTexts()
  const money = useMoney()
  const refund = useRefundPayment()
  const { amountMinor, currency } = sumBack(payment)
  const amount = money.minor(amountMinor, currency)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (refund.busy) return
    const reason = textOf(new FormData(event.currentTarget), 'reason')
    refund.run({ payment, reason }, { done: onDecided })
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
      <ConsoleFailure
        failure={refund.failure}
        words={{ units_spent: 'operator.payments.unitsSpent', not_refundable: 'operator.payments.notRefundable' }}
      />
      <div className={parts['acts']}>
        <Button onClick={onBack}>{t('operator.form.back')}</Button>
        <Button type="submit" kind="danger" icon={IconArrowBackUp} busy={refund.busy}>
          {t('operator.payments.giveBack', { amount })}
        </Button>
      </div>
    </form>
  )
}

function RefuseStep({ payment, onBack, onDecided }: StepProps) {
  const t = useTexts()
  const refuse = useRefusePayment()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (refuse.busy) return
    const reason = textOf(new FormData(event.currentTarget), 'reason')
    refuse.run({ payment, reason }, { done: onDecided })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p>{t('operator.payments.willRefuse', { church: payment.churchName })}</p>
      {payment.method !== 'bank_transfer' && <p>{t('operator.payments.refuseKeeps')}</p>}
      <ReasonField ref={takeFocus} hint={t('operator.payments.reasonHint')} />
      <ConsoleFailure failure={refuse.failure} />
      <div className={parts['acts']}>
        <Button onClick={onBack}>{t('operator.form.back')}</Button>
        <Button type="submit" kind="danger" busy={refuse.busy}>
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
  const saidBack = (payment: ConsolePayment) => {
    const back = sumBack(payment)
    const [amount, church] = [money.minor(back.amountMinor, back.currency), payment.churchName]
    if (payment.refund?.state === 'done')
      toast.ok(t('operator.payments.saidBack', { amount }), { text: t('operator.payments.saidBackDone', { church }) })
    else
      toast.ok(t('operator.payments.saidGoingBack', { amount }), {
        text: t('operator.payments.saidBackWanted', { church, provider: t(methodNames[payment.method]) }),
      })
  }
  return (payment: ConsolePayment) => {
    const { churchName: church, state } = payment
    const amount = money.minor(payment.amountMinor, payment.currency)
    if (payment.waiting) toast.ok(t('operator.payments.saidNoted'), { text: t('operator.payments.saidSecond') })
    else if (payment.refund) saidBack(payment)
    else if (state === 'succeeded')
      toast.ok(t('operator.payments.saidApproved', { amount }), {
        text: t('operator.payments.saidGiven', { church, what: nameOf(payment) }),
      })
    else if (state === 'failed')
      toast.ok(t('operator.payments.saidRefused', { amount }), { text: t('operator.payments.saidTold', { church }) })
    else if (state === 'review') toast.warn(t('operator.payments.saidAside'))
  }
}

const steps = { approve: ApproveStep, refuse: RefuseStep, refund: RefundStep } as const
type Step = keyof typeof steps

type ChoicesProps = { payment: ConsolePayment; isBack: boolean; onStep: (step: Step) => void }

/** What may be done with it now. */
function Choices({ payment, isBack, onStep }: ChoicesProps) {
  const t = useTexts()
  const me = useConsole().operator.id
  const [mayDecide, isThere] = [isOpen(payment), isRefundable(payment)]
  const mine = payment.waiting?.operatorId === me ? payment.waiting.what : null
  const mayRefund = isThere && mine !== 'refund'
  const focused = isBack ? takeFocus : null
  return (
    <>
      {payment.state === 'created' && <Note tone="warn">{t('operator.payments.noProofYet')}</Note>}
      <div className={parts['acts']}>
        {mayRefund && (
          <Button ref={focused} kind="danger" icon={IconArrowBackUp} onClick={() => onStep('refund')}>
            {t('operator.payments.refund')}
          </Button>
        )}
        {isRefusable(payment) && (
          <Button ref={mayRefund ? null : focused} kind="danger" onClick={() => onStep('refuse')}>
            {t('operator.payments.refuse')}
          </Button>
        )}
        {mayDecide && mine !== 'approve' && (
          <Button kind="primary" icon={IconCheck} onClick={() => onStep('approve')}>
            {t(payment.method === 'bank_transfer' ? 'operator.payments.approve' : 'operator.payments.approveTaken')}
          </Button>
        )}
      </div>
    </>
  )
}

/** What may be done with a payment: decide about it, or give its money back. */
export function DecidePayment({ payment, onDecided }: Pick<StepProps, 'payment' | 'onDecided'>) {
  const say = useSaying()
  const [step, setStep] = useState<'look' | 'back' | Step>('look')
  if (!isOpen(payment) && !isRefundable(payment)) return null
  const decided = (after: ConsolePayment) => {
    say(after)
    setStep('look')
    onDecided(after)
  }
  if (step === 'look' || step === 'back') return <Choices payment={payment} isBack={step === 'back'} onStep={setStep} />
  const Chosen = steps[step]
  return <Chosen payment={payment} onBack={() => setStep('back')} onDecided={decided} />
}
