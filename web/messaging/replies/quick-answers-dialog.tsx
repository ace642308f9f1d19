import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import * as calls from '#contract/messaging/quick-answers.ts'
import type { QuickAnswer } from '#contract/messaging/quick-answers.ts'
import { ANSWER_MAX_LENGTH } from '#contract/messaging/replies.ts'
import { call, type ApiFailure } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { IconPencil, IconPlus } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { KeptText, KeptTexts } from '../templates/kept-texts.tsx'
import classes from '../templates/templates.module.css'

const all = read(calls.listQuickAnswers)

type RowProps = { answer: QuickAnswer; onUse: () => void; onEdit: () => void }

/** One of them: a press takes it; the others change it, or delete it. */
function Row({ answer: { id, name, text }, onUse, onEdit }: RowProps) {
  const t = useTexts()
  const remove = useCall(() => call(calls.deleteQuickAnswer, { params: { id } }), {
    fills: all,
    failed: () => void toast.bad(t('messaging.quick.notDeleted')),
  })
  const label = t('messaging.quick.delete', { name })
  const removing = {
    busy: remove.busy,
    run: () => remove.run(),
    label,
    question: t('messaging.quick.deleteText', { name }),
  }
  const edit = <IconButton small label={t('messaging.quick.edit', { name })} icon={IconPencil} onClick={onEdit} />
  return <KeptText name={name} text={text} onUse={onUse} removing={removing} acts={edit} />
}

type ListProps = { onUse: (text: string) => void; onEdit: (answer: QuickAnswer) => void }

function List({ onUse, onEdit }: ListProps) {
  const t = useTexts()
  const { data, error, refetch } = useQuery(all)
  if (!data) return error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={2} />
  if (data.length === 0) return <p className="muted">{t('messaging.quick.none')}</p>
  return (
    <KeptTexts all={data} wordsOf={({ name, text }) => `${name} ${text}`} searchLabel={t('messaging.quick.search')}>
      {(answer) => (
        <Row key={answer.id} answer={answer} onUse={() => onUse(answer.text)} onEdit={() => onEdit(answer)} />
      )}
    </KeptTexts>
  )
}

const failures: Partial<Record<ApiFailure['code'], TextId>> = {
  name_taken: 'messaging.quick.nameTaken',
  too_many_quick_answers: 'messaging.quick.tooMany',
  network: 'messaging.compose.noInternet',
}

type FormProps = { before: QuickAnswer; onDone: () => void }

/** Name and words of one. The same press again, after an answer that was lost, is the same one. */
function Edit({ before, onDone }: FormProps) {
  const t = useTexts()
  const [{ id, ...written }, write] = useState(before)
  const save = useCall(() => call(calls.saveQuickAnswer, { params: { id }, body: written }), { fills: all })
  const canSave = written.name.trim() !== '' && written.text.trim() !== ''
  const change = (part: Partial<QuickAnswer>) => {
    save.forget()
    write({ id, ...written, ...part })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!canSave) return
    save.run(undefined, {
      done: () => {
        toast.ok(t('messaging.quick.saved'))
        onDone()
      },
    })
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label={t('messaging.quick.name')}
        value={written.name}
        maxLength={calls.QUICK_ANSWER_NAME_MAX}
        autoComplete="off"
        onChange={({ target }) => change({ name: target.value })}
      />
      <AreaField
        label={t('messaging.quick.text')}
        hint={t('messaging.quick.textHint')}
        rows={4}
        value={written.text}
        maxLength={ANSWER_MAX_LENGTH}
        dir="auto"
        onChange={({ target }) => change({ text: target.value })}
      />
      {save.failure && <Note tone="bad">{t(failures[save.failure.code] ?? 'messaging.quick.notSaved')}</Note>}
      <div className={classes['formActs']}>
        <Button onClick={onDone}>{t('messaging.sender.cancel')}</Button>
        <Button type="submit" kind="primary" busy={save.busy} disabled={!canSave}>
          {t('messaging.quick.save')}
        </Button>
      </div>
    </form>
  )
}

type QuickAnswersDialogProps = {
  /** As it stands in the answer: what a new one begins with. */
  written: string
  onUse: (text: string) => void
  onClose: () => void
}

/** What is answered often: to take one, to keep another, to change or delete one. */
export function QuickAnswersDialog({ written, onUse, onClose }: QuickAnswersDialogProps) {
  const t = useTexts()
  const [edited, edit] = useState<QuickAnswer | null>(null)
  return (
    <Dialog open onClose={onClose} title={t('messaging.quick.title')}>
      {edited ? (
        <Edit before={edited} onDone={() => edit(null)} />
      ) : (
        <>
          <List onUse={onUse} onEdit={edit} />
          <div>
            <Button icon={IconPlus} onClick={() => edit({ id: crypto.randomUUID(), name: '', text: written.trim() })}>
              {t('messaging.quick.add')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
