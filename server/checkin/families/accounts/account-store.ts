import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { selectOwnSlug } from '../../../identity/index.ts'
import { directoryKey, enlist, type TenantId, type Tx } from '../../../platform/database/index.ts'

export type ChurchRecord = {
  tenantId: string
  name: string
  /** The current one; null: the church has none yet. */
  slug: string | null
  isoCode: string
  timeZone: string
  logoId: string | null
  membershipSize: number
  expiresOn: string
  people: number
  overSince: Date | null
}

/** The church that was entered, with what its gate depends on; null: there is none. */
export async function selectChurch(tx: Tx): Promise<ChurchRecord | null> {
  const { rows } = await sql<Omit<ChurchRecord, 'slug'>>`
    select c.tenant_id as "tenantId", c.name, c.iso_code as "isoCode", c.time_zone as "timeZone",
      c.logo_id as "logoId", p.membership_size as "membershipSize", p.expires_on::text as "expiresOn",
      z.confirmed as people, z.over_since as "overSince"
    from church c
    join subscription p on p.tenant_id = c.tenant_id
    join church_size z on z.tenant_id = c.tenant_id`.execute(tx)
  const [church] = rows
  return church ? { ...church, slug: await selectOwnSlug(tx) } : null
}

/** The church that has this slug or had it; null: none. */
export async function findTenantOf(tx: Tx, slug: string): Promise<string | null> {
  const { rows } = await sql<{ tenantId: string | null }>`select find_slug(${slug}) as "tenantId"`.execute(tx)
  return rows[0]?.tenantId ?? null
}

/** Countries (ISO 3166) whose guardians sign in by phone. */
export async function selectGuardianCountries(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ isoCode: string }>`
    select iso_code as "isoCode" from find_guardian_countries()`.execute(tx)
  return rows.map((row) => row.isoCode)
}

/** Churches that have people whom nobody has confirmed. */
export async function selectUnconfirmedChurches(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from find_unconfirmed_churches()`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

/** The next people who came by the portal before then and whom nobody has confirmed, held, in the order of their ids. */
export async function lockOldSignUps(
  tx: Tx,
  { before, after, limit }: { before: Date; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p
    where not p.confirmed and p.archived_at is null and p.created_at < ${before}
      and (${after}::uuid is null or p.id > ${after}::uuid)
    order by p.id limit ${limit} for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those of them who never came, nor anybody of their family. */
export async function selectNeverCame(
  tx: Tx,
  ids: readonly string[],
  { before, at }: { before: Date; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as (
      select p.id, coalesce(o.person_id, p.id) as member
      from unnest(${[...ids]}::uuid[]) p (id)
      left join family_member m on m.person_id = p.id
      left join family_member o on o.family_id = m.family_id
    )
    select own.id from own join person p on p.id = own.member
    group by own.id
    having not bool_or(
      p.confirmed or p.created_at >= ${before}
      or exists (select from registration_child c where c.person_id = p.id)
      or exists (select from registration r where r.brought_by = p.id)
      or exists (select from event_wait w where w.person_id = p.id or w.asked_by = p.id)
      or exists (select from guardian_session s join guardian_account a on a.id = s.account_id
        where a.person_id = p.id and s.expires_at > ${at})
      or exists (select from account a where a.person_id = p.id)
      or exists (select from staff_invite i where i.person_id = p.id)
      or exists (select from group_member g where g.person_id = p.id)
      or exists (select from person k where k.merged_into = p.id)
      or (select count(*) from family_member f where f.person_id = p.id) > 1)`.execute(tx)
  return rows.map(({ id }) => id)
}

type GuardianPerson = { firstName: string; lastName: string; pictureId: string | null }

/** Name and picture of a guardian. */
export async function selectGuardian(tx: Tx, personId: string): Promise<GuardianPerson> {
  const { rows } = await sql<GuardianPerson>`
    select first_name as "firstName", last_name as "lastName", picture_id as "pictureId"
    from person where id = ${personId}`.execute(tx)
  const [person] = rows
  if (!person) throw new Error('A guardian’s account has no person')
  return person
}

type GuardianAccountId = { tenantId: TenantId; accountId: string }
export type KnownGuardian = GuardianAccountId & {
  personId: string
  /** E.164. */
  phone: string | null
  passwordHash: string
  churchName: string
}

type NewGuardianAccount = {
  personId: string
  /** As it was typed, and as it is compared; both null: none. */
  email: string | null
  emailKey: string | null
  /** E.164. */
  phone: string | null
  passwordHash: string
  /** When a code proved that the address is theirs; null: not yet. */
  provedAt: Date | null
}

/** Answers the account's id. */
export async function insertGuardianAccount(
  tx: Tx,
  tenantId: TenantId,
  account: NewGuardianAccount,
  at: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into guardian_account (tenant_id, person_id, email, email_key, phone, password_hash, created_at,
      proved_at)
    values (${tenantId}, ${account.personId}, ${account.email}, ${account.emailKey}, ${account.phone},
      ${account.passwordHash}, ${at}, ${account.provedAt})
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A guardian’s account was not kept')
  const words = [account.emailKey, account.phone].filter((word) => word !== null)
  await enlist(tx, 'guardian_address', words.map(directoryKey))
  return row.id
}

