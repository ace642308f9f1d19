import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { deleteDrafts, listDrafts, saveTemplate, type DraftRow } from '#contract/messaging/drafts.ts'
import { call, type ApiFailure } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import type { SavedBody } from '../draft/saved.ts'
import { KeptText, KeptTexts } from './kept-texts.tsx'
import classes from './templates.module.css'

/** As many as one call gives, the newest first. */
const SHOWN_MOST = 100

const useTemplates = () => useQuery(read(listDrafts, { query: { list: 'templates', limit: SHOWN_MOST } }))

type RowProps = { template: DraftRow; onUse: () => void }

/** One text: a press takes it, the other deletes it. */
function Row({ template: { id, title, content, isBirthday }, onUse }: RowProps) {
  const t = useTexts()
  const remove = useCall(() => call(deleteDrafts, { body: { ids: [id] } }), {
    refreshes: [listDrafts],
    failed: () => void toast.bad(t('messaging.templates.notDeleted')),
  })
  const name = title ?? t(isBirthday ? 'messaging.templates.birthday' : 'messaging.templates.unnamed')
  const label = t('messaging.templates.delete', { name })
  const question = t('messaging.templates.deleteText', { name })
  const removing = { busy: remove.busy, run: () => remove.run(), label, question }
  return <KeptText name={name} text={content.message} onUse={onUse} removing={removing} />
}

/** The texts under names, to begin a message with. */
function List({ onUse }: { onUse: (content: DraftRow['content']) => void }) {
  const t = useTexts()
  const { data, error, refetch } = useTemplates()
  if (error) return <Failed failure={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={2} />
  if (data.items.length === 0) return <p className="muted">{t('messaging.templates.none')}</p>
  return (
    <KeptTexts
      all={data.items}
      wordsOf={({ title, content }) => `${title ?? ''} ${content.message}`}
      searchLabel={t('messaging.templates.search')}
    >
      {(template) => <Row key={template.id} template={template} onUse={() => onUse(template.content)} />}
    </KeptTexts>
  )
}

const failures: Partial<Record<ApiFailure['code'], TextId>> = {
  name_taken: 'messaging.templates.nameTaken',
  too_many_drafts: 'messaging.draft.tooMany',
  network: 'messaging.compose.noInternet',
}

const TITLE_MAX_LENGTH = 80

/** Keeps the message in sight under a name. */
function SaveAs({ content }: { content: SavedBody['content'] }) {
  const t = useTexts()
  const [title, setTitle] = useState('')
  /** The same press again, after an answer that was lost, is the same template. */
  const [id, setId] = useState(() => crypto.randomUUID())
  const save = useCall(
    (name: string) =>
      call(saveTemplate, {
        params: { id },
        body: { channel: 'sms', content, title: name, isBirthday: false, version: 0 },
      }),
    { refreshes: [listDrafts] },
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (title.trim() === '') return
    save.run(title.trim(), {
      done: () => {
        toast.ok(t('messaging.templates.saved'))
        setTitle('')
        setId(crypto.randomUUID())
      },
    })
  }
  return (
    <form key={id} className={classes['save']} noValidate onSubmit={submit}>
      <TextField
        label={t('messaging.templates.saveAs')}
        placeholder={t('messaging.templates.name')}
        value={title}
        maxLength={TITLE_MAX_LENGTH}
        autoComplete="off"
        error={save.failure ? t(failures[save.failure.code] ?? 'messaging.templates.notSaved') : undefined}
        onChange={({ target }) => {
          save.forget()
          setTitle(target.value)
        }}
      />
      <Button type="submit" busy={save.busy} disabled={title.trim() === ''}>
        {t('messaging.templates.save')}
      </Button>
    </form>
  )
}

type TemplatesDialogProps = {
  /** As it stands on the page. */
  content: SavedBody['content']
  onUse: (content: DraftRow['content']) => void
  onClose: () => void
}

/** Texts kept under names: to take one, to keep the one in sight, to delete one. */
export function TemplatesDialog({ content, onUse, onClose }: TemplatesDialogProps) {
  const t = useTexts()
  return (
    <Dialog open onClose={onClose} title={t('messaging.templates.title')}>
      <List onUse={onUse} />
      {content.message.trim() !== '' && <SaveAs content={content} />}
    </Dialog>
  )
}
