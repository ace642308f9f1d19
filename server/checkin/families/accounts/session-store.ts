import { sql } from 'kysely'
import { selectOwnSlug } from '../../../identity/index.ts'
import { enlist, type Tx, type TenantId } from '../../../platform/database/index.ts'

type CodeRequest = {
  personId: string
  /** As it was asked for: E.164 or a key of an e-mail address. */
  address: string
  /** Nobody knows a code for it yet. */
  codeHash: Buffer
  expiresAt: Date
}

/** Notes that a code was asked for; the one before is dead. */
export async function keepCodeRequest(tx: Tx, tenantId: TenantId, request: CodeRequest): Promise<void> {
  await sql`
    insert into guardian_code (tenant_id, person_id, address, code_hash, expires_at)
    values (${tenantId}, ${request.personId}, ${request.address}, ${request.codeHash}, ${request.expiresAt})
    on conflict (tenant_id, person_id) do update set address = excluded.address, code_hash = excluded.code_hash,
      wrong = 0, expires_at = excluded.expires_at`.execute(tx)
}

export type Coded = {
  address: string
  /** Of the account, or of a person who has none yet; as it is stored. */
  email: string | null
  churchName: string
  isoCode: string
}

/** Gives a request that still runs its code, and tells whom to send it to; null when it is over. */
export async function saveCode(
  tx: Tx,
  { personId, codeHash, at, expiresAt }: { personId: string; codeHash: Buffer; at: Date; expiresAt: Date },
): Promise<Coded | null> {
  const { rows } = await sql<Coded>`
    with coded as (
      update guardian_code set code_hash = ${codeHash}, wrong = 0, expires_at = ${expiresAt}
      where person_id = ${personId} and expires_at > ${at} returning tenant_id, person_id, address
    )
    select d.address, case when a.id is null then p.email else a.email end as email, c.name as "churchName",
      c.iso_code as "isoCode"
    from coded d join church c on c.tenant_id = d.tenant_id
    join person p on p.tenant_id = d.tenant_id and p.id = d.person_id
    left join guardian_account a on a.tenant_id = d.tenant_id and a.person_id = d.person_id`.execute(tx)
  return rows[0] ?? null
}

type KeptCode = { personId: string; codeHash: Buffer; wrong: number }

/** Codes that were sent to an address and are not over, held until the transaction ends. */
export async function lockCodes(tx: Tx, { addresses, at }: { addresses: string[]; at: Date }): Promise<KeptCode[]> {
  const { rows } = await sql<KeptCode>`
    select person_id as "personId", code_hash as "codeHash", wrong from guardian_code
    where address = any (${addresses}) and expires_at > ${at} order by person_id for update`.execute(tx)
  return rows
}

export async function countWrong(tx: Tx, personId: string): Promise<void> {
  await sql`update guardian_code set wrong = wrong + 1 where person_id = ${personId}`.execute(tx)
}

export async function deleteCode(tx: Tx, personId: string): Promise<void> {
  await sql`delete from guardian_code where person_id = ${personId}`.execute(tx)
}

/**
 * Whom the church that was entered knows by this address as somebody who looks after children, and who has no account:
 * parents first. Nobody whom a family has barred from its children. Null: nobody.
 */
