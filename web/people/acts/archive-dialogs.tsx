import { useState } from 'react'
import { archivePeople, erasePeople, UNDO_DAYS } from '#contract/people/acts.ts'
import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { ActDialog, type ActDialogProps } from './act-dialog.tsx'
import { usePeopleAct } from './use-people-act.ts'

/** Archives people after saying what that means. */
export function ArchiveDialog({ chosen: { people, count, name }, onClose, onDone }: ActDialogProps) {
  const t = useTexts()
  const act = usePeopleAct()
  const archive = () =>
    act.mutate(
      {
        run: (idempotencyKey) => call(archivePeople, { body: { people } }, { idempotencyKey }),
        means: people,
        done: (done) => (name ? t('people.archive.doneOne', { name }) : t('people.archive.done', { count: done })),
      },
      {
        onSuccess: () => {
          onDone()
          onClose()
        },
      },
    )
  return (
    <ActDialog
      title={name ? t('people.archive.titleOne', { name }) : t('people.archive.title', { count })}
      act={t('people.archive.act')}
      isBusy={act.isPending}
      failure={act.error}
      onAct={archive}
      onClose={onClose}
    >
      <p>{t('people.archive.text')}</p>
      <p className="muted">{t('people.archive.undo', { days: UNDO_DAYS })}</p>
    </ActDialog>
  )
}

/** Erases archived people for ever, once their number was typed. */
export function EraseDialog({ chosen: { people, count, name }, onClose, onDone }: ActDialogProps) {
  const t = useTexts()
  const { number } = useFormat()
  const [typed, setTyped] = useState('')
  const act = usePeopleAct()
  const erase = () =>
    act.mutate(
      {
        run: (idempotencyKey) => call(erasePeople, { body: { people } }, { idempotencyKey }),
        means: people,
        done: (done) => t('people.erase.done', { count: done }),
        gone: 'ids' in people ? people.ids : [],
      },
      {
        onSuccess: () => {
          onDone()
          onClose()
        },
      },
    )
  return (
    <ActDialog
      title={name ? t('people.erase.titleOne', { name }) : t('people.erase.title', { count })}
      act={t('people.erase.act')}
      isDanger
      isIncomplete={typed.replace(/[\s.,]/g, '') !== String(count)}
      isBusy={act.isPending}
      failure={act.error}
      onAct={erase}
      onClose={onClose}
    >
      <Note tone="warn">{t('people.erase.text')}</Note>
      <TextField
        label={t('people.erase.type', { number: number(count) })}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ActDialog>
  )
}
