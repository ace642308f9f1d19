import type { Kysely } from 'kysely'
import pg from 'pg'
import { kyselyOn } from './kysely.ts'
import type { DB } from './tables.ts'

/** Queries inside one transaction, scoped to one church. */
export type Tx = Kysely<DB>

export type TenantId = string

/** The door to the database. Every query runs inside a transaction that says which church it is for. */
export type Database = {
  /** Runs `work` in one transaction in which only the rows of this church exist. */
  withTenant: <T>(tenantId: TenantId, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Runs `work` where no church is entered yet: only the functions that look across churches answer. */
  withoutTenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** True when the database answers. */
  ping: () => Promise<boolean>
  close: () => Promise<void>
}

// Calendar days stay text (a Date would shift them by the server's zone); counts and units fit a number and must.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
pg.types.setTypeParser(pg.types.builtins.INT8, (value) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('A bigint of the database is beyond what a number holds exactly.')
  return number
})

const CONNECT_TIMEOUT_MS = 4_000
const STATEMENT_TIMEOUT_MS = 30_000

export function connect(url: string, connections = 10): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
    application_name: 'narthex',
  } as pg.PoolConfig)
  // Without a listener a lost connection, idle or in use, would end the process.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return {
    withTenant: (tenantId, work) => inTransaction(pool, tenantId, work),
    withoutTenant: (work) => inTransaction(pool, '', work),
    ping: () => pool.query('select 1').then(() => true, () => false),
    close: () => pool.end(),
  }
}

function ignore(): void {}

async function inTransaction<T>(pool: pg.Pool, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Both travel with the first query of the work in one round trip.
    const entered = Promise.all([
      client.query('begin'),
      client.query({ name: 'enter_church', text: `select set_config('app.tenant_id', $1, true)`, values: [tenantId] }),
    ])
    entered.catch(ignore)
    const result = await work(kyselyOn(client))
    await entered
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
