import { sql } from 'kysely'
import type { ListName, SavedView } from '#contract/identity/views.ts'
import type { Tx } from '#server/platform/database/index.ts'

/** Whose views: an account of a church. */
export type ViewOwner = { tenantId: string; accountId: string }

export type NewView = { list: ListName; name: string; state: string; shared: boolean }

const columns = sql`v.id, v.list, v.name, v.state, v.shared`

export async function selectViews(tx: Tx, accountId: string, list: ListName): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select ${columns}, v.account_id = ${accountId} as "isOwn" from saved_view v
    where v.list = ${list} and (v.shared or v.account_id = ${accountId})
    order by lower(v.name), v.account_id = ${accountId} desc, v.id`.execute(tx)
  return rows
}

/** Makes the account's changes to its views wait for each other: its row is held until the transaction ends. */
export async function lockOwner(tx: Tx, { tenantId, accountId }: ViewOwner): Promise<void> {
  await sql`select 1 from account where tenant_id = ${tenantId} and id = ${accountId} for no key update`.execute(tx)
}

/** Own views of a list under other names. */
export async function countOthers(tx: Tx, accountId: string, { list, name }: NewView): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    select count(*) as views from saved_view
    where account_id = ${accountId} and list = ${list} and lower(name) <> lower(${name})`.execute(tx)
  return rows[0]?.views ?? 0
}

export async function upsertView(tx: Tx, { tenantId, accountId }: ViewOwner, view: NewView, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into saved_view (tenant_id, account_id, list, name, state, shared, created_at)
    values (${tenantId}, ${accountId}, ${view.list}, ${view.name}, ${view.state}, ${view.shared}, ${at})
    on conflict (tenant_id, account_id, list, lower(name))
      do update set name = excluded.name, state = excluded.state, shared = excluded.shared
    returning id`.execute(tx)
  const [kept] = rows
  if (!kept) throw new Error('A view that was written has no id.')
  return kept.id
}

/** False when there is no such view, or it is somebody else's; `sharedToo` takes shared ones of others as well. */
export async function deleteView(
  tx: Tx,
  { accountId, id, sharedToo }: { accountId: string; id: string; sharedToo: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    delete from saved_view where id = ${id} and (account_id = ${accountId} or (shared and ${sharedToo}))
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Removes the views that only this account sees; shared ones stay. */
export async function deleteOwnViews(tx: Tx, { tenantId, accountId }: ViewOwner): Promise<void> {
  await sql`
    delete from saved_view where tenant_id = ${tenantId} and account_id = ${accountId} and not shared`.execute(tx)
}
