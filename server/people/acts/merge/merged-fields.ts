import { mergeFields } from '#contract/people/acts.ts'
import type { PersonFields } from '../../persons/check-person.ts'

export type MergeField = (typeof mergeFields)[number]
/** Whose value of a field is kept, by the person's id. */
export type Take = Partial<Record<MergeField, string>>
export type MergedFields = PersonFields & { pictureId: string | null }

/** What a field of a merge stands for: a birthday is one thing, not three. */
const parts: Record<MergeField, readonly (keyof MergedFields)[]> = {
  firstName: ['firstName'],
  lastName: ['lastName'],
  email: ['email'],
  phone: ['phone'],
  kind: ['kind'],
  gender: ['gender'],
  maritalStatus: ['maritalStatus'],
  birthday: ['birthDay', 'birthMonth', 'birthYear'],
  address: ['address'],
  joinedOn: ['joinedOn'],
  picture: ['pictureId'],
}

/** What the one who is kept is after a merge: what was chosen, else the first of `people` that is not empty. */
export function mergedFields(people: readonly (MergedFields & { id: string })[], take: Take): MergedFields {
  const values = mergeFields.flatMap((field) => {
    const wanted = take[field]
    const from = people.find((person) => (wanted ? person.id === wanted : hasValue(person, field))) ?? people[0]
    return parts[field].map((part) => [part, from?.[part] ?? null] as const)
  })
  return Object.fromEntries(values) as MergedFields
}

const hasValue = (person: MergedFields, field: MergeField): boolean =>
  parts[field].some((part) => person[part] !== null && person[part] !== '')

/** What is written of a person, without what else is known. */
export function fieldsOf(person: PersonFields): PersonFields {
  const { firstName, lastName, email, phone, kind, gender, maritalStatus, address, joinedOn } = person
  const { birthDay, birthMonth, birthYear } = person
  const named = { firstName, lastName, email, phone, kind, gender, maritalStatus }
  return { ...named, birthDay, birthMonth, birthYear, address, joinedOn }
}
