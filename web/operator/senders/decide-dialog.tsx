import { useState, type SubmitEvent } from 'react'
import type { SenderRequest } from '#contract/operator/requests.ts'
import { textOf } from '../../api/form-call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { toast } from '../../ui/toasts/index.ts'
import { useCountryName } from '../../languages/names.ts'
import { ConsoleFailure } from '../form/console-failure.tsx'
import { Fact, Facts } from '../facts/facts.tsx'
import parts from '../form/console.module.css'
import { ReasonField, takeFocus } from '../form/reason-field.tsx'
import { useDecideSender, type Decision } from './queries.ts'
import { SenderBadge } from './sender-parts.tsx'

const said: Record<Decision['decision'], TextId> = {
  approve: 'operator.senders.saidApproved',
  processing: 'operator.senders.saidProcessing',
  refuse: 'operator.senders.saidRefused',
}

type Deciding = { request: SenderRequest; onClose: () => void }

function useDeciding({ request, onClose }: Deciding) {
  const t = useTexts()
  const { mutate, isPending, error, variables } = useDecideSender(request)
  const decide = (decision: Decision) => {
    if (isPending) return
    mutate(decision, {
      onSuccess: () => {
        onClose()
        toast.ok(t(said[decision.decision], { mask: request.mask }), {
          text: t('operator.senders.told', { church: request.churchName }),
        })
      },
    })
  }
  const isBusyWith = (decision: Decision['decision']) => isPending && variables.decision === decision
  return { decide, error, isBusyWith }
}

type Acting = ReturnType<typeof useDeciding>

function Choose({ request, acting, onRefuse }: { request: SenderRequest; acting: Acting; onRefuse: () => void }) {
  const t = useTexts()
  const { decide, isBusyWith } = acting
  return (
    <div className={parts['acts']}>
      {request.state !== 'refused' && (
        <Button kind="danger" onClick={onRefuse}>
          {t('operator.senders.refuse')}
        </Button>
      )}
      {request.state !== 'processing' && (
        <Button busy={isBusyWith('processing')} onClick={() => decide({ decision: 'processing' })}>
          {t('operator.senders.toNetworks')}
        </Button>
      )}
      {request.state !== 'approved' && (
        <Button
          kind="primary"
          icon={IconCheck}
          busy={isBusyWith('approve')}
          onClick={() => decide({ decision: 'approve' })}
        >
          {t('operator.senders.approve')}
        </Button>
      )}
    </div>
  )
}

function Refuse({ acting, onBack }: { acting: Acting; onBack: () => void }) {
  const t = useTexts()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    acting.decide({ decision: 'refuse', reason: textOf(new FormData(event.currentTarget), 'reason') })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <ReasonField ref={takeFocus} hint={t('operator.senders.reasonHint')} />
      <div className={parts['acts']}>
        <Button onClick={onBack}>{t('operator.form.back')}</Button>
        <Button type="submit" kind="danger" busy={acting.isBusyWith('refuse')}>
          {t('operator.senders.refuse')}
        </Button>
      </div>
    </form>
  )
}

/** A sender ID that a church asked for: approve it, say that it is with the networks, or refuse it with a reason. */
export function DecideDialog({ request, onClose }: Deciding) {
  const t = useTexts()
  const format = useFormat()
  const countryName = useCountryName()
  const [isRefusing, setRefusing] = useState(false)
  const acting = useDeciding({ request, onClose })
  return (
    <Dialog open onClose={onClose} title={request.mask}>
      <Facts>
        <Fact label={t('operator.churches.church')}>{request.churchName}</Fact>
        <Fact label={t('operator.churches.country')}>{countryName(request.isoCode)}</Fact>
        <Fact label={t('operator.senders.askedOn')}>{format.dateTime(request.requestedAt)}</Fact>
        <Fact label={t('operator.senders.state')}>
          <SenderBadge state={request.state} />
        </Fact>
        {request.refusedReason && <Fact label={t('operator.senders.why')}>{request.refusedReason}</Fact>}
      </Facts>
      <ConsoleFailure failure={acting.error} />
      {isRefusing ? (
        <Refuse acting={acting} onBack={() => setRefusing(false)} />
      ) : (
        <Choose request={request} acting={acting} onRefuse={() => setRefusing(true)} />
      )}
    </Dialog>
  )
}
