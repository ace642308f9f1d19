import { archivePeople, UNDO_DAYS } from '#contract/people/acts.ts'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
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
