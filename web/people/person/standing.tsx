import { Link } from '@tanstack/react-router'
import type { PersonDetail } from '#contract/people/persons.ts'
import { calendarDay, useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconArrowBackUp } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { useUndo } from '../acts/use-people-act.ts'

type UndoProps = { undoAct: NonNullable<PersonDetail['undoAct']> }

/** Takes back what archived the person or merged them away. */
function UndoButton({ undoAct: { id, kind } }: UndoProps) {
  const t = useTexts()
  const undo = useUndo()
  return (
    <Button size="sm" icon={IconArrowBackUp} busy={undo.isPending} onClick={() => undo.mutate(id)}>
      {t(kind === 'merge' ? 'people.person.undoMerge' : 'people.person.undoArchive')}
    </Button>
  )
}

/** Whether the person is archived or merged, and the way back as long as there is one; nothing for everybody else. */
export function Standing({ person: { archivedAt, mergedInto, isStaff, undoAct } }: { person: PersonDetail }) {
  const t = useTexts()
  const format = useFormat()
  const canWrite = useCan('people.write')
  if (!archivedAt) return isStaff ? <Note tone="info">{t('people.person.staff')}</Note> : null
  const dayOf = (instant: string) => format.day(calendarDay(new Date(instant), format.timeZone))
  const canUndo = canWrite && undoAct
  return (
    <Note tone={mergedInto ? 'info' : 'warn'} action={canUndo && <UndoButton undoAct={undoAct} />}>
      {mergedInto ? t('people.person.merged') : t('people.person.archived', { day: dayOf(archivedAt) })}{' '}
      {canUndo && t('people.person.undoUntil', { day: dayOf(undoAct.until) })}{' '}
      {mergedInto && (
        <Link to={paths.person} params={{ id: mergedInto }}>
          {t('people.person.openKept')}
        </Link>
      )}
    </Note>
  )
}
