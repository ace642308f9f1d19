import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { AccountId } from '../sessions/session-store.ts'

export async function findReset(tx: Tx, tokenHash: Buffer, at: Date): Promise<AccountId | null> {
  const { rows } = await sql<AccountId>`
    select tenant_id as "tenantId", account_id as "accountId" from find_password_reset(${tokenHash}, ${at})`.execute(tx)
  return rows[0] ?? null
}

/** The account's one reset token becomes this one. */
export async function replaceReset(
  tx: Tx,
  account: AccountId,
  { tokenHash, expiresAt }: { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await deleteResets(tx, account)
  await sql`
    insert into password_reset (tenant_id, token_hash, account_id, expires_at)
    values (${account.tenantId}, ${tokenHash}, ${account.accountId}, ${expiresAt})`.execute(tx)
}

/** True for exactly one of those who use the token. */
export async function spendReset(
  tx: Tx,
  account: AccountId,
  { tokenHash, at }: { tokenHash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    delete from password_reset
    where tenant_id = ${account.tenantId} and token_hash = ${tokenHash} and expires_at > ${at}
    returning token_hash`.execute(tx)
  return rows.length === 1
}

export async function deleteResets(tx: Tx, { tenantId, accountId }: AccountId): Promise<void> {
  await sql`delete from password_reset where tenant_id = ${tenantId} and account_id = ${accountId}`.execute(tx)
}

export async function savePassword(tx: Tx, { tenantId, accountId }: AccountId, passwordHash: string): Promise<void> {
  await sql`
    update account set password_hash = ${passwordHash} where tenant_id = ${tenantId} and id = ${accountId}`.execute(tx)
}

/** Whom an account belongs to. */
export type Owner = {
  personId: string
  email: string
  emailKey: string
  firstName: string
  lastName: string
  churchName: string
}

/**
 * Null when the account is gone. The row is locked: everything that changes an account's password, reset tokens or
 * sessions comes one after the other.
 */
export async function lockOwner(tx: Tx, { tenantId, accountId }: AccountId): Promise<Owner | null> {
  const { rows } = await sql<Owner>`
    select a.person_id as "personId", a.email, a.email_key as "emailKey", p.first_name as "firstName", p.last_name as "lastName", c.name as "churchName"
    from account a
    join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
    join church c on c.tenant_id = a.tenant_id
    where a.tenant_id = ${tenantId} and a.id = ${accountId} and a.removed_at is null
    for no key update of a`.execute(tx)
  return rows[0] ?? null
}
