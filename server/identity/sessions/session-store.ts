import { sql } from 'kysely'
import { enlist, type Tx } from '../../platform/database/index.ts'

export type AccountId = { tenantId: string; accountId: string }
export type KnownAccount = AccountId & {
  passwordHash: string
  churchName: string
  /** Sealed; null: no second factor. */
  totpSecret: string | null
}

/** Accounts of an address, in whichever church, the oldest first. */
export async function findAccounts(tx: Tx, emailKey: string): Promise<KnownAccount[]> {
  const { rows } = await sql<KnownAccount>`
    select tenant_id as "tenantId", account_id as "accountId", password_hash as "passwordHash",
      church_name as "churchName", totp_secret as "totpSecret"
    from find_accounts(${emailKey})`.execute(tx)
  return rows
}

export type SessionRow = {
  /** All of it as PostgreSQL writes it. */
  told: string
  tenantId: string
  accountId: string
  personId: string
  sessionId: string
  /** A station that was locked: it may do nothing but let families check themselves in. */
  selfService: boolean
  lastSeenAt: Date | null
  email: string
  roles: string[]
  churchName: string
  city: string | null
  isoCode: string
  currency: string
  timeZone: string
  logoId: string | null
  planName: string
  membershipSize: number
  expiresOn: string
  people: number
  overSince: Date | null
  units: number
}

/** Of `find_session(token, at) s`. */
const sessionColumns = `
  s.tenant_id as "tenantId", s.account_id as "accountId", s.person_id as "personId", s.session_id as "sessionId",
  s.self_service as "selfService", s.last_seen_at as "lastSeenAt", s.logo_id as "logoId", s.email, s.roles,
  s.church_name as "churchName", s.city, s.iso_code as "isoCode", s.currency, s.time_zone as "timeZone",
  s.plan_name as "planName", s.membership_size as "membershipSize", s.expires_on as "expiresOn", s.people,
  s.over_since as "overSince", s.units`

/** Who this token is and where the church stands; null when there is no such session, or no longer. */
export async function findSession(tx: Tx, tokenHash: Buffer, at: Date): Promise<SessionRow | null> {
  const { rows } = await sql<SessionRow>`
    select ${sql.raw(sessionColumns)}, s::text as told from find_session(${tokenHash}, ${at}) s`.execute(tx)
  return rows[0] ?? null
}

/**
 * The same of a session that this transaction has written: on several machines it is only seen by who wrote it, not by the
 * function's owner.
 */
export async function selectOwnSession(tx: Tx, tokenHash: Buffer): Promise<SessionRow | null> {
  const { rows } = await sql<SessionRow>`
    select ${sql.raw(sessionColumns)}, s::text as told from (
      select s.tenant_id, a.id as account_id, a.person_id, s.id as session_id, s.self_service, s.last_seen_at, a.email, a.roles,
        c.name as church_name, c.city, c.iso_code, c.currency, c.time_zone, c.logo_id, p.plan_name, p.membership_size,
        p.expires_on::text as expires_on, z.confirmed as people, z.over_since, u.balance as units
      from session s
      join account a on a.tenant_id = s.tenant_id and a.id = s.account_id
      join church c on c.tenant_id = s.tenant_id
      join subscription p on p.tenant_id = s.tenant_id
      join church_size z on z.tenant_id = s.tenant_id
      join unit_account u on u.tenant_id = s.tenant_id and u.account = 'available'
      where s.token_hash = ${tokenHash} and a.removed_at is null and a.person_id is not null
    ) s`.execute(tx)
  return rows[0] ?? null
}

type NewSession = Pick<KnownAccount, 'tenantId' | 'accountId' | 'passwordHash' | 'totpSecret'> & {
  tokenHash: Buffer
  at: Date
  expiresAt: Date
  ip: string | null
  /** `Chrome on Android`. */
  device: string | null
}

