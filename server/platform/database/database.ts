import type { Kysely } from 'kysely'
import pg from 'pg'
import { systemClock, type Clock } from '../clock.ts'
import { readIn } from './church-read.ts'
import { kyselyOn } from './kysely.ts'
import { openPool, type Pool, type PoolLimits } from './pool.ts'
import type { DB } from './tables.ts'

/** Queries inside one transaction, scoped to one church. */
export type Tx = Kysely<DB>

export type TenantId = string

/** `snapshot`: every query of the transaction sees the database as its first one did, however long it takes. */
export type TransactionOptions = { snapshot?: boolean }

export type OperatorScope = { operatorId: string; tenantId?: string | undefined }

/** The door to the database. Every query runs inside a transaction that says which church it is for. */
export type Database = {
  /** Runs `work` in one transaction in which only the rows of this church exist. */
  withTenant: <T>(tenantId: TenantId, work: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>
  /**
   * Runs `work` for an operator of the installation: its own tables, and what operators may read across churches. With
   * `tenantId` the rows of that church exist too, to act in it.
   */
  withOperator: <T>(scope: OperatorScope, work: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>
  /** Runs `work` where no church is entered yet: only the functions that look across churches answer. */
  withoutTenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Asks one of those functions in a single round trip: each statement is a transaction of its own. */
  outside: Tx
  /**
   * Reads in a church, each statement in a single round trip: a transaction of its own that may not write. Statements see
   * what others committed between them, as those of `withTenant` do too.
   */
  reading: (tenantId: string) => Tx
  /** True when the database answers. */
  ping: () => Promise<boolean>
  close: () => Promise<void>
}

// Calendar days stay text (a Date would shift them by the server's zone); counts and units fit a number and must.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
pg.types.setTypeParser(pg.types.builtins.INT8, (value) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number))
    throw new RangeError('A bigint of the database is beyond what a number holds exactly.')
  return number
})

/** Far more than the requests of a busy Sunday; they wait for milliseconds. */
const WAITING = 1_000

/** `clock`: what the database takes for now where a trigger notes it (`app_now()`). */
type Connecting = Partial<PoolLimits> & { clock?: Clock }

export function connect(url: string, { clock = systemClock, ...limits }: Connecting = {}): Database {
  const pool = openPool(url, { connections: 10, waiting: WAITING, ...limits })
  const inScope = <T>(scope: Omit<Scope, 'at'>, work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTransaction(pool, { ...scope, at: clock.now() }, work)
  return {
    withTenant: (tenantId, work, options) => inScope({ tenantId, operatorId: '', ...options }, work),
    withOperator: ({ operatorId, tenantId = '' }, work, options) => inScope({ tenantId, operatorId, ...options }, work),
    withoutTenant: (work) => inScope({ tenantId: '', operatorId: '' }, work),
    outside: kyselyOn({ query: (statement) => pool.ask((client) => client.query(statement)) }),
    reading: (tenantId) =>
      kyselyOn({ query: (statement) => pool.ask((client) => readIn(client, tenantId, statement)) }),
    ping: pool.pulse.beat,
    close: pool.close,
  }
}

/** Kysely keeps nothing of a transaction, so that one serves a connection as long as it lives. */
const doors = new WeakMap<pg.PoolClient, Tx>()

function doorOf(client: pg.PoolClient): Tx {
  const known = doors.get(client)
  if (known) return known
  const door = kyselyOn(client)
  doors.set(client, door)
  return door
}

type Scope = TransactionOptions & { tenantId: string; operatorId: string; at: Date }

/** Ordinary transactions name no operator: the setting is local and empty without. */
const enter = ({ tenantId, operatorId, at, snapshot = false }: Scope): string =>
  `begin${snapshot ? ' isolation level repeatable read' : ''}` +
  `; set local app.tenant_id = ${pg.escapeLiteral(tenantId)}; set local app.at = '${at.toISOString()}'` +
  (operatorId ? `; set local app.operator_id = ${pg.escapeLiteral(operatorId)}` : '')

async function inTransaction<T>(pool: Pool, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.take()
  let broken: Error | undefined
  // One message, which travels with the first query of the work in one round trip.
  const entered = client.query(enter(scope))
  entered.catch(() => {})
  try {
    const result = await work(doorOf(client))
    await entered
    // PostgreSQL answers ROLLBACK, and no error, when a query failed and the work went on as if it had not.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('The work passed over a failed query, so nothing of it was kept.')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    // Where the church could not be entered, what failed after it is only an echo.
    await entered
    throw error
  } finally {
    pool.giveBack(client, broken)
  }
}
