import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type GuardianAccountId = { tenantId: TenantId; accountId: string }
export type KnownGuardian = GuardianAccountId & {
  personId: string
  /** E.164. */
  phone: string | null
  passwordHash: string
  churchName: string
}

export type NewGuardianAccount = {
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
export type ActingGuardian = {
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
