import { randomUUIDv7 } from 'node:crypto'
import type { addFamily as call, FamilyRow } from '#contract/people/families.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Writer } from '../persons/writer.ts'
import { checkFamily, checkMembers } from './check-family.ts'
import { insertFamilies } from './family-store.ts'
import { insertFamilyMembers } from './member-store.ts'
import { readFamily } from './read-family.ts'

/** Adds a family with the people in it. Throws `not_found` for a person whom the church does not have. */
export async function addFamily(
  tx: Tx,
  { tenantId, isoCode, actor, at }: Writer,
  { members, ...input }: Received<typeof call>['body'],
): Promise<FamilyRow> {
  const family = { ...checkFamily(input, isoCode), id: randomUUIDv7() }
  await checkMembers(tx, members)
  await insertFamilies(tx, tenantId, [family], at)
  const here = members.map((member) => ({ ...member, familyId: family.id }))
  if (here.length > 0) await insertFamilyMembers(tx, tenantId, here)
  await audit(tx, tenantId, actor, {
    act: 'family.added',
    subjectId: family.id,
    details: { members: members.length },
    at,
  })
  return readFamily(tx, family.id)
}
