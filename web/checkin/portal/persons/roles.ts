import type { TextId } from '../../../languages/index.ts'

type FamilyRole = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** Roles in a family by their numbers. */
export const roleNames: Record<FamilyRole, TextId> = {
  1: 'portal.role.father',
  2: 'portal.role.mother',
  3: 'portal.role.son',
  4: 'portal.role.daughter',
  5: 'portal.role.ward',
  6: 'portal.role.guardian',
  7: 'portal.role.other',
}

const isRole = (value: number): value is FamilyRole => Object.hasOwn(roleNames, value)
/** The words of a role; a number that is not known is "Other". */
export const roleName = (role: number): TextId => roleNames[isRole(role) ? role : 7]
