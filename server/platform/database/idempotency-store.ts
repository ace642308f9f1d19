import { createHash } from 'node:crypto'
import { ApiError } from '../runtime/api-error.ts'
import { sendAlong, type Tx } from './database.ts'
import { isRefusedBy } from './refused-by.ts'
import { sql } from 'kysely'

/** One press: the same key again answers what the first one answered. */
export type IdempotentRequest = { tenantId: string; accountId: string; key: string; requestHash: Buffer; at: Date }

export const KEY_MAX_LENGTH = 200

export function hashRequest(call: string, input: unknown): Buffer {
  return createHash('sha256').update(call).update('\n').update(JSON.stringify(input)).digest()
}

/**
 * Claims the key inside the act's transaction. Of two presses at the same moment the second waits here for the first to
 * commit; then its claim fails, and with it all that it asks after it (`isClaimed`). When the first rolls back, the second does
 * the work.
 */
export async function claimKey(
  tx: Tx,
  { tenantId, accountId, key, requestHash, at }: IdempotentRequest,
): Promise<void> {
  await sql`
    insert into idempotency_key (tenant_id, account_id, key, request_hash, created_at)
    values (${tenantId}, ${accountId}, ${key}, ${requestHash}, ${at})`.execute(tx)
}

/** From now on nothing is done by the key. A press that is at work with it is waited for; what was answered to one stays. */
export async function spendKey(
  tx: Tx,
  { tenantId, accountId, key, at }: Omit<IdempotentRequest, 'requestHash'>,
): Promise<void> {
  await sql`
    insert into idempotency_key (tenant_id, account_id, key, request_hash, created_at)
    values (${tenantId}, ${accountId}, ${key}, ''::bytea, ${at}) on conflict do nothing`.execute(tx)
}

/** Whether a claim failed because there was an earlier one. */
export const isClaimed = (error: unknown): boolean => isRefusedBy(error, 'idempotency_key_pkey')

/** What the earlier press answered; throws `idempotency_key_reused` where that was another request. */
export async function earlierAnswer(tx: Tx, keyed: IdempotentRequest): Promise<unknown> {
  const found = await sql<{ request_hash: Buffer; response: unknown }>`
    select request_hash, response from idempotency_key
    where tenant_id = ${keyed.tenantId} and account_id = ${keyed.accountId} and key = ${keyed.key}`.execute(tx)
  const first = found.rows[0]
  if (!first?.request_hash.equals(keyed.requestHash)) throw new ApiError('idempotency_key_reused')
  return first.response
}

export const rememberAnswer = (tx: Tx, keyed: IdempotentRequest, answer: unknown): Promise<void> =>
  sendAlong(
    tx,
    sql`
    update idempotency_key set response = ${JSON.stringify(answer)}::jsonb
    where tenant_id = ${keyed.tenantId} and account_id = ${keyed.accountId} and key = ${keyed.key}`,
  )
