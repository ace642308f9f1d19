import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Caller } from '#server/platform/http/index.ts'
import { deleteView } from './views-store.ts'

/** Removes an own view, and for owners a shared one of anybody; `not_found` for all others. */
export async function removeView(
  tx: Tx,
  { accountId, abilities }: Pick<Caller, 'accountId' | 'abilities'>,
  id: string,
): Promise<{ removed: true }> {
  const sharedToo = abilities.has('church.manage')
  if (!(await deleteView(tx, { accountId, id, sharedToo }))) throw new ApiError('not_found')
  return { removed: true }
}
