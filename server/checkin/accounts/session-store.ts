import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type GuardianSession = {
  tenantId: string
  accountId: string
  personId: string
  email: string | null
  phone: string | null
  churchName: string
  slug: string | null
  isoCode: string
  timeZone: string
  logoId: string | null
  membershipSize: number
  expiresOn: string
  people: number
  overSince: Date | null
}

/** Who this token is, and where the church stands; null when there is no such session, or no longer. */
export async function findGuardianSession(tx: Tx, tokenHash: Buffer, at: Date): Promise<GuardianSession | null> {
  const { rows } = await sql<GuardianSession>`
    select tenant_id as "tenantId", account_id as "accountId", person_id as "personId", email, phone,
      church_name as "churchName", slug, iso_code as "isoCode", time_zone as "timeZone", logo_id as "logoId",
      membership_size as "membershipSize", expires_on as "expiresOn", people, over_since as "overSince"
    from find_guardian_session(${tokenHash}, ${at})`.execute(tx)
  return rows[0] ?? null
}

export type NewGuardianSession = {
  tenantId: string
  accountId: string
  /** The hash that the password was compared with. */
  passwordHash: string
  tokenHash: Buffer
  at: Date
  expiresAt: Date
  ip: string | null
  /** `Chrome on Android`. */
  device: string | null
}

/**
 * False when the password was changed since it was compared, the account is gone or the person archived. The locks make a
 * change at this very moment wait, and it then ends this session too. People are locked before accounts, as a merge does.
 */
export async function insertGuardianSession(tx: Tx, session: NewGuardianSession): Promise<boolean> {
  const { rows: people } = await sql<{ id: string }>`
    select p.id from person p
    where p.id = (select a.person_id from guardian_account a where a.id = ${session.accountId}) and p.archived_at is null
    for share`.execute(tx)
  const { rows } = await sql`
    insert into guardian_session (tenant_id, token_hash, account_id, created_at, expires_at, ip, device)
    select a.tenant_id, ${session.tokenHash}, a.id, ${session.at}::timestamptz, ${session.expiresAt}::timestamptz,
      ${session.ip}::inet, ${session.device}
    from guardian_account a
    where a.tenant_id = ${session.tenantId} and a.id = ${session.accountId} and a.password_hash = ${session.passwordHash}
      and a.person_id = any (${people.map(({ id }) => id)}::uuid[])
    for share
    returning tenant_id`.execute(tx)
  return rows.length === 1
}

export async function endGuardianSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await sql`select end_guardian_session(${tokenHash})`.execute(tx)
}

export async function endGuardianSessionsOf(tx: Tx, accountId: string): Promise<void> {
  await sql`delete from guardian_session where account_id = ${accountId}`.execute(tx)
}

/** Sessions and codes that are over, of every church. */
export async function sweepGuardians(tx: Tx, at: Date): Promise<void> {
  await sql`select sweep_guardians(${at})`.execute(tx)
}
