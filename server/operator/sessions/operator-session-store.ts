import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { OperatorCaller } from '#server/platform/http/index.ts'

/** The operator of a token; null when there is no such session, or no longer. */
export async function findOperatorSession(tx: Tx, tokenHash: Buffer, at: Date): Promise<OperatorCaller | null> {
  const { rows } = await sql<OperatorCaller>`
    select operator_id as "operatorId", name, email from find_operator_session(${tokenHash}, ${at})`.execute(tx)
  return rows[0] ?? null
}

export type KnownOperator = { id: string; passwordHash: string; totpSecret: string | null }

/** The operator of an address, where no operator is known yet; invited ones are not found. */
export async function findOperator(tx: Tx, emailKey: string): Promise<KnownOperator | null> {
  const { rows } = await sql<KnownOperator>`
    select id, password_hash as "passwordHash", totp_secret as "totpSecret" from find_operator(${emailKey})`.execute(tx)
  return rows[0] ?? null
}

export type NewOperatorSession = KnownOperator & { tokenHash: Buffer; at: Date; expiresAt: Date }

/**
 * False when password, second factor or the operator were changed since they were compared. The lock makes a change at
 * this very moment wait, and it then ends this session too.
 */
export async function insertOperatorSession(tx: Tx, session: NewOperatorSession): Promise<boolean> {
  const { rows } = await sql`
    insert into operator_session (token_hash, operator_id, created_at, expires_at)
    select ${session.tokenHash}, o.id, ${session.at}::timestamptz, ${session.expiresAt}::timestamptz
    from operator o
    where o.id = ${session.id} and o.password_hash = ${session.passwordHash} and o.removed_at is null
      and o.totp_secret is not distinct from ${session.totpSecret}
    for share
    returning operator_id`.execute(tx)
  return rows.length === 1
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

export type Desk = {
  name: string
  email: string
  hasSecondFactor: boolean
  senders: number
  payments: number
  churches: number
}

/** What the desk's shell shows of an operator and of what waits. */
export async function findDesk(tx: Tx, operatorId: string): Promise<Desk> {
  const { rows } = await sql<Desk>`
    select o.name, o.email, o.totp_secret is not null as "hasSecondFactor",
      (select count(*) from sender_id where status < 2) as senders,
      (select count(*) from payment where state = 'review' or (state = 'pending' and method = 'bank_transfer')) as payments,
      (select count(*) from church) as churches
    from operator o where o.id = ${operatorId}`.execute(tx)
  const [desk] = rows
  if (!desk) throw new Error('A session has no operator')
  return desk
}
