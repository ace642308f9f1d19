import {
  listViews,
  removeView as removeCall,
  saveView as saveCall,
  type SavedView,
  type ListName,
} from '#contract/identity/views.ts'
import { type Serve, ApiError, type Caller } from '../../platform/http/index.ts'
import {
  selectViews,
  deleteView,
  countOthers,
  lockOwner,
  upsertView,
  type NewView,
  type ViewOwner,
} from './views-store.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Ability } from '#contract/abilities.ts'

/** What one must be able to do to see each list. */
const abilityOf: Readonly<Record<ListName, Ability>> = {
  people: 'people.read',
  families: 'people.read',
  groups: 'people.read',
  imports: 'people.read',
  'import-rows': 'people.read',
  'sent-sms': 'messages.read',
  recipients: 'messages.read',
  staff: 'church.manage',
  audit: 'church.manage',
  payments: 'billing.read',
  statement: 'billing.read',
}

/** Throws `not_allowed` for whoever may not see the list: how others search it tells what is in it. */
function refuseOthers({ abilities }: Pick<Caller, 'abilities'>, list: ListName): void {
  if (!abilities.has(abilityOf[list])) throw new ApiError('not_allowed')
}

/** Own views of one list: more than anybody finds again, and a bound for who saves by program. */
export const VIEWS_MOST = 50

/** Keeps a view of a list; the own one of the same name, whatever the case, is replaced. `invalid_input` above the most. */
async function saveView(tx: Tx, owner: ViewOwner, view: NewView, at: Date): Promise<SavedView> {
  await lockOwner(tx, owner)
  if ((await countOthers(tx, owner.accountId, view)) >= VIEWS_MOST)
    throw new ApiError('invalid_input', { fields: { name: `You have ${VIEWS_MOST} views here. Remove one first.` } })
  return { ...view, id: await upsertView(tx, owner, view, at), isOwn: true }
}

/** Removes an own view, and for owners a shared one of anybody; `not_found` for all others. */
async function removeView(
  tx: Tx,
  { accountId, abilities }: Pick<Caller, 'accountId' | 'abilities'>,
  id: string,
): Promise<{ removed: true }> {
  const sharedToo = abilities.has('church.manage')
  if (!(await deleteView(tx, { accountId, id, sharedToo }))) throw new ApiError('not_found')
  return { removed: true }
}

/** Lists as somebody likes to see them. */
export function viewRoutes(serve: Serve): void {
  serve(listViews, ({ query, caller, transact }) => {
    refuseOthers(caller, query.list)
    return transact((tx) => selectViews(tx, caller.accountId, query.list))
  })
  serve(saveCall, ({ body, caller, at, transact }) => {
    refuseOthers(caller, body.list)
    return transact((tx) => saveView(tx, caller, body, at))
  })
  serve(removeCall, ({ params, caller, transact }) => transact((tx) => removeView(tx, caller, params.id)))
}
