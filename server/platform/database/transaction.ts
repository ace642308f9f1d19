import type { Kysely, RawBuilder } from 'kysely'
import pg from 'pg'
import { admitted, type Entrance } from './church-read.ts'
import { kyselyOn } from './kysely.ts'
import { STATEMENT_TIMEOUT_MS, type Pool } from './pool.ts'
import type { DB } from './tables.ts'

/** Queries inside one transaction, scoped to one church. */
export type Tx = Kysely<DB>

export type TransactionOptions = {
  /** Every query of the transaction sees the database as its first one did, however long it takes. */
  snapshot?: boolean
  /** Who is expected to ask: is found out with the first query, which throws NotExpected when it is somebody else. */
  entrance?: Entrance | undefined
}

export type Scope = TransactionOptions & { tenantId: string; operatorId: string; at: Date; readOnly?: boolean }

export type Work<T> = (tx: Tx, client: pg.PoolClient) => Promise<T>

/** Kysely keeps nothing of a transaction, so that one serves a connection as long as it lives. */
const doors = new WeakMap<pg.PoolClient, Tx>()

function doorOf(client: pg.PoolClient, named: boolean): Tx {
  const known = doors.get(client)
  if (known) return known
  const door = kyselyOn(client, { named })
  doors.set(client, door)
  return door
}

/** Ordinary transactions name no operator: the setting is local and empty without. */
const entering = ({ tenantId, operatorId, at, snapshot = false, readOnly = false }: Scope): string[] => [
  `begin${snapshot ? ' isolation level repeatable read' : ''}${readOnly ? ' read only' : ''}`,
  `set local app.tenant_id = ${pg.escapeLiteral(tenantId)}`,
  `set local app.at = '${at.toISOString()}'`,
  ...(operatorId ? [`set local app.operator_id = ${pg.escapeLiteral(operatorId)}`] : []),
]

const LIMITS = [
  `set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  `set local idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS}`,
]

/**
 * One message, which travels with the first query of the work in one round trip. Citus has the machine of the church repeat
 * the whole message in which something is set: there each is one by itself.
 */
async function enter(client: pg.PoolClient, { pooled, distributed }: Pool, scope: Scope): Promise<void> {
  const statements = [...entering(scope), ...(pooled ? LIMITS : [])]
  const messages = distributed ? statements : [statements.join('; ')]
  await Promise.all(messages.map((message) => client.query(message)))
}

/** What was sent in the transaction that is open behind a door, without waiting for the answer. */
const sentAlong = new WeakMap<Tx, Promise<unknown>[]>()

/**
 * Sends a statement whose answer nobody needs: it travels with the next one, at the latest with the transaction's end, which
 * throws what it failed with and keeps nothing then. Outside a transaction its answer is awaited.
 */
export async function sendAlong(tx: Tx, statement: RawBuilder<unknown>): Promise<void> {
  const sent = statement.execute(tx)
  const others = sentAlong.get(tx)
  if (!others) return void (await sent)
  sent.catch(() => {})
  others.push(sent)
}

/** A statement that was sent after one that failed, in the same transaction. */
const ECHO = '25P02'
const isEcho = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === ECHO

/** What the first of these failed with, if one did by itself. */
async function firstFailure(sent: readonly Promise<unknown>[]): Promise<Error | undefined> {
  const failures = (await Promise.allSettled(sent)).filter((one) => one.status === 'rejected')
  return failures.find(({ reason }) => !isEcho(reason))?.reason as Error | undefined
}

/** What a work is given to ask: with an entrance nothing is answered to whoever it does not let in. */
function openTo(client: pg.PoolClient, named: boolean, entered: Promise<unknown> | null): Tx {
  if (!entered) return doorOf(client, named)
  const query = async (statement: pg.QueryConfig): Promise<pg.QueryResult> =>
    (await Promise.all([client.query(statement), entered]))[0]
  return kyselyOn({ query }, { named })
}

export async function inTransaction<T>(pool: Pool, scope: Scope, work: Work<T>): Promise<T> {
  const client = await pool.take()
  let broken: Error | undefined
  const entered = enter(client, pool, scope)
  entered.catch(() => {})
  const letIn = scope.entrance ? admitted(client, scope.entrance) : null
  letIn?.catch(() => {})
  const tx = openTo(client, !pool.pooled && !pool.distributed, letIn)
  const sent: Promise<unknown>[] = []
  sentAlong.set(tx, sent)
  try {
    const result = await work(tx, client)
    await letIn
    // PostgreSQL answers ROLLBACK, and no error, when a query failed and the work went on as if it had not.
    const [{ command }] = await Promise.all([client.query('commit'), entered])
    if (command !== 'COMMIT')
      throw (await firstFailure(sent)) ?? new Error('The work passed over a failed query, so nothing of it was kept.')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    // Where the church could not be entered, what failed after it is only an echo.
    await entered
    const first = isEcho(error) ? await firstFailure(sent) : undefined
    if (first) throw first
    throw error
  } finally {
    sentAlong.delete(tx)
    pool.giveBack(client, broken)
  }
}
