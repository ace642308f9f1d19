import { genderIds, type getAllLookUps, type getFamilyRoles } from '#contract/checkin/family.ts'
import type { Answer } from '#contract/endpoint.ts'
import { familyRoles } from '#contract/people/families.ts'
import { maritalStatus } from '#contract/people/persons.ts'

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Roles in a family, by the numbers and names that existing clients know. */
export const roleList: Answer<typeof getFamilyRoles> = Object.entries(familyRoles).map(([name, id]) => ({
  id,
  name: titled(name),
}))

/** What may be chosen from. */
export const lookUps: Answer<typeof getAllLookUps> = [
  { type: 'Gender', lookUps: Object.entries(genderIds).map(([name, id]) => ({ id, value: titled(name) })) },
  {
    type: 'MaritalStatus',
    lookUps: maritalStatus.options.map((status, index) => ({ id: index + 1, value: titled(status) })),
  },
]
