import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { MeanwhileNote } from '../../ui/forms/index.ts'
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
    <MeanwhileNote
      title={t('checkin.meanwhile.title')}
      clashes={clashes.map((field) => ({ field: t(names[field]), value: said(field) }))}
    />
  )
}
