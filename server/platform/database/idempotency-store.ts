import { createHash } from 'node:crypto'
import { ApiError } from '../http/api-error.ts'
import type { Tx } from './database.ts'
import { sql } from 'kysely'

/** One press: the same key again answers what the first one answered. */
export type IdempotentRequest = { tenantId: string; accountId: string; key: string; requestHash: Buffer; at: Date }

export const KEY_MAX_LENGTH = 200

export function hashRequest(call: string, input: unknown): Buffer {
  return createHash('sha256').update(call).update('\n').update(JSON.stringify(input)).digest()
}

/**
 * Claims the key inside the act's transaction. Of two presses at the same moment the second waits here for the first to
 * commit and then receives its answer; when the first rolls back, the second does the work.
 */
export async function claimKey(tx: Tx, keyed: IdempotentRequest): Promise<{ answered: unknown } | null> {
  const claimed = await sql`
    insert into idempotency_key (tenant_id, account_id, key, request_hash, created_at)
    values (${keyed.tenantId}, ${keyed.accountId}, ${keyed.key}, ${keyed.requestHash}, ${keyed.at})
    on conflict do nothing returning key`.execute(tx)
  if (claimed.rows.length > 0) return null
  const found = await sql<{ request_hash: Buffer; response: unknown }>`
    select request_hash, response from idempotency_key
    where tenant_id = ${keyed.tenantId} and account_id = ${keyed.accountId} and key = ${keyed.key}`.execute(tx)
  const first = found.rows[0]
  if (!first?.request_hash.equals(keyed.requestHash)) throw new ApiError('idempotency_key_reused')
  return { answered: first.response }
}

export async function rememberAnswer(tx: Tx, keyed: IdempotentRequest, answer: unknown): Promise<void> {
  await sql`
    update idempotency_key set response = ${JSON.stringify(answer)}::jsonb
    where tenant_id = ${keyed.tenantId} and account_id = ${keyed.accountId} and key = ${keyed.key}`.execute(tx)
}
