import type { PersonDetail } from '#contract/people/persons.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { groupPhone } from '../../lib/phone.ts'
import { Choices } from '../../ui/filters/index.ts'
import { Face } from '../../ui/marks/face.tsx'
import { kindNames, nameOf } from '../person-parts.tsx'
import { useBirthday } from '../shared/month-names.ts'
import { genderNames, maritalNames } from '../shared/words.ts'
import type { MergeField } from './merge-fields.ts'

export const fieldNames: Record<MergeField, TextId> = {
  firstName: 'people.export.firstName',
  lastName: 'people.export.lastName',
  picture: 'people.person.picture',
  phone: 'people.list.phone',
  email: 'people.list.email',
  kind: 'people.list.kind',
  gender: 'people.export.gender',
  maritalStatus: 'people.export.maritalStatus',
  birthday: 'people.export.birthday',
  address: 'people.export.address',
  joinedOn: 'people.list.joined',
}

/** What a person's field says, in words. */
function useSaid(): (person: PersonDetail, field: MergeField) => string {
  const t = useTexts()
  const format = useFormat()
  const birthday = useBirthday()
  return (person, field) => {
    if (field === 'birthday') return birthday(person)
    if (field === 'picture') return t('people.merge.pictureOf', { name: nameOf(person) })
    if (field === 'joinedOn') return format.day(person.joinedOn)
    if (field === 'kind') return t(kindNames[person.kind])
    if (field === 'gender') return person.gender ? t(genderNames[person.gender]) : ''
    if (field === 'maritalStatus') return person.maritalStatus ? t(maritalNames[person.maritalStatus]) : ''
    if (field === 'phone') return person.phone ? groupPhone(person.phone) : ''
    return person[field] ?? ''
  }
}

type FieldChoiceProps = {
  field: MergeField
  /** One for each value that there is. */
  people: readonly PersonDetail[]
  value: string
  onChange: (id: string) => void
}

/** Which of several values is kept. */
export function FieldChoice({ field, people, value, onChange }: FieldChoiceProps) {
  const t = useTexts()
  const said = useSaid()
  const choices = people.map((person) => ({
    value: person.id,
    label: said(person, field),
    ...(field === 'picture' && {
      aside: <Face firstName={person.firstName} lastName={person.lastName} pictureUrl={person.pictureUrl} />,
    }),
  }))
  return <Choices shape="list" legend={t(fieldNames[field])} choices={choices} value={value} onChange={onChange} />
}
