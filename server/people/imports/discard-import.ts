import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { deleteImport } from './import-store.ts'
import { holdImport } from './read-import.ts'

/** Throws an upload away with its rows. Throws `wrong_import_state` when it was applied: then it can be undone. */
export async function discardImport(tx: Tx, id: string): Promise<{ discarded: true }> {
  const { appliedAt } = await holdImport(tx, id)
  if (appliedAt) throw new ApiError('wrong_import_state')
  await deleteImport(tx, id)
  return { discarded: true }
}
