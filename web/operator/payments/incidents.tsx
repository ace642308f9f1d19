import { useState, type SubmitEvent } from 'react'
import type { ConsolePayment, PaymentIncident } from '#contract/operator/requests.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { textOf } from '../../api/use-act.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { ConsoleFailure } from '../form/console-failure.tsx'
import parts from '../form/console.module.css'
import { ReasonField, takeFocus } from '../form/reason-field.tsx'
import { useCloseIncident } from './queries.ts'

type OneProps = {
  payment: ConsolePayment
  incident: PaymentIncident
  onHandled: (payment: ConsolePayment) => void
}

/** Says what was done at the provider's own desk. */
function HandleForm({ payment, incident, onHandled }: OneProps) {
  const t = useTexts()
  const close = useCloseIncident()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (close.busy) return
    const reason = textOf(new FormData(event.currentTarget), 'reason')
    close.run(
      { payment, incident, reason },
      {
        done: (changed) => {
          toast.ok(t('operator.payments.saidHandled'))
          onHandled(changed)
        },
      },
    )
  }
  return (
    <form className="stack" onSubmit={submit}>
      <ReasonField ref={takeFocus} hint={t('operator.payments.handleHint')} />
      <ConsoleFailure failure={close.failure} />
      <div className={parts['acts']}>
        <Button type="submit" busy={close.busy}>
          {t('operator.payments.handleIncident')}
        </Button>
      </div>
    </form>
  )
}

const tones = { open: 'bad', lost: 'warn', won: 'ok', handled: 'info' } as const

/** What happened, and what is to be done about it. */
function useSentences() {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  return ({ kind, state, amountMinor, currency, answerBy }: PaymentIncident): [title: string, text: string | null] => {
    const amount = money.minor(amountMinor, currency)
    if (kind === 'second_taking')
      return [
        t('operator.payments.secondTaking', { amount }),
        state === 'open' ? t('operator.payments.secondText') : null,
      ]
    if (state === 'lost')
      return [t('operator.payments.disputeLost', { amount }), t('operator.payments.disputeLostText')]
    if (state === 'won') return [t('operator.payments.disputeWon', { amount }), null]
    const answer = answerBy
      ? t('operator.payments.disputeBy', { when: format.dateTime(answerBy) })
      : t('operator.payments.disputeAnswer')
    return [t('operator.payments.disputeOpen', { amount }), state === 'open' ? answer : null]
  }
}

function Incident({ payment, incident, onHandled }: OneProps) {
  const t = useTexts()
  const [title, text] = useSentences()(incident)
  const [isHandling, setHandling] = useState(false)
  const { state, providerId: id, note } = incident
  const isOpen = state === 'open'
  return (
    <div className="stack">
      <Note tone={tones[state]}>
        <p className="strong">{title}</p>
        {text && <p>{text}</p>}
        <p className="small">{t('operator.payments.incidentId', { id })}</p>
        {note && <p>{t('operator.payments.incidentHandled', { note })}</p>}
      </Note>
      {isOpen && !isHandling && (
        <div className={parts['acts']}>
          <Button onClick={() => setHandling(true)}>{t('operator.payments.handleIncident')}</Button>
        </div>
      )}
      {isOpen && isHandling && <HandleForm payment={payment} incident={incident} onHandled={onHandled} />}
    </div>
  )
}

/** What happened to a payment without anybody's doing here. */
export const Incidents = ({ payment, onHandled }: Omit<OneProps, 'incident'>) =>
  payment.incidents.map((incident) => (
    <Incident
      key={`${incident.kind} ${incident.providerId}`}
      payment={payment}
      incident={incident}
      onHandled={onHandled}
    />
  ))
