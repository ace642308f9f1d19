import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

export type OperatorRecord = {
  id: string
  name: string
  email: string
  hasSecondFactor: boolean
  isInvited: boolean
  createdAt: Date
}

const COLUMNS = sql.raw(
  `id, name, email, totp_secret is not null as "hasSecondFactor", password_hash is null as "isInvited", created_at as "createdAt"`,
)

/** Operators and invited ones, the oldest first. */
export async function selectOperators(tx: Tx): Promise<OperatorRecord[]> {
  const { rows } = await sql<OperatorRecord>`
    select ${COLUMNS} from operator where removed_at is null order by created_at, id`.execute(tx)
  return rows
}

type Invitee = { name: string; email: string; emailKey: string; at: Date }
/** `invitedBy`: an operator; null: by hand on the server. */
type Invited = Invitee & { invitedBy: string | null }

/**
 * Writes an operator who is invited, or again so: one who was removed or has not come yet. Null when an operator signs in
 * with this address.
 */
export async function insertInvitee(
  tx: Tx,
  { name, email, emailKey, invitedBy, at }: Invited,
): Promise<OperatorRecord | null> {
  const { rows } = await sql<OperatorRecord>`
    insert into operator as o (name, email, email_key, invited_by, created_at)
    values (${name}, ${email}, ${emailKey}, ${invitedBy}, ${at})
    on conflict (email_key) do update set
      name = excluded.name, email = excluded.email, password_hash = null, invite_hash = null, invited_until = null,
      invited_by = excluded.invited_by, totp_secret = null, totp_last_step = null, created_at = excluded.created_at,
      removed_at = null, joined_at = null, is_demo = false, factor_reset_by = null, factor_reset_at = null
    where o.removed_at is not null or o.password_hash is null
    returning ${COLUMNS}`.execute(tx)
  return rows[0] ?? null
}

/** Gives an invited operator a new token, the one before is dead; null when nobody of this id waits for one. */
export async function renewInvite(
  tx: Tx,
  id: string,
  { tokenHash, until }: { tokenHash: Buffer; until: Date },
): Promise<{ name: string; email: string } | null> {
  const { rows } = await sql<{ name: string; email: string }>`
    update operator set invite_hash = ${tokenHash}, invited_until = ${until}
    where id = ${id} and password_hash is null and removed_at is null
    returning name, email`.execute(tx)
  return rows[0] ?? null
}

type FoundInvite = { id: string; name: string; email: string }

export async function findInvite(tx: Tx, tokenHash: Buffer, at: Date): Promise<FoundInvite | null> {
  const { rows } = await sql<FoundInvite>`
    select id, name, email from find_operator_invite(${tokenHash}, ${at})`.execute(tx)
  return rows[0] ?? null
}

