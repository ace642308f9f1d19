import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { deleteDrafts, listDrafts, saveTemplate, type DraftRow } from '#contract/messaging/drafts.ts'
import { call, type ApiFailure } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { plain } from '../../languages/names.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import type { SavedBody } from '../draft/saved.ts'
import classes from './templates.module.css'

/** As many as one call gives, the newest first. */
const SHOWN_MOST = 100
/** Fewer are seen at a glance. */
const SEARCHED_FROM = 6

const useTemplates = () => useQuery(read(listDrafts, { query: { list: 'templates', limit: SHOWN_MOST } }))

type RowProps = { template: DraftRow; onUse: () => void }

/** One text: a press takes it, the other deletes it once that was asked about. */
function Row({ template: { id, title, content, isBirthday }, onUse }: RowProps) {
  const t = useTexts()
  const [isAsking, setAsking] = useState(false)
  const remove = useCall(() => call(deleteDrafts, { body: { ids: [id] } }), {
    refreshes: [listDrafts],
    failed: () => void toast.bad(t('messaging.templates.notDeleted')),
  })
  const name = title ?? t(isBirthday ? 'messaging.templates.birthday' : 'messaging.templates.unnamed')
  if (isAsking)
    return (
      <li className={classes['asking']} role="alert">
        <p>{t('messaging.templates.deleteText', { name })}</p>
        <Button size="sm" onClick={() => setAsking(false)}>
          {t('messaging.sender.cancel')}
        </Button>
        <Button kind="danger" size="sm" busy={remove.busy} onClick={() => remove.run()}>
          {t('messaging.sender.delete')}
        </Button>
      </li>
    )
  return (
    <li>
      <button type="button" className={classes['use']} onClick={onUse}>
        <span className="strong">{name}</span>
        <span className={`${classes['text']} small muted`} dir="auto">
          {content.message}
        </span>
      </button>
      <IconButton
        small
        label={t('messaging.templates.delete', { name })}
        icon={IconTrash}
        onClick={() => setAsking(true)}
      />
    </li>
  )
}

/** The texts under names, to begin a message with. */
function List({ onUse }: { onUse: (content: DraftRow['content']) => void }) {
  const t = useTexts()
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useTemplates()
  if (error) return <Failed failure={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={2} />
  if (data.items.length === 0) return <p className="muted">{t('messaging.templates.none')}</p>
  const found = data.items.filter(({ title, content }) =>
    plain(`${title ?? ''} ${content.message}`).includes(plain(search)),
  )
  return (
    <>
      {data.items.length >= SEARCHED_FROM && (
        <TextField
          label={t('messaging.templates.search')}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {found.length === 0 && <p className="muted">{t('messaging.compose.noMatch')}</p>}
      <ul className={classes['templates']}>
        {found.map((template) => (
          <Row key={template.id} template={template} onUse={() => onUse(template.content)} />
        ))}
      </ul>
    </>
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
