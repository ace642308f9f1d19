import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { AccountId } from '../sessions/session-store.ts'

/**
 * Locks all owners of a church in the order of their ids and answers them, so that two who take the role from each other
 * come one after the other, and the second finds that nobody would be left.
 */
export async function lockOwners(tx: Tx, tenantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where tenant_id = ${tenantId} and removed_at is null and 'Admin' = any(roles)
    order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Takes the place of those of the `givable` that the account had; every other role stays. Answers all of them. */
export async function saveRoles(
  tx: Tx,
  { tenantId, accountId }: AccountId,
  { roles, givable }: { roles: readonly string[]; givable: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ roles: string[] }>`
    update account a
    set roles = ${[...roles]}::text[] || array(select had from unnest(a.roles) had where had <> all (${[...givable]}::text[]))
    where tenant_id = ${tenantId} and id = ${accountId} and removed_at is null returning roles`.execute(tx)
  return rows[0]?.roles ?? []
}

/**
 * Empties an account: its address is free for another one, nothing opens it, and what it did keeps its author. False when
 * it was removed before.
 */
export async function emptyAccount(tx: Tx, { tenantId, accountId }: AccountId, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update account set removed_at = ${at}, email = '', email_key = 'removed ' || id, password_hash = '', roles = '{}',
      totp_secret = null, totp_since = null, last_seen_at = null
    where tenant_id = ${tenantId} and id = ${accountId} and removed_at is null returning id`.execute(tx)
  return rows.length === 1
}

/** The links of invitations that this account sent no longer work. */
export async function deleteInvitesOf(tx: Tx, { tenantId, accountId }: AccountId): Promise<void> {
  await sql`delete from staff_invite where tenant_id = ${tenantId} and invited_by = ${accountId}`.execute(tx)
}

/** Removes what only an account that can be signed in with has; invitations that it sent would still let people in. */
export async function deleteBelongings(tx: Tx, { tenantId, accountId }: AccountId): Promise<void> {
  await sql`delete from session where tenant_id = ${tenantId} and account_id = ${accountId}`.execute(tx)
  await sql`delete from password_reset where tenant_id = ${tenantId} and account_id = ${accountId}`.execute(tx)
  await sql`delete from recovery_code where tenant_id = ${tenantId} and account_id = ${accountId}`.execute(tx)
  await deleteInvitesOf(tx, { tenantId, accountId })
  await sql`delete from saved_view where tenant_id = ${tenantId} and account_id = ${accountId} and not shared`.execute(
    tx,
  )
}
