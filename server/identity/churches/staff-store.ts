import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { Role } from '../roles.ts'

export type NewStaff = {
  tenantId: string
  /** A person of the same church. */
  personId: string
  email: string
  /** Made by `hashPassword`, before the transaction: hashing takes longer than the transaction should. */
  passwordHash: string
  roles: Role[]
}

/** Null when the church has an account of this address. */
export async function insertAccount(
  tx: Tx,
  account: Omit<NewStaff, 'roles'> & { roles: readonly string[]; emailKey: string; at: Date },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into account (tenant_id, person_id, email, email_key, password_hash, roles, created_at)
    values (${account.tenantId}, ${account.personId}, ${account.email.trim()}, ${account.emailKey}, ${account.passwordHash},
      ${[...account.roles]}, ${account.at})
    on conflict (tenant_id, email_key) do nothing
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}
