import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Writer } from '../persons/writer.ts'
import { deleteGroup } from './store.ts'

/** Removes a group; the people in it stay. Throws `not_found`. */
export async function removeGroup(tx: Tx, { tenantId, actor, at }: Writer, id: string): Promise<{ removed: true }> {
  const name = await deleteGroup(tx, id)
  if (name === null) throw new ApiError('not_found')
  await audit(tx, tenantId, actor, { act: 'group.removed', subjectId: id, details: { name }, at })
  return { removed: true }
}
