import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'

export type OpenRequest = { tenantId: TenantId; accountId: string; key: string; at: Date }

/**
 * Uses the key of a press up whose answer the station did not get: from now on nothing is done by it for whoever brings
 * the act. Answers what it did before, whoever of the staff pressed; null: nothing. One that is at work is waited for.
 */
export async function endRequest(tx: Tx, { tenantId, accountId, key, at }: OpenRequest): Promise<unknown> {
  await sql`
    insert into idempotency_key (tenant_id, account_id, key, request_hash, created_at)
    values (${tenantId}, ${accountId}, ${key}, ''::bytea, ${at}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ response: unknown }>`
    select k.response from idempotency_key k join account a on a.id = k.account_id
    where k.tenant_id = ${tenantId} and k.key = ${key} and k.response is not null
    order by k.created_at limit 1`.execute(tx)
  return rows[0]?.response ?? null
}
