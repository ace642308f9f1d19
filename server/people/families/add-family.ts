import { randomUUIDv7 } from 'node:crypto'
import type { addFamily as call, FamilyRow } from '#contract/people/families.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '../../identity/index.ts'
import type { Tx, TenantId } from '../../platform/database/index.ts'
import { cleanEmail } from '../../platform/clean-email.ts'
import { type Writer, cleanLines, cutForOrder, phoneOf } from '../writing/index.ts'
import {
  insertFamilies,
  insertFamilyMembers,
  type FamilyFields,
  lockPeople,
  type FamilyMember,
} from './family-store.ts'
import { readFamily } from './list-families.ts'
import { ApiError } from '../../platform/http/index.ts'
import { foldText } from '../../platform/fold-text.ts'
import { cleanName } from '../../platform/clean-name.ts'

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

/** A family as it is kept, with the name that lists are ordered by. Throws `invalid_input` with every field at fault. */
export function checkFamily(input: FamilyFields, isoCode: string): FamilyFields & { sortName: string } {
  const faults: Record<string, string> = {}
  const name = cleanName(input.name)
  if (name === '') faults['name'] = 'A name is needed.'
  const email = cleanEmail(input.email ?? '')
  if (email === null) faults['email'] = 'Enter a valid email.'
  const homePhone = phoneOf(input.homePhone, isoCode)
  if (homePhone === undefined) faults['homePhone'] = 'Enter a valid phone number.'
  if (Object.keys(faults).length > 0) throw new ApiError('invalid_input', { fields: faults })
  return {
    name,
    sortName: cutForOrder(foldText(name)),
    email: email || null,
    homePhone: homePhone ?? null,
    address: cleanLines(input.address),
  }
}

/** Real families vary: any roles, but a person once. Throws `not_found` for who is unknown or archived. */
export async function checkMembers(tx: Tx, members: FamilyMember[]): Promise<void> {
  checkOnce(members)
  const ids = members.map(({ personId }) => personId)
  if ((await lockPeople(tx, ids)) < ids.length) throw new ApiError('not_found')
}

/** Throws when a person is named twice. */
function checkOnce(members: readonly FamilyMember[]): void {
  if (new Set(members.map(({ personId }) => personId)).size < members.length)
    throw new ApiError('invalid_input', { fields: { members: 'A person is in a family once.' } })
}