/** True for exactly one of those who use the invitation. */
export async function spendInvite(
  tx: Tx,
  { tokenHash, passwordHash, at }: { tokenHash: Buffer; passwordHash: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update operator o set password_hash = ${passwordHash}, joined_at = ${at}, invite_hash = null, invited_until = null
    where o.invite_hash = ${tokenHash} and o.invited_until > ${at} and o.removed_at is null and o.password_hash is null
      and (o.invited_by is null or exists (select from operator i where i.id = o.invited_by and i.removed_at is null))
    returning o.id`.execute(tx)
  return rows.length === 1
}

/** The operator who was removed; null when there is none of this id. */
export async function markRemoved(tx: Tx, id: string, at: Date): Promise<{ email: string; name: string } | null> {
  const { rows } = await sql<{ email: string; name: string }>`
    update operator set removed_at = ${at}, password_hash = null, invite_hash = null, invited_until = null,
      totp_secret = null, totp_last_step = null
    where id = ${id} and removed_at is null returning email, name`.execute(tx)
  return rows[0] ?? null
}

/** The links of those whom an operator invited and who have not come no longer work. */
export async function removeInviteesOf(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`
    update operator set removed_at = ${at}, invite_hash = null, invited_until = null
    where invited_by = ${id} and password_hash is null and removed_at is null`.execute(tx)
}

type Founder = Invitee & { passwordHash: string; isDemo: boolean }

/** Writes an operator who has a password already; false when the address is in use. */
export async function insertOperator(tx: Tx, operator: Founder): Promise<boolean> {
  const { rows } = await sql`
    insert into operator (name, email, email_key, password_hash, is_demo, created_at, joined_at)
    values (${operator.name}, ${operator.email}, ${operator.emailKey}, ${operator.passwordHash}, ${operator.isDemo},
      ${operator.at}, ${operator.at})
    on conflict (email_key) do nothing returning id`.execute(tx)
  return rows.length === 1
}

/** Whether somebody signs in by this id. */
export const isOperator = async (tx: Tx, id: string): Promise<boolean> => (await selectMember(tx, id)) !== null

/** Whether an operator signs in with this address. */
export const isTaken = async (tx: Tx, emailKey: string): Promise<boolean> => (await findMember(tx, emailKey)) !== null

/** An operator who signs in; null: none of this id. */
export async function selectMember(tx: Tx, id: string): Promise<OperatorRecord | null> {
  const { rows } = await sql<OperatorRecord>`
    select ${COLUMNS} from operator where id = ${id} and removed_at is null and password_hash is not null`.execute(tx)
  return rows[0] ?? null
}

/** Somebody who was invited and has not come; null: nobody of this id. */
export async function selectInvitee(tx: Tx, id: string): Promise<OperatorRecord | null> {
  const { rows } = await sql<OperatorRecord>`
    select ${COLUMNS} from operator where id = ${id} and removed_at is null and password_hash is null`.execute(tx)
  return rows[0] ?? null
}

/** The operator who signs in with this address. */
export async function findMember(tx: Tx, emailKey: string): Promise<OperatorRecord | null> {
  const { rows } = await sql<OperatorRecord>`
    select ${COLUMNS} from operator
    where email_key = ${emailKey} and removed_at is null and password_hash is not null`.execute(tx)
  return rows[0] ?? null
}

/** Whether anybody runs the installation, or is invited to. */
export async function hasOperators(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from operator where removed_at is null limit 1`.execute(tx)
  return rows.length > 0
}

/** What an operator is asked for again. */
export type Guarded = { id: string; email: string; emailKey: string; passwordHash: string; totpSecret: string | null }

/** The operator, locked: what changes password or second factor comes one after the other. */
export async function lockOperator(tx: Tx, id: string): Promise<Guarded | null> {
  const { rows } = await sql<Guarded>`
    select id, email, email_key as "emailKey", password_hash as "passwordHash", totp_secret as "totpSecret"
    from operator where id = ${id} and removed_at is null and password_hash is not null for no key update`.execute(tx)
  return rows[0] ?? null
}

/** True for exactly one of those who use the code of this step; earlier steps are over too. */
export async function spendStep(tx: Tx, operatorId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update operator set totp_last_step = ${step}
    where id = ${operatorId} and (totp_last_step is null or totp_last_step < ${step}) returning id`.execute(tx)
  return rows.length === 1
}

/** True for exactly one of those who use the recovery code. */
export async function spendRecoveryCode(
  tx: Tx,
  operatorId: string,
  { codeHash, at }: { codeHash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update operator_recovery_code set used_at = ${at}
    where operator_id = ${operatorId} and code_hash = ${codeHash} and used_at is null returning operator_id`.execute(tx)
  return rows.length === 1
}

type NewFactor = { totpSecret: string; step: number; codeHashes: readonly Buffer[]; at: Date }

/** Puts a sealed secret into force with its recovery codes. `step` is the one whose code was shown. */
export async function saveFactor(tx: Tx, id: string, { totpSecret, step, codeHashes, at }: NewFactor): Promise<void> {
  // Whoever asked for a new one is tied to its owner from now on, and not only from the day it was taken away.
  await sql`
    update operator set totp_secret = ${totpSecret}, totp_last_step = ${step},
      factor_reset_at = case when totp_secret is null and factor_reset_by is not null then ${at} else factor_reset_at end
    where id = ${id}`.execute(tx)
  await sql`delete from operator_recovery_code where operator_id = ${id}`.execute(tx)
  await sql`
    insert into operator_recovery_code (operator_id, code_hash)
    select ${id}, code_hash from unnest(${[...codeHashes]}::bytea[]) code_hash returning 1`.execute(tx)
}

/** The lost factor of an operator counts no more; the next sign-in sets up another one. `by`: who asked; null: on the server. */
export async function forgetFactor(tx: Tx, id: string, { by, at }: { by: string | null; at: Date }): Promise<void> {
  await sql`
    update operator set totp_secret = null, totp_last_step = null, factor_reset_by = ${by}, factor_reset_at = ${at}
    where id = ${id}`.execute(tx)
  await sql`delete from operator_recovery_code where operator_id = ${id}`.execute(tx)
}