export async function findKnownGuardian(
  tx: Tx,
  { emailKey, phone }: { emailKey: string | null; phone: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p join family_member m on m.person_id = p.id and m.role in (1, 2, 6, 7)
    where (p.phone = ${phone}::text or lower(p.email) = ${emailKey}::text) and p.archived_at is null
      and not exists (select from guardian_account a where a.person_id = p.id)
      and not exists (
        select from guardian_grant g
        where g.person_id = p.id and g.kind = 'not_authorised' and g.revoked_at is null
      )
    order by m.role, p.created_at, p.id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** Addresses of a person of the church that was entered, archived or not, for the log and a new account; null: gone. */
export async function lockGuardian(
  tx: Tx,
  personId: string,
): Promise<{ email: string | null; phone: string | null; isArchived: boolean } | null> {
  const { rows } = await sql<{ email: string | null; phone: string | null; isArchived: boolean }>`
    select email, phone, archived_at is not null as "isArchived" from person where id = ${personId} for share`.execute(
    tx,
  )
  return rows[0] ?? null
}

/**
 * When a guardian's session ends; it does not end before the transaction does. Null: it has, or the person is archived.
 * People are locked before what is theirs, as a merge does.
 */
export async function holdSession(
  tx: Tx,
  { tokenHash, personId, at }: { tokenHash: Buffer; personId: string; at: Date },
): Promise<Date | null> {
  await sql`select from person where id = ${personId} for key share`.execute(tx)
  const { rows } = await sql<{ expiresAt: Date }>`
    select s.expires_at as "expiresAt" from guardian_session s
    join guardian_account a on a.id = s.account_id join person p on p.id = a.person_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${at} and a.person_id = ${personId} and p.archived_at is null
    for no key update of s`.execute(tx)
  return rows[0]?.expiresAt ?? null
}

export type GuardianSession = {
  /** All of it as PostgreSQL writes it. */
  told: string
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

/** Of `find_guardian_session(token, at) s`. */
const sessionColumns = `
  s.tenant_id as "tenantId", s.account_id as "accountId", s.person_id as "personId", s.email, s.phone,
  s.church_name as "churchName", s.slug, s.iso_code as "isoCode", s.time_zone as "timeZone", s.logo_id as "logoId",
  s.membership_size as "membershipSize", s.expires_on as "expiresOn", s.people, s.over_since as "overSince"`

/** Who this token is, and where the church stands; null when there is no such session, or no longer. */
export async function findGuardianSession(tx: Tx, tokenHash: Buffer, at: Date): Promise<GuardianSession | null> {
  const { rows } = await sql<GuardianSession>`
    select ${sql.raw(sessionColumns)}, s::text as told from find_guardian_session(${tokenHash}, ${at}) s`.execute(tx)
  return rows[0] ?? null
}

/**
 * The same of a session that this transaction has written: on several machines it is only seen by who wrote it, not by the
 * function's owner.
 */
export async function selectOwnGuardianSession(tx: Tx, tokenHash: Buffer): Promise<GuardianSession | null> {
  const { rows } = await sql<GuardianSession>`
    select ${sql.raw(sessionColumns)}, s::text as told from (
      select s.tenant_id, a.id as account_id, a.person_id, a.email, a.phone, c.name as church_name, c.iso_code, c.time_zone,
        c.logo_id, null as slug, p.membership_size, p.expires_on::text as expires_on, z.confirmed as people, z.over_since
      from guardian_session s
      join guardian_account a on a.tenant_id = s.tenant_id and a.id = s.account_id
      join church c on c.tenant_id = s.tenant_id
      join subscription p on p.tenant_id = s.tenant_id
      join church_size z on z.tenant_id = s.tenant_id
      where s.token_hash = ${tokenHash}
    ) s`.execute(tx)
  const [row] = rows
  return row ? { ...row, slug: await selectOwnSlug(tx) } : null
}

type NewGuardianSession = {
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
  if (rows.length !== 1) return false
  await enlist(tx, 'guardian_session', [session.tokenHash], session.expiresAt)
  return true
}

/** Ends a session, of whichever church; in a church that was entered its own first, as whoever wrote there. */
export async function endGuardianSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  const { rows } = await sql`delete from guardian_session where token_hash = ${tokenHash} returning 1`.execute(tx)
  if (rows.length > 0) return
  await sql`select end_guardian_session(${tokenHash})`.execute(tx)
}

export async function endGuardianSessionsOf(tx: Tx, accountId: string): Promise<void> {
  await sql`delete from guardian_session where account_id = ${accountId}`.execute(tx)
}

/** Signs everybody out. */
export async function endSessionsOf(tx: Tx, personIds: string[]): Promise<void> {
  await sql`
    delete from guardian_session s using guardian_account a
    where a.tenant_id = s.tenant_id and a.id = s.account_id and a.person_id = any (${personIds}::uuid[])`.execute(tx)
}

/** Sessions and codes that are over, of every church. */
export async function sweepGuardians(tx: Tx, at: Date): Promise<void> {
  await sql`select sweep_guardians(${at})`.execute(tx)
}
