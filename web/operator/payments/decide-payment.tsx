import { useState } from 'react'
import type { DeskPayment } from '#contract/operator/requests.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconArrowBackUp, IconCheck } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { useDesk } from '../desk-session.ts'
import parts from '../parts/parts.module.css'
import { takeFocus } from '../parts/take-focus.ts'
import { ApproveStep } from './approve-step.tsx'
import { usePaymentName } from './payment-parts.tsx'
import { isOpen, isRefundable, isRefusable, sumBack } from './payment-rules.ts'
import { methodNames } from './payment-words.ts'
import { RefundStep } from './refund-step.tsx'
import { RefuseStep } from './refuse-step.tsx'
import type { StepProps } from './step.ts'

/** Says what became of it. */
function useSaying() {
  const t = useTexts()
  const money = useMoney()
  const nameOf = usePaymentName()
  const saidBack = (payment: DeskPayment) => {
    const back = sumBack(payment)
    const [amount, church] = [money.minor(back.amountMinor, back.currency), payment.churchName]
    if (payment.refund?.state === 'done')
      toast.ok(t('operator.payments.saidBack', { amount }), { text: t('operator.payments.saidBackDone', { church }) })
    else
      toast.ok(t('operator.payments.saidGoingBack', { amount }), {
        text: t('operator.payments.saidBackWanted', { church, provider: t(methodNames[payment.method]) }),
      })
  }
  return (payment: DeskPayment) => {
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

type ChoicesProps = { payment: DeskPayment; isBack: boolean; onStep: (step: Step) => void }

/** What may be done with it now. */
function Choices({ payment, isBack, onStep }: ChoicesProps) {
  const t = useTexts()
  const me = useDesk().operator.id
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
  const decided = (after: DeskPayment) => {
    say(after)
    setStep('look')
    onDecided(after)
  }
  if (step === 'look' || step === 'back') return <Choices payment={payment} isBack={step === 'back'} onStep={setStep} />
  const Chosen = steps[step]
  return <Chosen payment={payment} onBack={() => setStep('back')} onDecided={decided} />
}
