import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Writer } from '../persons/writer.ts'
import { deleteFamily } from './family-store.ts'
import { giveUpPlaces, isFamilyInClass } from './places-store.ts'

/** A child whom nobody signed out at an event that was over for so long is not in class any more. */
const LONG_OVER_MS = 24 * 60 * 60 * 1000

/**
 * Removes a family; its people stay, and give up the places they have in it. Throws `not_found`, and `in_class` while a
 * child of it is: without the family nobody would know who may, or may not, collect it.
 */
export async function removeFamily(tx: Tx, { tenantId, actor, at }: Writer, id: string): Promise<{ removed: true }> {
  if (await isFamilyInClass(tx, id, new Date(at.getTime() - LONG_OVER_MS))) throw new ApiError('in_class')
  await giveUpPlaces(tx, { familyIds: [id], personIds: null }, at)
  if (!(await deleteFamily(tx, id))) throw new ApiError('not_found')
  await audit(tx, tenantId, actor, { act: 'family.removed', subjectId: id, at })
  return { removed: true }
}
