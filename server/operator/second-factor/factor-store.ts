import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** What an operator is asked for again. */
export type Guarded = { id: string; email: string; emailKey: string; passwordHash: string; totpSecret: string | null }

/** The operator, locked: what changes password or second factor comes one after the other. */
export async function lockOperator(tx: Tx, id: string): Promise<Guarded | null> {
  const { rows } = await sql<Guarded>`
    select id, email, email_key as "emailKey", password_hash as "passwordHash", totp_secret as "totpSecret"
    from operator where id = ${id} and removed_at is null and password_hash is not null for no key update`.execute(tx)
  return rows[0] ?? null
}

/** True for exactly one of those who use the code of this step; earlier steps are over too. */
export async function spendStep(tx: Tx, operatorId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update operator set totp_last_step = ${step}
    where id = ${operatorId} and (totp_last_step is null or totp_last_step < ${step}) returning id`.execute(tx)
  return rows.length === 1
}

/** True for exactly one of those who use the recovery code. */
export async function spendRecoveryCode(
  tx: Tx,
  operatorId: string,
  { codeHash, at }: { codeHash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update operator_recovery_code set used_at = ${at}
    where operator_id = ${operatorId} and code_hash = ${codeHash} and used_at is null returning operator_id`.execute(tx)
  return rows.length === 1
}

export type NewFactor = { totpSecret: string; step: number; codeHashes: readonly Buffer[]; at: Date }

/** Puts a sealed secret into force with its recovery codes. `step` is the one whose code was shown. */
export async function saveFactor(tx: Tx, id: string, { totpSecret, step, codeHashes, at }: NewFactor): Promise<void> {
  // Whoever asked for a new one is tied to its owner from now on, and not only from the day it was taken away.
  await sql`
    update operator set totp_secret = ${totpSecret}, totp_last_step = ${step},
      factor_reset_at = case when totp_secret is null and factor_reset_by is not null then ${at} else factor_reset_at end
    where id = ${id}`.execute(tx)
  await sql`delete from operator_recovery_code where operator_id = ${id}`.execute(tx)
  await sql`
    insert into operator_recovery_code (operator_id, code_hash)
    select ${id}, code_hash from unnest(${[...codeHashes]}::bytea[]) code_hash`.execute(tx)
}

/** The lost factor of an operator counts no more; the next sign-in sets up another one. `by`: who asked; null: on the server. */
export async function forgetFactor(tx: Tx, id: string, { by, at }: { by: string | null; at: Date }): Promise<void> {
  await sql`
    update operator set totp_secret = null, totp_last_step = null, factor_reset_by = ${by}, factor_reset_at = ${at}
    where id = ${id}`.execute(tx)
  await sql`delete from operator_recovery_code where operator_id = ${id}`.execute(tx)
}
