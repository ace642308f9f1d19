import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Writer } from '../persons/writer.ts'
import { raiseVersions } from './family-store.ts'
import { deleteMembers, insertFamilyMembers } from './member-store.ts'
import { giveUpPlaces } from './places-store.ts'

type Membership = { familyId: string; personId: string }

/** Gives somebody of a family another role in it. */
export async function changeFamilyRole(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  { familyId, personId, role }: Membership & { role: number },
): Promise<void> {
  await insertFamilyMembers(tx, tenantId, [{ familyId, personId, role }])
  await raiseVersions(tx, [familyId])
  await audit(tx, tenantId, actor, {
    act: 'family.changed',
    subjectId: familyId,
    details: { fields: ['members'] },
    at,
  })
}

/** Takes somebody out of a family, and out of the classes and lines in which the family put them; the person stays. */
export async function leaveFamily(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  { familyId, personId }: Membership,
): Promise<void> {
  await deleteMembers(tx, familyId, [personId])
  await giveUpPlaces(tx, { familyIds: [familyId], personIds: [personId] }, at)
  await raiseVersions(tx, [familyId])
  await audit(tx, tenantId, actor, {
    act: 'family.changed',
    subjectId: familyId,
    details: { fields: ['members'] },
    at,
  })
}
