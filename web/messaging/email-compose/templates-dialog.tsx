import { useState } from 'react'
import { keepEmailTemplate, listKeptEmails, readKeptEmail } from '#contract/messaging/kept-emails.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import { useDeleteKept, useKeptEmails } from '../email/queries.ts'
import { pictureAddresses, type KeptWhole } from './opened.ts'
import classes from './compose.module.css'
import { contentOf, type Written } from './written.ts'

type Use = (template: KeptWhole) => void

/** The emails under names, to begin another with. */
function List({ onUse }: { onUse: Use }) {
  const t = useTexts()
  const { rows, isLoading, failure, retry } = useKeptEmails('templates', '')
  const open = useCall((id: string) => call(readKeptEmail, { params: { id } }), {
    failed: () => toast.bad(t('messaging.compose.couldNotLoad')),
  })
  const remove = useDeleteKept()
  if (failure) return <Failed failure={failure} onRetry={retry} />
  if (isLoading) return <Loading rows={2} />
  if (rows.length === 0) return <p className="muted">{t('messaging.emailWrite.noTemplates')}</p>
  return (
    <ul className={classes['templates']}>
      {rows.map(({ id, title, subject }) => (
        <li key={id}>
          <Button
            kind="quiet"
            busy={open.busy}
            onClick={() =>
              open.run(id, { done: (whole) => onUse({ ...whole, addresses: pictureAddresses(whole.pictures) }) })
            }
          >
            {title ?? subject}
          </Button>
          <IconButton
            small
            label={t('messaging.templates.delete', { name: title ?? subject })}
            icon={IconTrash}
            onClick={() => remove.run([id], { failed: () => toast.bad(t('messaging.templates.notDeleted')) })}
          />
        </li>
      ))}
    </ul>
  )
}

/** Keeps the email in sight under a name; the same press again, after an answer that was lost, is the same template. */
function SaveAs({ written, onSaved }: { written: Written; onSaved: () => void }) {
  const t = useTexts()
  const [title, setTitle] = useState('')
  const [id] = useState(() => crypto.randomUUID())
  const save = useCall(
    () =>
      call(keepEmailTemplate, {
        params: { id },
        body: { content: contentOf(written), title: title.trim(), version: 0 },
      }),
    {
      refreshes: [listKeptEmails],
      done: () => {
        toast.ok(t('messaging.templates.saved'))
        onSaved()
      },
    },
  )
  const failed = save.failure?.code === 'name_taken' ? 'messaging.templates.nameTaken' : 'messaging.templates.notSaved'
  return (
    <div className={classes['saveAs']}>
      <TextField
        label={t('messaging.emailWrite.saveAs')}
        placeholder={t('messaging.templates.name')}
        value={title}
        maxLength={80}
        error={save.failure ? t(failed) : undefined}
        onChange={({ target }) => {
          save.forget()
          setTitle(target.value)
        }}
      />
      <Button busy={save.busy} disabled={title.trim() === ''} onClick={() => save.run()}>
        {t('messaging.templates.save')}
      </Button>
    </div>
  )
}

/** What was kept to begin emails with, and a place for this one. */
export function TemplatesDialog({ written, onUse, onClose }: { written: Written; onUse: Use; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog open onClose={onClose} title={t('messaging.templates.title')}>
      <List onUse={onUse} />
      {written.blocks.length > 0 && <SaveAs written={written} onSaved={onClose} />}
    </Dialog>
  )
}
