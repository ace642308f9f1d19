import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { AccountId } from '../sessions/index.ts'

/**
 * True for exactly one of those who use the code of this step; codes of earlier steps are over too. False as well when
 * the secret was changed since it was read.
 */
export async function spendStep(
  tx: Tx,
  { tenantId, accountId }: AccountId,
  { step, totpSecret }: { step: number; totpSecret: string },
): Promise<boolean> {
  const { rows } = await sql`
    update account set totp_last_step = ${step}
    where tenant_id = ${tenantId} and id = ${accountId} and totp_secret = ${totpSecret}
      and coalesce(totp_last_step < ${step}, true)
    returning id`.execute(tx)
  return rows.length === 1
}

/** True for exactly one of those who use the code. */
export async function spendRecoveryCode(
  tx: Tx,
  { tenantId, accountId }: AccountId,
  { codeHash, at }: { codeHash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update recovery_code set used_at = ${at}
    where tenant_id = ${tenantId} and account_id = ${accountId} and code_hash = ${codeHash} and used_at is null
    returning code_hash`.execute(tx)
  return rows.length === 1
}

type FactorState = { since: Date | null; recoveryCodesLeft: number }

export async function readFactor(tx: Tx, { tenantId, accountId }: AccountId): Promise<FactorState> {
  const { rows } = await sql<FactorState>`
    select a.totp_since as since, (
      select count(*)::integer from recovery_code r
      where r.tenant_id = a.tenant_id and r.account_id = a.id and r.used_at is null
    ) as "recoveryCodesLeft"
    from account a where a.tenant_id = ${tenantId} and a.id = ${accountId}`.execute(tx)
  return rows[0] ?? { since: null, recoveryCodesLeft: 0 }
}

/** Switches the factor on; false when it is on already. `step` is the one whose code was shown. */
export async function saveFactor(
  tx: Tx,
  { tenantId, accountId }: AccountId,
  { totpSecret, step, at }: { totpSecret: string; step: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update account set totp_secret = ${totpSecret}, totp_last_step = ${step}, totp_since = ${at}
    where tenant_id = ${tenantId} and id = ${accountId} and totp_secret is null and removed_at is null
    returning id`.execute(tx)
  return rows.length === 1
}

/** Switches the factor off; false when it is off already. */
export async function clearFactor(tx: Tx, { tenantId, accountId }: AccountId): Promise<boolean> {
  await sql`delete from recovery_code where tenant_id = ${tenantId} and account_id = ${accountId}`.execute(tx)
  // The last step stays: a secret that is set up anew has other codes, and time only goes forward.
  const { rows } = await sql`
    update account set totp_secret = null, totp_since = null
    where tenant_id = ${tenantId} and id = ${accountId} and totp_secret is not null
    returning id`.execute(tx)
  return rows.length === 1
}

export async function replaceRecoveryCodes(
  tx: Tx,
  { tenantId, accountId }: AccountId,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await sql`delete from recovery_code where tenant_id = ${tenantId} and account_id = ${accountId}`.execute(tx)
  await sql`
    insert into recovery_code (tenant_id, account_id, code_hash)
    select ${tenantId}, ${accountId}, code_hash from unnest(${[...codeHashes]}::bytea[]) code_hash
    returning 1`.execute(tx)
}
