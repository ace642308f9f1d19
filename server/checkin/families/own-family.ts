import { familyRoles } from '#contract/people/families.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { selectOwnFamily } from './family-store.ts'

export type OwnFamily = {
  familyId: string
  /** Of the guardian, in this family. */
  role: number
  /**
   * Whether they may change members, guardians, grants and the profile, and read what only the family knows: parents may,
   * others where there is no parent.
   */
  mayChange: boolean
}

/** Roles in which somebody looks after the children of a family. */
export const lookingAfter: readonly number[] = [
  familyRoles.father,
  familyRoles.mother,
  familyRoles.guardian,
  familyRoles.other,
]

export const parents: readonly number[] = [familyRoles.father, familyRoles.mother]

/** Whether somebody in this role may change the family. */
export const mayChangeAs = ({ role, hasParent }: { role: number; hasParent: boolean }): boolean =>
  parents.includes(role) || !hasParent

/** The family in which a guardian looks after children. Throws `not_found` when there is none. */
export async function ownFamily(tx: Tx, personId: string): Promise<OwnFamily> {
  const family = await selectOwnFamily(tx, personId)
  if (!family) throw new ApiError('not_found')
  const { familyId, role } = family
  return { familyId, role, mayChange: mayChangeAs(family) }
}

/** Throws `not_found` for a family or church that is claimed and is not the guardian's own; nothing claimed is no fault. */
export function refuseForeign(claimed: string | null | undefined, own: string): void {
  if (claimed && claimed.toLowerCase() !== own) throw new ApiError('not_found')
}

/** The same for whoever is about to change something in it. Throws `not_found`, and `not_allowed` for who may only look. */
export async function changeableFamily(tx: Tx, personId: string): Promise<OwnFamily> {
  const family = await ownFamily(tx, personId)
  if (!family.mayChange) throw new ApiError('not_allowed')
  return family
}
