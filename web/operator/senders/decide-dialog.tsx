import { useState, type SubmitEvent } from 'react'
import { senderDocuments, type NetworkDecision } from '#contract/messaging/sender-ids.ts'
import type { SenderRequest } from '#contract/operator/requests.ts'
import { textOf } from '../../api/use-act.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { toast } from '../../ui/toasts/index.ts'
import { useCountryName } from '../../languages/names.ts'
import { ConsoleFailure } from '../form/console-failure.tsx'
import { TickField } from '../form/form-dialog.tsx'
import { Fact, Facts } from '../facts/facts.tsx'
import parts from '../form/console.module.css'
import { ReasonField, takeFocus } from '../form/reason-field.tsx'
import { documentNames, NetworkList } from './network-parts.tsx'
import { useDecideSender, type Decision } from './queries.ts'
import { SenderBadge } from './sender-parts.tsx'
import classes from './senders.module.css'

const said: Record<Decision['decision'], TextId> = {
  approve: 'operator.senders.saidApproved',
  processing: 'operator.senders.saidProcessing',
  refuse: 'operator.senders.saidRefused',
}

type Deciding = { request: SenderRequest; onClose: () => void }

/** A decision for all networks ends the dialog; one for a single network leads back to the others. */
function useDeciding({ request, onClose, onOne }: Deciding & { onOne: () => void }) {
  const t = useTexts()
  const [current, setCurrent] = useState(request)
  const [network, setNetwork] = useState<NetworkDecision | null>(null)
  const { run, busy, failure, sent } = useDecideSender(request)
  const decide = (decision: Decision) => {
    run(network ? { ...decision, networkId: network.networkId } : decision, {
      done: (decided) => {
        setCurrent(decided)
        if (network) {
          setNetwork(null)
          onOne()
        } else onClose()
        const name = network ? `${request.mask}, ${network.name}` : request.mask
        toast.ok(t(said[decision.decision], { mask: name }), {
          text: t('operator.senders.told', { church: request.churchName }),
        })
      },
    })
  }
  const isBusyWith = (decision: Decision['decision']) => busy && sent?.decision === decision
  return { current, network, setNetwork, decide, failure, isBusyWith }
}

type Acting = ReturnType<typeof useDeciding>
type StepProps = { acting: Acting; onBack: () => void }
type ChooseProps = { acting: Acting; onRefuse: () => void; onAsk: () => void }

function Choose({ acting, onRefuse, onAsk }: ChooseProps) {
  const t = useTexts()
  const { current, network, setNetwork, decide, isBusyWith } = acting
  const { state } = network ?? current
  const isSettled = !network && current.networks.some((one) => one.state === 'approved')
  const isWhole = current.networks.every((one) => one.state === 'approved')
  return (
    <div className={parts['acts']}>
      {network && <Button onClick={() => setNetwork(null)}>{t('operator.form.back')}</Button>}
      {state !== 'refused' && (
        <Button kind="danger" onClick={onRefuse}>
          {t('operator.senders.refuse')}
        </Button>
      )}
      {network && <Button onClick={onAsk}>{t('operator.senders.send')}</Button>}
      {!network && state !== 'processing' && !isSettled && (
        <Button busy={isBusyWith('processing')} onClick={() => decide({ decision: 'processing' })}>
          {t('operator.senders.toNetworks')}
        </Button>
      )}
      {(state !== 'approved' || (!network && !isWhole)) && (
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

function Refuse({ acting, onBack }: StepProps) {
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

/** It is with the network, which may ask for documents: those that it usually asks for are ticked. */
function AskDocuments({ acting, onBack }: StepProps) {
  const t = useTexts()
  const usually = acting.network?.usually ?? []
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const documents = senderDocuments.filter((document) => form.get(document) !== null)
    acting.decide({ decision: 'processing', documents })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <fieldset className={classes['documents']}>
        <legend className="strong">{t('operator.senders.documents')}</legend>
        {senderDocuments.map((document) => (
          <TickField
            key={document}
            name={document}
            label={t(documentNames[document])}
            defaultChecked={usually.includes(document)}
          />
        ))}
        <p className="small muted">{t('operator.senders.documentsHint')}</p>
      </fieldset>
      <div className={parts['acts']}>
        <Button onClick={onBack}>{t('operator.form.back')}</Button>
        <Button type="submit" kind="primary" busy={acting.isBusyWith('processing')}>
          {t('operator.senders.send')}
        </Button>
      </div>
    </form>
  )
}

function RequestFacts({ request }: { request: SenderRequest }) {
  const t = useTexts()
  const format = useFormat()
  const countryName = useCountryName()
  return (
    <Facts>
      <Fact label={t('operator.churches.church')}>{request.churchName}</Fact>
      <Fact label={t('operator.churches.country')}>{countryName(request.isoCode)}</Fact>
      <Fact label={t('operator.senders.askedOn')}>{format.dateTime(request.requestedAt)}</Fact>
      <Fact label={t('operator.senders.state')}>
        <SenderBadge state={request.state} />
      </Fact>
      {request.refusedReason && <Fact label={t('operator.senders.why')}>{request.refusedReason}</Fact>}
    </Facts>
  )
}

function NetworkFacts({ network }: { network: NetworkDecision }) {
  const t = useTexts()
  return (
    <Facts>
      <Fact label={t('operator.senders.state')}>
        <SenderBadge state={network.state} />
      </Fact>
      {network.usually.length > 0 && (
        <Fact label={t('operator.senders.usually')}>
          {network.usually.map((document) => t(documentNames[document])).join(', ')}
        </Fact>
      )}
      {network.reason && <Fact label={t('operator.senders.why')}>{network.reason}</Fact>}
    </Facts>
  )
}

type Step = 'choose' | 'refuse' | 'ask'

/** A sender ID that a church asked for: what all networks say of it, or one after the other. */
export function DecideDialog({ request, onClose }: Deciding) {
  const t = useTexts()
  const [step, setStep] = useState<Step>('choose')
  const choose = () => setStep('choose')
  const acting = useDeciding({ request, onClose, onOne: choose })
  const { current, network, setNetwork, failure } = acting
  const pick = (picked: NetworkDecision) => {
    choose()
    setNetwork(picked)
  }
  const isListed = !network && step === 'choose' && current.networks.length > 0
  return (
    <Dialog open onClose={onClose} title={network ? `${request.mask}, ${network.name}` : request.mask}>
      {network ? <NetworkFacts network={network} /> : <RequestFacts request={current} />}
      {isListed && <NetworkList networks={current.networks} onDecide={pick} />}
      {isListed && <p className="strong">{t('operator.senders.everyNetwork')}</p>}
      <ConsoleFailure failure={failure} />
      {step === 'refuse' && <Refuse acting={acting} onBack={choose} />}
      {step === 'ask' && <AskDocuments acting={acting} onBack={choose} />}
      {step === 'choose' && <Choose acting={acting} onRefuse={() => setStep('refuse')} onAsk={() => setStep('ask')} />}
    </Dialog>
  )
}
