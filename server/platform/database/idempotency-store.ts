import { createHash } from 'node:crypto'
import { ApiError } from '../http/api-error.ts'
import type { Tx } from './database.ts'
import { sql } from 'kysely'

/** One press: the same key again answers what the first one answered. */
export type Press = { tenantId: string; accountId: string; key: string; requestHash: Buffer; at: Date }

export const KEY_MAX_LENGTH = 200

export function hashRequest(call: string, input: unknown): Buffer {
  return createHash('sha256').update(call).update('\n').update(JSON.stringify(input)).digest()
}

/**
 * Claims the key inside the act's transaction. Of two presses at the same moment the second waits here for the first to
 * commit and then receives its answer; when the first rolls back, the second does the work.
 */
export async function claimPress(tx: Tx, press: Press): Promise<{ answered: unknown } | null> {
  const claimed = await sql`
    insert into idempotency_key (tenant_id, account_id, key, request_hash, created_at)
    values (${press.tenantId}, ${press.accountId}, ${press.key}, ${press.requestHash}, ${press.at})
    on conflict do nothing returning key`.execute(tx)
  if (claimed.rows.length > 0) return null
  const found = await sql<{ request_hash: Buffer; response: unknown }>`
    select request_hash, response from idempotency_key
    where tenant_id = ${press.tenantId} and account_id = ${press.accountId} and key = ${press.key}`.execute(tx)
  const first = found.rows[0]
  if (!first?.request_hash.equals(press.requestHash)) throw new ApiError('idempotency_key_reused')
  return { answered: first.response }
}

export async function rememberAnswer(tx: Tx, press: Press, answer: unknown): Promise<void> {
  await sql`
    update idempotency_key set response = ${JSON.stringify(answer)}::jsonb
    where tenant_id = ${press.tenantId} and account_id = ${press.accountId} and key = ${press.key}`.execute(tx)
}
