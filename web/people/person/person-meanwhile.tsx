import { useFormat } from '../../lib/format.tsx'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { MeanwhileNote } from '../../ui/forms/index.ts'
import { kindNames } from '../person-parts.tsx'
import { useMonthNames } from '../shared/month-names.ts'
import { genderNames, maritalNames } from '../shared/words.ts'
import type { DraftField, PersonDraft } from './draft.ts'
import type { Meanwhile } from './use-edit-person.ts'

const fieldNames: Record<DraftField, TextId> = {
  firstName: 'people.export.firstName',
  lastName: 'people.export.lastName',
  phone: 'people.list.phone',
  email: 'people.list.email',
  kind: 'people.list.kind',
  gender: 'people.export.gender',
  maritalStatus: 'people.export.maritalStatus',
  birthDay: 'people.form.birthDay',
  birthMonth: 'people.form.birthMonth',
  birthYear: 'people.form.birthYear',
  address: 'people.export.address',
  joinedOn: 'people.list.joined',
}

/** A field of a draft as a reader says it. */
function useSaid(): (draft: PersonDraft, field: DraftField) => string {
  const t = useTexts()
  const format = useFormat()
  const months = useMonthNames()
  return (draft, field) => {
    if (field === 'kind') return t(kindNames[draft.kind])
    if (draft[field] === '') return ''
    if (field === 'gender') return draft.gender && t(genderNames[draft.gender])
    if (field === 'maritalStatus') return draft.maritalStatus && t(maritalNames[draft.maritalStatus])
    if (field === 'birthMonth') return months[Number(draft.birthMonth) - 1] ?? ''
    if (field === 'joinedOn') return format.day(draft.joinedOn)
    return draft[field]
  }
}

/** Says that somebody else has changed the person too. */
export function PersonMeanwhile({ meanwhile: { theirs, clashes } }: { meanwhile: Meanwhile }) {
  const t = useTexts()
  const said = useSaid()
  return (
    <MeanwhileNote
      title={t('people.meanwhile.title')}
      clashes={clashes.map((field) => ({ field: t(fieldNames[field]), value: said(theirs, field) }))}
    />
  )
}
