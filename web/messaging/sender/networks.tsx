import type { NetworkDecision, SenderDocument, SenderState } from '#contract/messaging/sender-ids.ts'
import { lazy, Suspense, useState } from 'react'
import type { Destination, SmsQuote } from '#contract/messaging/sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconCheck, IconClock, IconX } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import classes from './networks.module.css'
import { documentsAsked, seenEverywhere, type SenderId } from './sender-ids.ts'

const looks: Record<SenderState, { Sign: typeof IconCheck; look: string; text: TextId }> = {
  approved: { Sign: IconCheck, look: 'ok', text: 'messaging.network.approved' },
  pending: { Sign: IconClock, look: 'wait', text: 'messaging.network.pending' },
  processing: { Sign: IconClock, look: 'wait', text: 'messaging.network.pending' },
  refused: { Sign: IconX, look: 'no', text: 'messaging.network.refused' },
}

/** What each network says of a sender ID, in a line. */
export function Networks({ networks }: { networks: readonly NetworkDecision[] }) {
  const t = useTexts()
  return (
    <span className={classes['networks']}>
      {networks.map(({ networkId, name, state }) => {
        const { Sign, look, text } = looks[state]
        return (
          <span key={networkId} className={classes[look]}>
            <Sign size={15} stroke={2.2} aria-hidden="true" />
            {state === 'approved' ? (
              <>
                <span aria-hidden="true">{name}</span>
                <span className="vh">{t(text, { network: name })}</span>
              </>
            ) : (
              t(text, { network: name })
            )}
          </span>
        )
      })}
    </span>
  )
}

export const documentNames: Record<SenderDocument, TextId> = {
  registration_certificate: 'messaging.network.registration',
  authorisation_letter: 'messaging.network.authorisation',
  sample_messages: 'messaging.network.samples',
  signatory_identity: 'messaging.network.identity',
}

/** Why networks refused, and what they want to see. Nothing where none of them said any. */
export function NetworkDemands({ networks }: { networks: readonly NetworkDecision[] }) {
  const t = useTexts()
  const documents = documentsAsked(networks)
  const reasons = networks.filter(({ reason }) => reason !== null)
  if (documents.length + reasons.length === 0) return null
  return (
    <ul className={`${classes['demands']} small muted`}>
      {reasons.map(({ networkId, name, reason }) => (
        <li key={networkId}>{t('messaging.network.reason', { network: name, reason: reason ?? '' })}</li>
      ))}
      {documents.length > 0 && (
        <li>
          {t('messaging.network.asksFor', { documents: documents.map((one) => t(documentNames[one])).join(', ') })}
        </li>
      )}
    </ul>
  )
}

const WhoDialog = lazy(async () => ({ default: (await import('../quote/who-dialog.tsx')).WhoDialog }))

type NumberInsteadProps = {
  instead: NonNullable<SmsQuote['numberInstead']>
  /** Whom the message is for. */
  destination: Destination | null
  senderIds: readonly SenderId[]
  onUse: (mask: string) => void
}

/** How many would not see the name, on which networks, and a name that they would see. */
export function NumberInstead({ instead, destination, senderIds, onUse }: NumberInsteadProps) {
  const t = useTexts()
  const [isShown, show] = useState(false)
  const { number } = useFormat()
  const { mask, people, of, byNetwork } = instead
  const better = seenEverywhere(
    senderIds,
    mask,
    byNetwork.map(({ networkId }) => networkId),
  )
  const counts = byNetwork.map((one) => t('messaging.network.count', { people: number(one.people), network: one.name }))
  return (
    <Note
      tone="warn"
      action={
        <span className={classes['acts']}>
          {better && (
            <Button size="sm" onClick={() => onUse(better.mask)}>
              {t('messaging.network.use', { mask: better.mask })}
            </Button>
          )}
          <Button kind="quiet" size="sm" onClick={() => show(true)}>
            {t('messaging.who.see')}
          </Button>
        </span>
      }
    >
      <p className="strong num">{t('messaging.network.instead', { people, all: number(of), mask })}</p>
      <p className="small num">{t('messaging.network.guess', { networks: counts.join(', ') })}</p>
      <Suspense fallback={null}>
        {isShown && destination && (
          <WhoDialog which="number_instead" of={{ destination, senderId: mask }} onClose={() => show(false)} />
        )}
      </Suspense>
    </Note>
  )
}
