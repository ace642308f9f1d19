import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** What the desk asks an operator for again before the second factor changes. */
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

/** Sets the sealed secret, or null for none. `step` is the one whose code was shown. */
export async function saveFactor(
  tx: Tx,
  id: string,
  { totpSecret, step }: { totpSecret: string | null; step: number | null },
): Promise<void> {
  await sql`update operator set totp_secret = ${totpSecret}, totp_last_step = ${step} where id = ${id}`.execute(tx)
}
