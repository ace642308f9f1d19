import type { NetworkDecision, SenderDocument } from '#contract/messaging/sender-ids.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SenderBadge } from './sender-parts.tsx'
import classes from './senders.module.css'

export const documentNames: Record<SenderDocument, TextId> = {
  registration_certificate: 'operator.senders.docRegistration',
  authorisation_letter: 'operator.senders.docAuthorisation',
  sample_messages: 'operator.senders.docSamples',
  signatory_identity: 'operator.senders.docIdentity',
}

type OneProps = { network: NetworkDecision; onDecide: () => void }

function Network({ network, onDecide }: OneProps) {
  const t = useTexts()
  const format = useFormat()
  const { name, state, since, documents, reason } = network
  return (
    <li className={classes['network']}>
      <div>
        <span className="strong">{name}</span>
        <p className="small muted num">
          {since
            ? t('operator.senders.sinceDay', { day: format.day(calendarDay(new Date(since), format.timeZone)) })
            : t('operator.senders.notAsked')}
        </p>
        {documents.length > 0 && (
          <p className="small">
            {t('operator.senders.asksFor', {
              documents: documents.map((document) => t(documentNames[document])).join(', '),
            })}
          </p>
        )}
        {reason && <p className="small">{reason}</p>}
      </div>
      <SenderBadge state={state} />
      <Button size="sm" aria-label={t('operator.senders.decideNamed', { network: name })} onClick={onDecide}>
        {t('operator.senders.decide')}
      </Button>
    </li>
  )
}

type NetworkListProps = { networks: readonly NetworkDecision[]; onDecide: (network: NetworkDecision) => void }

/** What each network says, and the way to write down what one says now. */
export function NetworkList({ networks, onDecide }: NetworkListProps) {
  const t = useTexts()
  return (
    <section className="stack-8" aria-labelledby="networks">
      <h3 id="networks">{t('operator.senders.networks')}</h3>
      <p className="small muted">{t('operator.senders.networksText')}</p>
      <ul className={classes['networks']}>
        {networks.map((network) => (
          <Network key={network.networkId} network={network} onDecide={() => onDecide(network)} />
        ))}
      </ul>
    </section>
  )
}
