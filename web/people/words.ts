import type { FamilyRow } from '#contract/people/families.ts'
import type { PersonDetail, PersonKind, PersonRow } from '#contract/people/persons.ts'
import type { TextId } from '../languages/index.ts'
import { useFormat, type Format } from '../languages/format.tsx'

export const nameOf = ({ firstName, lastName }: Pick<PersonRow, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

export const kinds = ['member', 'first_timer', 'new_convert'] as const satisfies readonly PersonKind[]

type Gender = NonNullable<PersonDetail['gender']>
type MaritalStatus = NonNullable<PersonDetail['maritalStatus']>

export const genders = ['female', 'male'] as const satisfies readonly Gender[]
export const genderNames: Record<Gender, TextId> = { female: 'people.filter.female', male: 'people.filter.male' }

export const maritalStatuses = [
  'single',
  'married',
  'separated',
  'divorced',
  'widowed',
] as const satisfies readonly MaritalStatus[]
export const maritalNames: Record<MaritalStatus, TextId> = {
  single: 'people.marital.single',
  married: 'people.marital.married',
  separated: 'people.marital.separated',
  divorced: 'people.marital.divorced',
  widowed: 'people.marital.widowed',
}

/** By the number of the role. */
const roleTexts: readonly (TextId | undefined)[] = [
  undefined,
  'people.role.father',
  'people.role.mother',
  'people.role.son',
  'people.role.daughter',
  'people.role.ward',
  'people.role.guardian',
  'people.role.other',
]
export const OTHER_ROLE = 7
export const roles: readonly FamilyRow['members'][number]['role'][] = [1, 2, 3, 4, 5, 6, OTHER_ROLE]
export const roleText = (role: number): TextId => roleTexts[role] ?? 'people.role.other'

/** January to December in the reader's language. */
export const useMonthNames = (): readonly string[] => useFormat().months()

/** A birthday as far as it is known: "June 3", "June 1990", "1990"; '' for none. */
export const useBirthday = (): Format['birthday'] => useFormat().birthday
