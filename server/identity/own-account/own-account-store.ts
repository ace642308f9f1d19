import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { AccountId } from '../sessions/session-store.ts'

export type OpenSession = {
  id: string
  device: string | null
  ip: string | null
  signedInAt: Date
  lastSeenAt: Date | null
}

/** Where an account is signed in, the latest used first. */
export async function listSessionsOf(tx: Tx, { tenantId, accountId }: AccountId, at: Date): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select id, device, host(ip) as ip, created_at as "signedInAt", last_seen_at as "lastSeenAt"
    from session where tenant_id = ${tenantId} and account_id = ${accountId} and expires_at > ${at}
    order by coalesce(last_seen_at, created_at) desc, id`.execute(tx)
  return rows
}

/** Puts the list of first steps away, or brings it back. */
export async function saveFirstStepsHidden(
  tx: Tx,
  { tenantId, accountId }: AccountId,
  { hidden, at }: { hidden: boolean; at: Date },
): Promise<void> {
  await sql`
    update account set first_steps_hidden_at = ${hidden ? at : null}
    where tenant_id = ${tenantId} and id = ${accountId}`.execute(tx)
}

/** False when the account has no such session. */
export async function endSessionById(tx: Tx, { tenantId, accountId }: AccountId, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from session where tenant_id = ${tenantId} and account_id = ${accountId} and id = ${sessionId}
    returning id`.execute(tx)
  return rows.length === 1
}

/** What the own account is guarded by, and what its owner's password must not be. */
export type OwnAccount = AccountId & {
  personId: string
  email: string
  passwordHash: string
  totpSecret: string | null
  firstName: string
  lastName: string
  churchName: string
}

/** Null when the account was removed. Nothing is locked: what is written afterwards says what it was compared with. */
export async function findOwnAccount(tx: Tx, { tenantId, accountId }: AccountId): Promise<OwnAccount | null> {
  const { rows } = await sql<OwnAccount>`
    select a.tenant_id as "tenantId", a.id as "accountId", a.person_id as "personId", a.email,
      a.password_hash as "passwordHash", a.totp_secret as "totpSecret",
      p.first_name as "firstName", p.last_name as "lastName", c.name as "churchName"
    from account a
    join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
    join church c on c.tenant_id = a.tenant_id
    where a.tenant_id = ${tenantId} and a.id = ${accountId} and a.removed_at is null`.execute(tx)
  return rows[0] ?? null
}

/** False when the password was changed since it was compared. */
export async function replacePassword(
  tx: Tx,
  { tenantId, accountId, passwordHash }: Pick<OwnAccount, 'tenantId' | 'accountId' | 'passwordHash'>,
  newHash: string,
): Promise<boolean> {
  const { rows } = await sql`
    update account set password_hash = ${newHash}
    where tenant_id = ${tenantId} and id = ${accountId} and password_hash = ${passwordHash} and removed_at is null
    returning id`.execute(tx)
  return rows.length === 1
}

export type Colleague = { accountId: string; roles: string[]; passwordHash: string }

/** The account of an address in the church that was entered; null: none, or removed. */
export async function findColleague(tx: Tx, emailKey: string): Promise<Colleague | null> {
  const { rows } = await sql<Colleague>`
    select id as "accountId", roles, password_hash as "passwordHash" from account
    where email_key = ${emailKey} and removed_at is null`.execute(tx)
  return rows[0] ?? null
}
