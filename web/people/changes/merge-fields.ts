import type { mergeFields } from '#contract/people/changes.ts'
import type { PersonDetail } from '#contract/people/persons.ts'

export type MergeField = (typeof mergeFields)[number]

/** A field as one text to compare by; '' where nothing is known. */
export function valueOf(person: PersonDetail, field: MergeField): string {
  if (field === 'birthday') {
    const { birthDay, birthMonth, birthYear } = person
    const parts = [birthDay, birthMonth, birthYear]
    return parts.some((part) => part !== null) ? parts.map((part) => part ?? '').join('-') : ''
  }
  if (field === 'picture') return person.pictureUrl ?? ''
  return person[field] ?? ''
}

/** People with something in this field, each value once: the first who has it. */
export function valuesOf(people: readonly PersonDetail[], field: MergeField): readonly PersonDetail[] {
  const known = people.filter((person) => valueOf(person, field) !== '')
  return known.filter(
    (person, place) => known.findIndex((one) => valueOf(one, field) === valueOf(person, field)) === place,
  )
}

export type Take = Partial<Record<MergeField, string>>

/** Whose value is kept unless another is chosen: that of the one who is kept, else the first there is. */
function takenFrom(values: readonly PersonDetail[], keepId: string): string {
  return (values.find(({ id }) => id === keepId) ?? values[0])?.id ?? ''
}

/** Whose value each of these fields gets: as chosen, else as usual. */
export const takeOf = (
  people: readonly PersonDetail[],
  { fields, keepId, chosen }: { fields: readonly MergeField[]; keepId: string; chosen: Take },
): Take => {
  const order = [...people].sort((one, other) => Number(other.id === keepId) - Number(one.id === keepId))
  return Object.fromEntries(fields.map((field) => [field, chosen[field] ?? takenFrom(valuesOf(order, field), keepId)]))
}