/**
 * False when password or second factor were changed since they were compared, or the account removed. The lock makes a change at this
 * very moment wait, and it then ends this session too.
 */
export async function insertSession(tx: Tx, session: NewSession): Promise<boolean> {
  const { rows } = await sql`
    insert into session (tenant_id, token_hash, account_id, created_at, expires_at, ip, device)
    select a.tenant_id, ${session.tokenHash}, a.id, ${session.at}::timestamptz, ${session.expiresAt}::timestamptz,
      ${session.ip}::inet, ${session.device}
    from account a
    where a.tenant_id = ${session.tenantId} and a.id = ${session.accountId} and a.password_hash = ${session.passwordHash}
      and a.totp_secret is not distinct from ${session.totpSecret} and a.removed_at is null
    for share
    returning tenant_id`.execute(tx)
  if (rows.length !== 1) return false
  await enlist(tx, 'session', [session.tokenHash], session.expiresAt)
  return true
}

export async function touchSession(tx: Tx, tokenHash: Buffer, at: Date): Promise<void> {
  await sql`select touch_session(${tokenHash}, ${at})`.execute(tx)
}

/** Ends a session, of whichever church; in a church that was entered its own first, as whoever wrote there. */
export async function endSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  const { rows } = await sql`delete from session where token_hash = ${tokenHash} returning 1`.execute(tx)
  if (rows.length > 0) return
  await sql`select end_session(${tokenHash})`.execute(tx)
}

/** Ends every session of an account; answers how many there were. */
export async function endSessionsOf(tx: Tx, { tenantId, accountId }: AccountId): Promise<number> {
  const { rows } = await sql`
    delete from session where tenant_id = ${tenantId} and account_id = ${accountId} returning id`.execute(tx)
  return rows.length
}

export async function sweep(tx: Tx, at: Date): Promise<void> {
  await sql`
    select sweep_sign_ins(${at}), sweep_presses(${at}), sweep_signups(${at}), tidy_directory(${at}),
      tidy_gateway_messages(${at})`.execute(tx)
}

/** Ends one session of a church, whoever's it is; one that is over is none. */
export async function endChurchSession(
  tx: Tx,
  { tenantId, sessionId }: { tenantId: string; sessionId: string },
): Promise<void> {
  await sql`delete from session where tenant_id = ${tenantId} and id = ${sessionId}`.execute(tx)
}

/** Ends the other sessions of an account; answers how many there were. */
export async function endOtherSessionsOf(
  tx: Tx,
  { tenantId, accountId, sessionId }: AccountId & { sessionId: string },
): Promise<number> {
  const { rows } = await sql`
    delete from session where tenant_id = ${tenantId} and account_id = ${accountId} and id <> ${sessionId}
    returning id`.execute(tx)
  return rows.length
}

type Profile = { firstName: string; lastName: string; groups: number }

/** The parts of the shell that requests other than the session's own do not need. */
export async function findProfile(
  tx: Tx,
  { tenantId, personId }: { tenantId: string; personId: string },
): Promise<Profile> {
  const { rows } = await sql<Profile>`
    select p.first_name as "firstName", p.last_name as "lastName",
      (select count(*)::integer from people_group g where g.tenant_id = p.tenant_id) as groups
    from person p where p.tenant_id = ${tenantId} and p.id = ${personId}`.execute(tx)
  const [profile] = rows
  if (!profile) throw new Error('An account has no person')
  return profile
}

/** Locks a session into self-service, or frees it. */
export async function setSelfService(tx: Tx, sessionId: string, selfService: boolean): Promise<void> {
  await sql`update session set self_service = ${selfService} where id = ${sessionId}`.execute(tx)
}

type OpenSession = {
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

/** False when the account has no such session. */
export async function endSessionById(tx: Tx, { tenantId, accountId }: AccountId, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from session where tenant_id = ${tenantId} and account_id = ${accountId} and id = ${sessionId}
    returning id`.execute(tx)
  return rows.length === 1
}
