import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Writer } from '../persons/writer.ts'
import { deleteFamily } from './family-store.ts'

/** Removes a family; its people stay. Throws `not_found`. */
export async function removeFamily(tx: Tx, { tenantId, actor, at }: Writer, id: string): Promise<{ removed: true }> {
  if (!(await deleteFamily(tx, id))) throw new ApiError('not_found')
  await audit(tx, tenantId, actor, { act: 'family.removed', subjectId: id, at })
  return { removed: true }
}
