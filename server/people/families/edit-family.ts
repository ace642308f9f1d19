import type { editFamily as call, FamilyRow } from '#contract/people/families.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { announcement } from '../../platform/announcements.ts'
import type { Writer } from '../writing/index.ts'
import { checkFamily, checkMembers } from './add-family.ts'
import {
  raiseVersions,
  selectForUpdate,
  updateFamily,
  deleteMember,
  deleteMembers,
  insertFamilyMembers,
  selectMembers,
  type FamilyMember,
} from './family-store.ts'
import { readFamily } from './list-families.ts'

/** These people belong to these families no longer. */
export const peopleLeftFamilies = announcement<{ familyIds: string[]; personIds: string[]; at: Date }>()

/**
 * Changes a family; `members` are all who belong to it from now on. Throws `not_found`, and `changed_meanwhile` when the
 * family is no longer as it was read.
 */
export async function editFamily(
  tx: Tx,
  { tenantId, isoCode, actor, at }: Writer,
  { id, body: { members, version, ...input } }: { id: string; body: Received<typeof call>['body'] },
): Promise<FamilyRow> {
  const family = checkFamily(input, isoCode)
  await checkMembers(tx, members)
  const before = await selectForUpdate(tx, id)
  if (!before) throw new ApiError('not_found')
  if (before.version !== version) throw new ApiError('changed_meanwhile')
  const { come, gone } = changesOf(await selectMembers(tx, id), members)
  const fields: string[] = (['name', 'email', 'homePhone', 'address'] as const).filter(
    (field) => before[field] !== family[field],
  )
  if (fields.length > 0) await updateFamily(tx, { ...family, id })
  if (gone.length > 0) {
    await deleteMembers(tx, id, gone)
    await peopleLeftFamilies.announce(tx, { familyIds: [id], personIds: gone, at })
  }
  if (come.length > 0)
    await insertFamilyMembers(
      tx,
      tenantId,
      come.map((member) => ({ ...member, familyId: id })),
    )
  if (come.length + gone.length > 0) fields.push('members')
  if (fields.length === 0) return readFamily(tx, id)
  await raiseVersions(tx, [id])
  await audit(tx, tenantId, actor, { act: 'family.changed', subjectId: id, details: { fields }, at })
  return readFamily(tx, id)
}

/** Who comes in or gets another role, and who goes. */
function changesOf(before: FamilyMember[], after: FamilyMember[]): { come: FamilyMember[]; gone: string[] } {
  const roles = new Map(before.map(({ personId, role }) => [personId, role]))
  const stay = new Set(after.map(({ personId }) => personId))
  return {
    come: after.filter(({ personId, role }) => roles.get(personId) !== role),
    gone: before.map(({ personId }) => personId).filter((personId) => !stay.has(personId)),
  }
}

type Membership = { familyId: string; personId: string }

/** Gives somebody of a family another role in it. */
export async function changeFamilyRole(
  tx: Tx,
  writer: Writer,
  { familyId, personId, role }: Membership & { role: number },
): Promise<void> {
  await insertFamilyMembers(tx, writer.tenantId, [{ familyId, personId, role }])
  await noteMembers(tx, writer, familyId)
}

/** Takes somebody out of a family; the person stays. */
export async function leaveFamily(tx: Tx, writer: Writer, { familyId, personId }: Membership): Promise<void> {
  await deleteMembers(tx, familyId, [personId])
  await peopleLeftFamilies.announce(tx, { familyIds: [familyId], personIds: [personId], at: writer.at })
  await noteMembers(tx, writer, familyId)
}

async function noteMembers(tx: Tx, { tenantId, actor, at }: Writer, familyId: string): Promise<void> {
  await raiseVersions(tx, [familyId])
  const details = { fields: ['members'] }
  await audit(tx, tenantId, actor, { act: 'family.changed', subjectId: familyId, details, at })
}

/** Takes somebody out of families that only a merge, undone now, had given to them. */
export async function leaveFamiliesOfMerged(
  tx: Tx,
  { personId, familyIds, at }: { personId: string; familyIds: string[]; at: Date },
): Promise<void> {
  if (familyIds.length === 0) return
  await deleteMember(tx, personId, familyIds)
  await raiseVersions(tx, familyIds)
  await peopleLeftFamilies.announce(tx, { familyIds, personIds: [personId], at })
}
