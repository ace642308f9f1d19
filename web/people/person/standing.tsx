import { Link } from '@tanstack/react-router'
import type { PersonDetail } from '#contract/people/persons.ts'
import { calendarDay, useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { Note } from '../../ui/surfaces/note.tsx'

/** Whether the person is archived or merged; nothing for everybody else. */
export function Standing({ person: { archivedAt, mergedInto, isStaff } }: { person: PersonDetail }) {
  const t = useTexts()
  const format = useFormat()
  if (mergedInto)
    return (
      <Note tone="info">
        {t('people.person.merged')}{' '}
        <Link to={paths.person} params={{ id: mergedInto }}>
          {t('people.person.openKept')}
        </Link>
      </Note>
    )
  if (archivedAt) {
    const day = format.day(calendarDay(new Date(archivedAt), format.timeZone))
    return <Note tone="warn">{t('people.person.archived', { day })}</Note>
  }
  return isStaff ? <Note tone="info">{t('people.person.staff')}</Note> : null
}
