import { useState, type RefObject } from 'react'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useSession } from '../../session/session.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { DestinationField } from '../destination/destination.tsx'
import { destinationOf, usesName } from '../draft/draft.ts'
import { DearNote } from '../message/dear-note.tsx'
import { cheaperSpelling } from '../message/dear-signs.ts'
import { MessageField } from '../message/message-field.tsx'
import { SenderField } from '../sender/sender-field.tsx'
import classes from './compose.module.css'
import type { useCompose } from './use-compose.ts'

export type Form = ReturnType<typeof useCompose>

type FieldsProps = {
  form: Form
  messageRef: RefObject<HTMLTextAreaElement | null>
  destinationRef: RefObject<HTMLSelectElement | null>
  onTemplates: () => void
}

const messageErrors: Record<'empty' | 'too_long', TextId> = {
  empty: 'messaging.compose.enterMessage',
  too_long: 'messaging.compose.messageTooLong',
}

/** Sender, destination and text. */
export function Fields({ form, messageRef, destinationRef, onTemplates }: FieldsProps) {
  const t = useTexts()
  const { church } = useSession()
  const { draft, change, selected, senderIds, missing, quoting } = form
  const footer = form.link?.footer ?? ''
  const cheaper = cheaperSpelling(draft.message, footer)
  /** The dear signs that the sender wants as they are. */
  const [wanted, setWanted] = useState<string | null>(null)
  const signs = cheaper?.visible.join('') ?? ''
  const offers = cheaper !== null && signs !== wanted
  return (
    <>
      <SenderField
        senderIds={senderIds.data}
        failed={senderIds.isError}
        onRetry={() => void senderIds.refetch()}
        selected={selected}
        numberInstead={quoting.quote?.numberInstead ?? null}
        destination={destinationOf(draft)}
        onChange={(senderId) => change({ senderId })}
      />
      <DestinationField
        ref={destinationRef}
        draft={draft}
        onChange={change}
        everybody={church.people}
        error={missing.destination && t('messaging.compose.selectDestination')}
      />
      <MessageField
        ref={messageRef}
        value={draft.message}
        footer={footer}
        onChange={(message) => change({ message })}
        onSend={form.send}
        onTemplates={onTemplates}
        withHint={!offers}
        error={missing.message && t(messageErrors[missing.message])}
      />
      {offers && (
        <DearNote
          cheaper={cheaper}
          onReplace={(message) => change({ message })}
          onKeep={() => {
            setWanted(signs)
            messageRef.current?.focus()
          }}
        />
      )}
      <Options form={form} />
    </>
  )
}

const NEUTRAL_NAME_MAX_LENGTH = 40

/** The link behind the message, and the word for people without a name. */
function Options({ form: { draft, link, change } }: { form: Form }) {
  const t = useTexts()
  if (!link && !usesName(draft.message)) return null
  return (
    <div className={classes['options']}>
      {link && (
        <Switch
          label={t('messaging.compose.optOutLink')}
          hint={t('messaging.compose.optOutLinkHint', { count: link.line.length + 1 })}
          isOn={link.isOn}
          disabled={false}
          onChange={(optOutLink) => change({ optOutLink })}
        />
      )}
      {usesName(draft.message) && (
        <TextField
          label={t('messaging.compose.neutralName')}
          value={draft.neutralName}
          maxLength={NEUTRAL_NAME_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => change({ neutralName: event.target.value })}
        />
      )}
    </div>
  )
}
