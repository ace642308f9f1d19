import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

type FoundSession = {
  operatorId: string
  name: string
  email: string
  hasSecondFactor: boolean
  isDemo: boolean
  /** When the password was typed last. */
  confirmedAt: Date
}

/** The operator of a token; null when there is no such session, or no longer. */
export async function findOperatorSession(tx: Tx, tokenHash: Buffer, at: Date): Promise<FoundSession | null> {
  const { rows } = await sql<FoundSession>`
    select operator_id as "operatorId", name, email, has_second_factor as "hasSecondFactor", is_demo as "isDemo",
      confirmed_at as "confirmedAt"
    from find_operator_session(${tokenHash}, ${at})`.execute(tx)
  return rows[0] ?? null
}

/** The password was typed once more in this session of the operator. */
export async function noteConfirmed(
  tx: Tx,
  operatorId: string,
  { tokenHash, at }: { tokenHash: Buffer; at: Date },
): Promise<void> {
  await sql`
    update operator_session set confirmed_at = ${at}
    where operator_id = ${operatorId} and token_hash = ${tokenHash}`.execute(tx)
}

export type KnownOperator = { id: string; passwordHash: string; totpSecret: string | null; isDemo: boolean }

/** The operator of an address, where no operator is known yet; invited ones are not found. */
export async function findOperator(tx: Tx, emailKey: string): Promise<KnownOperator | null> {
  const { rows } = await sql<KnownOperator>`
    select id, password_hash as "passwordHash", totp_secret as "totpSecret", is_demo as "isDemo" from find_operator(${emailKey})`.execute(
    tx,
  )
  return rows[0] ?? null
}

type NewOperatorSession = KnownOperator & { tokenHash: Buffer; at: Date; expiresAt: Date }

/**
 * False when password, second factor or the operator were changed since they were compared. The lock makes a change at
 * this very moment wait, and it then ends this session too.
 */
export async function insertOperatorSession(tx: Tx, session: NewOperatorSession): Promise<boolean> {
  const { rows } = await sql`
    select from operator
    where id = ${session.id} and password_hash = ${session.passwordHash} and removed_at is null
      and totp_secret is not distinct from ${session.totpSecret}
    for share`.execute(tx)
  if (rows.length !== 1) return false
  await sql`
    insert into operator_session (token_hash, operator_id, created_at, confirmed_at, expires_at)
    values (${session.tokenHash}, ${session.id}, ${session.at}, ${session.at}, ${session.expiresAt})`.execute(tx)
  return true
}

export async function endOperatorSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await sql`select end_operator_session(${tokenHash})`.execute(tx)
}

/** Ends the sessions of an operator, but for the one of `except`. */
export async function endSessionsOfOperator(tx: Tx, operatorId: string, except: Buffer | null = null): Promise<void> {
  await sql`
    delete from operator_session
    where operator_id = ${operatorId} and token_hash is distinct from ${except}`.execute(tx)
}

export async function sweepOperatorSessions(tx: Tx, at: Date): Promise<void> {
  await sql`select sweep_operator_sessions(${at})`.execute(tx)
}

type ConsoleContext = {
  name: string
  email: string
  hasSecondFactor: boolean
  isDemo: boolean
  changes: number
  senders: number
  payments: number
  /** That no church claims. */
  replies: number
  churches: number
}

/** What the console's shell shows of an operator and of what waits. */
export async function findConsole(tx: Tx, operatorId: string, at: Date): Promise<ConsoleContext> {
  const { rows } = await sql<ConsoleContext>`
    select o.name, o.email, o.totp_secret is not null as "hasSecondFactor", o.is_demo as "isDemo",
      (select count(*) from operator_change where state = 'waiting' and expires_at > ${at}) as changes,
      (select count(*) from sender_id where status < 2) as senders,
      (select count(*) from payment where state = 'review' or (state = 'pending' and method = 'bank_transfer')) as payments,
      (select count(*) from unclaimed_reply where at >= ${at}::timestamptz - interval '90 days') as replies,
      (select count(*) from church) as churches
    from operator o where o.id = ${operatorId}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('A session has no operator')
  return found
}
