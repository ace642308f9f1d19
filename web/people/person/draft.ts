import type { PersonDetail, PersonInput } from '#contract/people/persons.ts'
import { groupPhone } from '../../languages/phone.ts'
import { threeWay } from '../form/three-way.ts'
import { useTexts, type TextId } from '../../languages/index.ts'

type GroupName = PersonDetail['groups'][number]

/** A person as it is being typed; '' is what was left empty. */
export type PersonDraft = {
  firstName: string
  lastName: string
  phone: string
  email: string
  kind: PersonDetail['kind']
  gender: NonNullable<PersonDetail['gender']> | ''
  maritalStatus: NonNullable<PersonDetail['maritalStatus']> | ''
  birthDay: string
  birthMonth: string
  birthYear: string
  address: string
  joinedOn: string
  groups: readonly GroupName[]
}

export type DraftField = Exclude<keyof PersonDraft, 'groups'>

const draftFields = [
  'firstName',
  'lastName',
  'phone',
  'email',
  'kind',
  'gender',
  'maritalStatus',
  'birthDay',
  'birthMonth',
  'birthYear',
  'address',
  'joinedOn',
] as const satisfies readonly DraftField[]

/** Nobody yet, who joins today. */
export const emptyDraft = (today: string): PersonDraft => ({
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  kind: 'member',
  gender: '',
  maritalStatus: '',
  birthDay: '',
  birthMonth: '',
  birthYear: '',
  address: '',
  joinedOn: today,
  groups: [],
})

/** The next of several who are written down one after another: what they share stays. */
export const nextDraft = ({ kind, joinedOn, groups }: PersonDraft): PersonDraft => ({
  ...emptyDraft(joinedOn),
  kind,
  groups,
})

const numberText = (value: number | null) => (value === null ? '' : String(value))

export const draftOf = (person: PersonDetail): PersonDraft => ({
  firstName: person.firstName,
  lastName: person.lastName,
  phone: person.phone ? groupPhone(person.phone) : '',
  email: person.email ?? '',
  kind: person.kind,
  gender: person.gender ?? '',
  maritalStatus: person.maritalStatus ?? '',
  birthDay: numberText(person.birthDay),
  birthMonth: numberText(person.birthMonth),
  birthYear: numberText(person.birthYear),
  address: person.address ?? '',
  joinedOn: person.joinedOn,
  groups: person.groups,
})

const numberIn = (text: string) => (text === '' ? null : Number(text))

/** As the server takes it, without the groups. */
export const bodyOf = (draft: PersonDraft): PersonInput => ({
  firstName: draft.firstName,
  lastName: draft.lastName,
  phone: draft.phone || null,
  email: draft.email || null,
  kind: draft.kind,
  gender: draft.gender || null,
  maritalStatus: draft.maritalStatus || null,
  birthDay: numberIn(draft.birthDay),
  birthMonth: numberIn(draft.birthMonth),
  birthYear: numberIn(draft.birthYear),
  address: draft.address || null,
  joinedOn: draft.joinedOn,
})

export const groupIdsOf = ({ groups }: PersonDraft) => groups.map(({ id }) => id)

const groupsText = (draft: PersonDraft) => groupIdsOf(draft).toSorted().join()

export const hasOtherGroups = (one: PersonDraft, other: PersonDraft): boolean => groupsText(one) !== groupsText(other)

export const isChanged = (draft: PersonDraft, before: PersonDraft): boolean =>
  hasOtherGroups(draft, before) || draftFields.some((field) => draft[field] !== before[field])

/**
 * Brings a draft up to what somebody else has written meanwhile: what was not touched here becomes theirs, what was
 * typed here stays, groups that were added or left on either side are. `clashes` are the fields that both have changed, to different values.
 */
export function rebase(mine: PersonDraft, before: PersonDraft, theirs: PersonDraft) {
  const isTouched = (field: DraftField) => mine[field] !== before[field]
  const clashes = draftFields.filter(
    (field) => isTouched(field) && theirs[field] !== before[field] && theirs[field] !== mine[field],
  )
  const kept = Object.fromEntries(draftFields.filter(isTouched).map((field) => [field, mine[field]]))
  const draft: PersonDraft = { ...theirs, ...kept, groups: threeWay(mine.groups, before.groups, theirs.groups) }
  return { draft, clashes }
}

const faultTexts: Partial<Record<DraftField, TextId>> = {
  firstName: 'people.fault.firstName',
  phone: 'people.fault.phone',
  email: 'people.fault.email',
  birthDay: 'people.fault.birthDay',
  birthMonth: 'people.fault.birthMonth',
  birthYear: 'people.fault.birthYear',
  joinedOn: 'people.fault.joinedOn',
}

/** What is wrong with a field, in words. */
export function useFault(faults: ReadonlySet<string>) {
  const t = useTexts()
  return (field: DraftField): string | undefined => {
    const text = faultTexts[field]
    return text && faults.has(field) ? t(text) : undefined
  }
}
