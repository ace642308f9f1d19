import { randomUUIDv7 } from 'node:crypto'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { checkFamily, checkOnce } from './check-family.ts'
import { insertFamilies, type FamilyFields } from './family-store.ts'
import { insertFamilyMembers, lockPeople, type FamilyMember } from './member-store.ts'

/** `role` as in `familyRoles` of the contract. */
export type NewFamily = FamilyFields & { members: FamilyMember[] }

/**
 * Adds many families in few steps, in nobody's name: what a person does goes through `addFamily` into the log. Throws
 * `not_found` for a member whom the church does not have. Answers their ids, in the order given.
 */
export async function addFamilies(
  tx: Tx,
  { tenantId, isoCode, at }: { tenantId: TenantId; isoCode: string; at: Date },
  families: readonly NewFamily[],
): Promise<string[]> {
  const records = families.map((family) => ({ ...family, ...checkFamily(family, isoCode), id: randomUUIDv7() }))
  for (const { members } of families) checkOnce(members)
  const members = records.flatMap((record) => record.members.map((member) => ({ ...member, familyId: record.id })))
  const people = [...new Set(members.map(({ personId }) => personId))]
  if ((await lockPeople(tx, people)) < people.length) throw new ApiError('not_found')
  await insertFamilies(tx, tenantId, records, at)
  await insertFamilyMembers(tx, tenantId, members)
  return records.map(({ id }) => id)
}
