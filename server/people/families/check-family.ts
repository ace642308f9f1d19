import { foldText } from '../names/fold.ts'
import { cleanLines } from '../names/clean-lines.ts'
import { cleanName } from '#server/platform/clean-name.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { phoneOf } from '../persons/check-person.ts'
import { cleanEmail } from '../persons/clean-email.ts'
import { cutForOrder } from '../persons/person-words.ts'
import type { FamilyFields } from './family-store.ts'
import { lockPeople, type FamilyMember } from './member-store.ts'

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
export function checkOnce(members: readonly FamilyMember[]): void {
  if (new Set(members.map(({ personId }) => personId)).size < members.length)
    throw new ApiError('invalid_input', { fields: { members: 'A person is in a family once.' } })
}
