import type { SavedView } from '#contract/identity/views.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { countOthers, lockOwner, upsertView, type NewView, type ViewOwner } from './views-store.ts'

/** Own views of one list: more than anybody finds again, and a bound for who saves by program. */
export const VIEWS_MOST = 50

/** Keeps a view of a list; the own one of the same name, whatever the case, is replaced. `invalid_input` above the most. */
export async function saveView(tx: Tx, owner: ViewOwner, view: NewView, at: Date): Promise<SavedView> {
  await lockOwner(tx, owner)
  if ((await countOthers(tx, owner.accountId, view)) >= VIEWS_MOST)
    throw new ApiError('invalid_input', { fields: { name: `You have ${VIEWS_MOST} views here. Remove one first.` } })
  return { ...view, id: await upsertView(tx, owner, view, at), isOwn: true }
}
