import { leaveFamily } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { selectMembers } from './family-store.ts'
import { endGrants, isInClass, isNamedByChurch } from './membership-store.ts'
import { changeableFamily } from './own-family.ts'
import { writerOf, type Writing } from './writer-of.ts'

/** A child whom nobody signed out at an event that was over for so long is not in class any more. */
const LONG_OVER_MS = 24 * 60 * 60 * 1000

/**
 * Takes somebody out of the own family; the person stays with the church, and what was said in the family about who may
 * collect ends for them. Throws `not_found` for anybody else, `not_allowed`, `own_family`, `in_class`, `set_by_church`.
 */
export async function removeMember(tx: Tx, writing: Writing, asked: string): Promise<{ response: string }> {
  const { guardian, at } = writing
  const { familyId } = await changeableFamily(tx, guardian.personId)
  const personId = asked.toLowerCase()
  const members = await selectMembers(tx, familyId)
  if (!members.some(({ id }) => id === personId)) throw new ApiError('not_found')
  if (personId === guardian.personId) throw new ApiError('own_family')
  if (await isInClass(tx, personId, new Date(at.getTime() - LONG_OVER_MS))) throw new ApiError('in_class')
  if (await isNamedByChurch(tx, familyId, personId)) throw new ApiError('set_by_church')
  await leaveFamily(tx, writerOf(writing), { familyId, personId })
  await endGrants(tx, { familyId, personId, at })
  return { response: 'Removed from your family.' }
}
