import { useState } from 'react'
import {
  listDefaultMessages,
  saveDefaultMessage,
  saveDefaultText,
  type DefaultMessage,
} from '#contract/messaging/default-messages.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { toast } from '../../ui/toasts/index.ts'

/** How it goes; the message for receipts goes by nothing. */
export type Setting = NonNullable<DefaultMessage['setting']>

const USUAL: Setting = { isOn: false, channel: 'sms', language: 'en', senderId: '', hour: 9 }

const failures: Partial<Record<string, TextId>> = {
  changed_meanwhile: 'messaging.occasions.changed',
  sender_not_approved: 'messaging.occasions.noSender',
  text_missing: 'messaging.occasions.noText',
  too_many_drafts: 'messaging.draft.tooMany',
}

/** The text of a language as it is kept; '' while there is none. */
export const textIn = ({ texts }: DefaultMessage, language: string) => texts.find((text) => text.language === language)

type Edited = { setting: Setting; text: string; subject: string }

/** First the text, which may be missing as yet, then how it goes. */
async function save(message: DefaultMessage, { setting, text, subject }: Edited): Promise<void> {
  const { kind } = message
  const before = textIn(message, setting.language)
  if (text.trim() !== (before?.message ?? '') || subject.trim() !== (before?.subject ?? ''))
    await call(saveDefaultText, {
      params: { kind, language: setting.language },
      body: { message: text, subject, version: before?.version ?? 0 },
    })
  if (kind !== 'receipt') await call(saveDefaultMessage, { params: { kind }, body: setting })
}

/** A message of an occasion, being changed. */
export function useOccasion(message: DefaultMessage) {
  const t = useTexts()
  const kept = message.setting ?? USUAL
  const [setting, setSetting] = useState(kept)
  const [text, setText] = useState(textIn(message, kept.language)?.message ?? '')
  const [subject, setSubject] = useState(textIn(message, kept.language)?.subject ?? '')
  const saving = useCall((edited: Edited) => save(message, edited), {
    refreshes: [listDefaultMessages],
    done: () => toast.ok(t('messaging.occasions.saved')),
    failed: ({ code }) => toast.bad(t(failures[code] ?? 'messaging.occasions.notSaved')),
  })
  const change = (part: Partial<Setting>) => {
    if (part.language) {
      setText(textIn(message, part.language)?.message ?? '')
      setSubject(textIn(message, part.language)?.subject ?? '')
    }
    setSetting((before) => ({ ...before, ...part }))
  }
  const isChanged =
    text.trim() !== (textIn(message, setting.language)?.message ?? '') ||
    subject.trim() !== (textIn(message, setting.language)?.subject ?? '') ||
    JSON.stringify(setting) !== JSON.stringify(kept)
  const isWhole = text.trim() !== '' || !setting.isOn
  return {
    setting,
    text,
    setText,
    subject,
    setSubject,
    change,
    busy: saving.busy,
    mayBeSaved: isChanged && isWhole && (text.trim() !== '' || (message.kind !== 'receipt' && subject.trim() === '')),
    save: () => saving.run({ setting, text, subject }),
  }
}
