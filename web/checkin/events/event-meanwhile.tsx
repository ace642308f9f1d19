import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import type { EventField } from './rebase.ts'
import type { EventMeanwhile } from './use-event-form.ts'

const names: Record<EventField, TextId> = {
  name: 'checkin.form.name',
  place: 'checkin.form.place',
  day: 'checkin.form.day',
  starts: 'checkin.form.starts',
  ends: 'checkin.form.ends',
  lastDay: 'checkin.form.lastDay',
  opensAt: 'checkin.form.opensAt',
  closesAt: 'checkin.form.closesAt',
  classes: 'checkin.class.title',
}

/** Says that somebody else was here too, and what they wrote where both wrote something. */
export function EventMeanwhileNote({ meanwhile: { theirs, clashes } }: { meanwhile: EventMeanwhile }) {
  const t = useTexts()
  const said = (field: EventField): string => {
    if (field === 'classes') return theirs.classes.map(({ name }) => name).join(', ')
    return field === 'opensAt' || field === 'closesAt' ? theirs[field].replace('T', ' ') : theirs[field]
  }
  return (
    <Note tone="warn">
      <p className="strong">{t('checkin.meanwhile.title')}</p>
      <p>{t('checkin.meanwhile.text')}</p>
      {clashes.length > 0 && (
        <>
          <p>{t('checkin.meanwhile.clashes')}</p>
          <ul>
            {clashes.map((field) => (
              <li key={field}>
                {t('checkin.meanwhile.theirs', {
                  field: t(names[field]),
                  value: said(field) || t('checkin.meanwhile.nothing'),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Note>
  )
}
