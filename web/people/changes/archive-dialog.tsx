import { archivePeople, UNDO_DAYS } from '#contract/people/changes.ts'
import { call } from '../../api/call.ts'
import { useTexts, type Translate } from '../../languages/index.ts'
import { ChangeDialog, type ChangeDialogProps } from './change-dialog.tsx'
import { usePeopleChange } from './use-people-change.ts'

const NAMED_MOST = 5

/** Who was left out because they are on the staff, by name as long as they are few. */
function asideOf(leftOut: readonly string[], t: Translate): string | undefined {
  if (leftOut.length === 0) return undefined
  const names = leftOut.slice(0, NAMED_MOST).join(', ')
  return t('people.archive.staffLeft', { count: leftOut.length, names, more: leftOut.length > NAMED_MOST ? 1 : 0 })
}

/** Archives people after saying what that means. */
export function ArchiveDialog({ chosen: { people, count, name }, onClose, onDone }: ChangeDialogProps) {
  const t = useTexts()
  const act = usePeopleChange()
  const archive = () =>
    act.run(
      {
        run: async (idempotencyKey) => {
          const { leftOut, ...done } = await call(archivePeople, { body: { people } }, { idempotencyKey })
          return { ...done, aside: asideOf(leftOut, t) }
        },
        means: people,
        done: (done) => (name ? t('people.archive.doneOne', { name }) : t('people.archive.done', { count: done })),
      },
      {
        done: () => {
          onDone()
          onClose()
        },
      },
    )
  return (
    <ChangeDialog
      title={name ? t('people.archive.titleOne', { name }) : t('people.archive.title', { count })}
      act={t('people.archive.act')}
      isBusy={act.busy}
      failure={act.failure}
      onAct={archive}
      onClose={onClose}
    >
      <p>{t('people.archive.text')}</p>
      <p className="muted">{t('people.archive.undo', { days: UNDO_DAYS })}</p>
    </ChangeDialog>
  )
}
