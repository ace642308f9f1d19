import { useState } from 'react'
import type { EmailSettings } from '#contract/messaging/email-domain.ts'
import { ApiFailure } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from './failure-text.ts'
import { useSaveSender } from './queries.ts'
import classes from './email-domain.module.css'

const draftOf = ({ sender: { fromName, localPart, replyTo, countsOpens } }: EmailSettings) => ({
  countsOpens,
  fromName: fromName ?? '',
  localPart,
  replyTo: replyTo ?? '',
})

/** In whose name emails go, and where answers go. */
export function SenderCard({ settings }: { settings: EmailSettings }) {
  const t = useTexts()
  const [draft, setDraft] = useState(() => draftOf(settings))
  const save = useSaveSender()
  const set = (change: Partial<typeof draft>) => {
    save.forget()
    setDraft((before) => ({ ...before, ...change }))
  }
  const submit = () =>
    save.run(
      {
        localPart: draft.localPart,
        fromName: draft.fromName.trim() || null,
        replyTo: draft.replyTo.trim() || null,
        countsOpens: draft.countsOpens,
      },
      {
        done: (saved) => {
          setDraft(draftOf(saved))
          toast.ok(t('messaging.domain.senderSaved'))
        },
      },
    )
  const isRefused = save.failure instanceof ApiFailure && save.failure.code === 'invalid_input'
  return (
    <Card title={t('messaging.domain.sender')}>
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={t('messaging.domain.fromName')}
          value={draft.fromName}
          maxLength={60}
          placeholder={settings.churchName}
          hint={t('messaging.domain.fromNameHint')}
          onChange={(event) => set({ fromName: event.target.value })}
        />
        {settings.domain && (
          <TextField
            label={t('messaging.domain.localPart')}
            value={draft.localPart}
            required
            maxLength={40}
            pattern="[A-Za-z0-9]([A-Za-z0-9._\-]*[A-Za-z0-9])?"
            autoCapitalize="none"
            spellCheck={false}
            hint={t('messaging.domain.localPartHint', { domain: settings.domain.name })}
            onChange={(event) => set({ localPart: event.target.value })}
          />
        )}
        <TextField
          label={t('messaging.domain.replyTo')}
          type="email"
          value={draft.replyTo}
          maxLength={254}
          hint={t('messaging.domain.replyToHint')}
          error={isRefused ? t('ui.field.notEmail') : undefined}
          onChange={(event) => set({ replyTo: event.target.value })}
        />
        <Switch
          label={t('messaging.domain.counts')}
          hint={t('messaging.domain.countsHint')}
          isOn={draft.countsOpens}
          disabled={false}
          onChange={(countsOpens) => set({ countsOpens })}
        />
        {save.failure && !isRefused && <Note tone="bad">{t(failureText(save.failure))}</Note>}
        <Button type="submit" busy={save.busy}>
          {t('messaging.domain.saveSender')}
        </Button>
      </form>
    </Card>
  )
}
