import type { SenderRequest } from '#contract/operator/requests.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import { Opener } from '../facts/facts.tsx'
import parts from '../form/console.module.css'

type State = SenderRequest['state']

const names: Record<State, TextId> = {
  pending: 'operator.senders.pending',
  processing: 'operator.senders.processing',
  approved: 'operator.senders.approved',
  refused: 'operator.senders.refused',
}

const tones: Record<State, Tone> = { pending: 'warn', processing: 'info', approved: 'ok', refused: 'bad' }

export function SenderBadge({ state }: { state: State }) {
  const t = useTexts()
  return <Badge tone={tones[state]}>{t(names[state])}</Badge>
}

/** The state of a sender ID, and of how many networks where some approved it and some did not. */
export function RequestState({ request: { state, networks } }: { request: SenderRequest }) {
  const t = useTexts()
  const approved = networks.filter((network) => network.state === 'approved').length
  return (
    <span className="row">
      <SenderBadge state={state} />
      {approved > 0 && approved < networks.length && (
        <span className="small muted num">{t('operator.senders.partly', { approved, count: networks.length })}</span>
      )}
    </span>
  )
}

type OneProps = { request: SenderRequest; onOpen: () => void }

/** The name that was asked for, which opens the decision; below it why it was refused. */
export const Mask = ({ request, onOpen }: OneProps) => (
  <Opener onOpen={onOpen} {...(request.refusedReason !== null && { second: request.refusedReason })}>
    <bdi dir="ltr">{request.mask}</bdi>
  </Opener>
)

/** A request on a phone. */
export function SenderCard({ request, onOpen }: OneProps) {
  const t = useTexts()
  const format = useFormat()
  return (
    <div className={parts['card']}>
      <div className="row between">
        <span className="grow">
          <Mask request={request} onOpen={onOpen} />
        </span>
        <RequestState request={request} />
      </div>
      <span className="small muted num">
        {request.churchName} · {t('operator.senders.asked', { when: format.dateTime(request.requestedAt) })}
      </span>
    </div>
  )
}
