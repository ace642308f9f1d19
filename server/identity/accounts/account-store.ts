import { sql } from 'kysely'
import { directoryKey, enlist, type Tx } from '../../platform/database/index.ts'
import type { Role, AccountId } from '../sessions/index.ts'

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
  await enlist(tx, 'staff_address', [directoryKey(account.emailKey)])
  return rows[0]?.id ?? null
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

type Colleague = { accountId: string; roles: string[]; passwordHash: string }

/** The account of an address in the church that was entered; null: none, or removed. */
export async function findColleague(tx: Tx, emailKey: string): Promise<Colleague | null> {
  const { rows } = await sql<Colleague>`
    select id as "accountId", roles, password_hash as "passwordHash" from account
    where email_key = ${emailKey} and removed_at is null`.execute(tx)
  return rows[0] ?? null
}

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
  await sql`delete from password_reset where tenant_id = ${tenantId} and account_id = ${accountId}`.execute(tx)
  await sql`delete from recovery_code where tenant_id = ${tenantId} and account_id = ${accountId}`.execute(tx)
  const { rows } = await sql`
    update account set removed_at = ${at}, email = '', email_key = 'removed ' || id, password_hash = '', roles = '{}',
      totp_secret = null, totp_since = null, last_seen_at = null
    where tenant_id = ${tenantId} and id = ${accountId} and removed_at is null returning id`.execute(tx)
  return rows.length === 1
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
  await enlist(tx, 'password_reset', [tokenHash], expiresAt)
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

/** Which of these people sign in as staff. Ask once they are locked: who becomes staff meanwhile waits for that. */
export async function peopleWithAccount(tx: Tx, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select distinct person_id as "personId" from account
    where person_id = any (${personIds}::uuid[]) and removed_at is null`.execute(tx)
  return rows.map(({ personId }) => personId)
}

/** Accounts of people who were merged are those of the one who is kept: whoever signs in stays signed in. By person. */
export async function moveAccountsOfPeople(
  tx: Tx,
  { keepId, otherIds }: { keepId: string; otherIds: string[] },
): Promise<Map<string, { accounts: string[] }>> {
  const { rows } = await sql<{ id: string; personId: string }>`
    update account a set person_id = ${keepId} from account b
    where b.tenant_id = a.tenant_id and b.id = a.id and b.person_id = any (${otherIds}::uuid[]) and b.removed_at is null
    returning a.id, b.person_id as "personId"`.execute(tx)
  const idsOf = (person: string) => rows.flatMap(({ id, personId }) => (personId === person ? [id] : []))
  return new Map(otherIds.map((id) => [id, { accounts: idsOf(id) }]))
}

/** Gives accounts back that a merge moved and that are still where it left them. */
export async function returnAccountsOfPerson(
  tx: Tx,
  { personId, keepId, accounts }: { personId: string; keepId: string; accounts: string[] },
): Promise<void> {
  await sql`
    update account set person_id = ${personId}
    where id = any (${accounts}::uuid[]) and person_id = ${keepId}`.execute(tx)
}
