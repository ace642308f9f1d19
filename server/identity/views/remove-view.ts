import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { deleteView } from './views-store.ts'

/** Removes an own view; `not_found` for somebody else's, shared or not. */
export async function removeView(tx: Tx, accountId: string, id: string): Promise<{ removed: true }> {
  if (!(await deleteView(tx, accountId, id))) throw new ApiError('not_found')
  return { removed: true }
}
