import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { NewKey } from './dkim-key.ts'

export type KeyRecord = NewKey & { madeAt: Date; foundAt: Date | null; retiredAt: Date | null }

/** The newest first. */
export async function selectKeys(tx: Tx): Promise<KeyRecord[]> {
  const { rows } = await sql<KeyRecord>`
    select selector, public_key as "publicKey", private_key as "privateKey", made_at as "madeAt", found_at as "foundAt",
      retired_at as "retiredAt"
    from dkim_key order by made_at desc, selector`.execute(tx)
  return rows
}

export async function insertKey(tx: Tx, tenantId: TenantId, key: NewKey, at: Date): Promise<void> {
  await sql`
    insert into dkim_key (tenant_id, selector, public_key, private_key, made_at)
    values (${tenantId}, ${key.selector}, ${key.publicKey}, ${key.privateKey}, ${at})`.execute(tx)
}

/** Whether the line of a key stands in the DNS. */
export async function saveFound(tx: Tx, selector: string, foundAt: Date | null): Promise<void> {
  await sql`update dkim_key set found_at = ${foundAt} where selector = ${selector}`.execute(tx)
}

/** Keys before this one sign no more. */
export async function retireOthers(tx: Tx, { selector, madeAt }: KeyRecord, at: Date): Promise<void> {
  await sql`
    update dkim_key set retired_at = ${at}
    where selector <> ${selector} and made_at <= ${madeAt} and retired_at is null`.execute(tx)
}

/** Keys that were retired long ago; `unfound`: also a new one that nobody has put into the DNS. */
export async function deleteKeys(tx: Tx, which: 'all' | 'unfound' | { retiredBefore: Date }): Promise<void> {
  if (which === 'all') await sql`delete from dkim_key`.execute(tx)
  else if (which === 'unfound')
    await sql`delete from dkim_key where found_at is null and retired_at is null`.execute(tx)
  else await sql`delete from dkim_key where retired_at < ${which.retiredBefore}`.execute(tx)
}
