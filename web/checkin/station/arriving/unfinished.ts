import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import type { completeFamily } from '#contract/checkin/walk-in.ts'
import type { CallArgs } from '#contract/endpoint.ts'
import type { CareNote } from '#contract/checkin/family.ts'

/** A family of which something is not known yet, and the children to ask about. */
export type Unfinished = {
  familyId: string
  children: { personId: string; firstName: string; care: CareNote[] }[]
}

/** After a walk-in nothing but names is known, and the allergies that were told at the door. */
export const afterWalkIn = (familyId: string, { children }: Labels): Unfinished => ({
  familyId,
  children: children.map(({ personId, firstName, allergies }) => ({
    personId,
    firstName,
    care: allergies.map((name) => ({ kind: 'allergy' as const, name, instruction: '' })),
  })),
})

/** Children who came in and whose birthday nobody knows. */
export function afterCheckIn(family: StationFamily, labels: Labels): Unfinished | null {
  const come = new Set(labels.children.map(({ personId }) => personId))
  const children = family.children.filter(({ personId, ageMonths }) => come.has(personId) && ageMonths === null)
  if (children.length === 0) return null
  return {
    familyId: family.familyId,
    children: children.map(({ personId, firstName, care }) => ({ personId, firstName, care })),
  }
}

type Completed = CallArgs<typeof completeFamily>['body']['children'][number]
type Typed = (field: string) => string

const whole = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null)
const genderOf = (text: string): Completed['gender'] => (text === 'male' || text === 'female' ? text : null)

/** What was typed about one child; what was left empty stays unknown. Notes that are there stay: only new ones are sent. */
export function completedChild({ personId, care }: Unfinished['children'][number], typed: Typed): Completed {
  const names = typed('allergies')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const known = care.filter(({ kind }) => kind === 'allergy').map(({ name }) => name.toLocaleLowerCase())
  const added = names.filter((name) => !known.includes(name.toLocaleLowerCase()))
  return {
    personId,
    birthDay: whole(typed('day')),
    birthMonth: whole(typed('month')),
    birthYear: whole(typed('year')),
    gender: genderOf(typed('gender')),
    care: added.map((name) => ({ kind: 'allergy', name, instruction: '' })),
  }
}