/** Accounts of an address or of one of these phones, in whichever church, the oldest first. */
export async function findGuardianAccounts(
  tx: Tx,
  { emailKey, phones }: { emailKey: string | null; phones: readonly string[] },
): Promise<KnownGuardian[]> {
  const { rows } = await sql<KnownGuardian>`
    select tenant_id as "tenantId", account_id as "accountId", person_id as "personId", phone,
      password_hash as "passwordHash", church_name as "churchName"
    from find_guardian_accounts(${emailKey}, ${[...phones]}::text[])`.execute(tx)
  return rows
}

/** The same in the church that was entered. */
export async function selectGuardianAccounts(
  tx: Tx,
  { emailKey, phones }: { emailKey: string | null; phones: readonly string[] },
): Promise<KnownGuardian[]> {
  const { rows } = await sql<KnownGuardian>`
    select g.tenant_id as "tenantId", g.id as "accountId", g.person_id as "personId", g.phone,
      g.password_hash as "passwordHash", c.name as "churchName"
    from guardian_account g join church c on c.tenant_id = g.tenant_id
    where g.email_key = ${emailKey}::text or g.phone = any (${[...phones]}::text[]) order by g.created_at`.execute(tx)
  return rows
}

/** Holds the account until the transaction ends; null when it is gone. */
export async function lockGuardianAccount(tx: Tx, personId: string): Promise<{ accountId: string } | null> {
  const { rows } = await sql<{ accountId: string }>`
    select id as "accountId" from guardian_account where person_id = ${personId} for update`.execute(tx)
  return rows[0] ?? null
}

/** A password chosen with a code, which proves the address too. */
export async function saveGuardianPassword(
  tx: Tx,
  { accountId, passwordHash, at }: { accountId: string; passwordHash: string; at: Date },
): Promise<void> {
  await sql`
    update guardian_account set password_hash = ${passwordHash}, proved_at = coalesce(proved_at, ${at})
    where id = ${accountId}`.execute(tx)
}

/** One sign-up for an address at a time in a church: the second one sees what the first one made. */
export async function lockSignUps(tx: Tx, tenantId: TenantId, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`guardian ${tenantId} ${address}`}, 0))`.execute(tx)
}

/** The account as which somebody signs in. */
type ActingGuardian = {
  personId: string
  accountId: string
  passwordHash: string
  /** False: merged into somebody else, and nobody has proved the own address yet. A password alone then opens nothing. */
  mayEnter: boolean
}

/**
 * As whom the owner of an account signs in: as themselves, or, merged away by the church, as the one who was kept, so that
 * either address goes on opening the portal. Null: archived.
 */
export async function findActing(tx: Tx, personId: string): Promise<ActingGuardian | null> {
  const { rows } = await sql<ActingGuardian>`
    select k.id as "personId", a.id as "accountId", a.password_hash as "passwordHash",
      p.archived_at is null or exists (
        select from guardian_account o where o.person_id = p.id and o.proved_at is not null
      ) as "mayEnter"
    from person p
    join person k on k.id = case when p.archived_at is null then p.id else p.merged_into end and k.archived_at is null
    join guardian_account a on a.person_id = k.id
    where p.id = ${personId}`.execute(tx)
  return rows[0] ?? null
}

/** Whether somebody of the church that was entered signs in by this address. */
export async function hasGuardianAccount(
  tx: Tx,
  { emailKey, phone }: { emailKey: string | null; phone: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from guardian_account where email_key = ${emailKey}::text or phone = ${phone}::text limit 1`.execute(tx)
  return rows.length > 0
}

/** What was of somebody before a merge. */
export type MovedOf = { id: string; personId: string }

/** A merge: the account of the first of the others who has one, if the one who is kept has none. */
export async function moveGuardianAccount(
  tx: Tx,
  { keepId, otherIds }: { keepId: string; otherIds: string[] },
): Promise<MovedOf[]> {
  const { rows } = await sql<MovedOf>`
    update guardian_account t set person_id = ${keepId}
    from (
      select tenant_id, id, person_id from guardian_account where person_id = any (${otherIds}::uuid[])
      order by array_position(${otherIds}::uuid[], person_id) limit 1
    ) b
    where b.tenant_id = t.tenant_id and b.id = t.id
      and not exists (select from guardian_account k where k.person_id = ${keepId})
    returning t.id, b.person_id as "personId"`.execute(tx)
  return rows
}

/** A merge is undone: what it moved and is still where it left it. */
export async function returnGuardianAccounts(
  tx: Tx,
  { accountIds, personId, keepId }: { accountIds: string[]; personId: string; keepId: string },
): Promise<void> {
  await sql`
    update guardian_account set person_id = ${personId}
    where id = any (${accountIds}::uuid[]) and person_id = ${keepId}`.execute(tx)
}

/** Another hash in place of the password's, at random: no password is known that matches, and trying one takes as long. */
export async function endUnprovedPasswords(tx: Tx, personIds: string[]): Promise<void> {
  const secret = randomBytes(32).toString('hex')
  await sql`
    update guardian_account set password_hash = regexp_replace(
      password_hash, '[^$]+$', rtrim(encode(sha256((id || ${secret})::bytea), 'base64'), '='))
    where person_id = any (${personIds}::uuid[]) and proved_at is null`.execute(tx)
}

/** Those of these people who have an account of a guardian. */
export async function selectGuardians(tx: Tx, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select person_id as id from guardian_account where person_id = any (${personIds}::uuid[])`.execute(tx)
  return rows.map((row) => row.id)
}
