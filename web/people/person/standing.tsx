import { Link } from '@tanstack/react-router'
import type { PersonDetail } from '#contract/people/persons.ts'
import { calendarDay, useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconArrowBackUp, IconCheck } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { useUndo } from '../acts/use-people-act.ts'
import { useQuickActs } from '../acts/use-quick-acts.ts'
import { nameOf } from '../person-parts.tsx'

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

/** Takes the person in who came by the portal. */
function Unconfirmed({ person }: { person: PersonDetail }) {
  const t = useTexts()
  const canWrite = useCan('people.write')
  const { confirm, isBusy } = useQuickActs()
  const button = (
    <Button
      size="sm"
      kind="primary"
      icon={IconCheck}
      busy={isBusy}
      onClick={() => confirm({ people: { ids: [person.id] }, count: 1, name: nameOf(person) })}
    >
      {t('people.confirm.act')}
    </Button>
  )
  return (
    <Note tone="warn" action={canWrite && button}>
      {t('people.confirm.text')}
    </Note>
  )
}

/** Whether the person is archived or merged, and the way back as long as there is one; nothing for everybody else. */
export function Standing({ person }: { person: PersonDetail }) {
  const { archivedAt, mergedInto, isStaff, undoAct, confirmed } = person
  const t = useTexts()
  const format = useFormat()
  const canWrite = useCan('people.write')
  if (!archivedAt && !confirmed) return <Unconfirmed person={person} />
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
