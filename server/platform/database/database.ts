import pg from 'pg'
import { systemClock, type Clock } from '../runtime/clock.ts'
import { DatabaseAway } from './away.ts'
import { readAs, readIn, type Entrance } from './church-read.ts'
import { kyselyOn } from './kysely.ts'
import { openPool, type Pool, type PoolLimits } from './pool.ts'
import { inTransaction, type Scope, type TransactionOptions, type Tx, type Work } from './transaction.ts'

export type TenantId = string

export { sendAlong, type Tx } from './transaction.ts'

type OperatorScope = { operatorId: string; tenantId?: string | undefined }

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
  /**
   * The same for whoever an entrance lets in: it travels with the first statement, which throws NotExpected for anybody else.
   * Null where PostgreSQL's connections are shared: there nothing travels together, an entrance to a transaction neither.
   */
  readingAs: ((tenantId: string, entrance: Entrance) => Tx) | null
  /** True when the database answers, on the connections that calls are given, and takes what is written. */
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
  const pool = openPool(url, { connections: 10, waiting: WAITING, pooled: false, distributed: false, ...limits })
  const inScope = <T>(scope: Omit<Scope, 'at'>, work: Work<T>): Promise<T> =>
    inTransaction(pool, { ...scope, at: clock.now() }, work)
  return {
    withTenant: (tenantId, work, options) => inScope({ tenantId, operatorId: '', ...options }, work),
    withOperator: ({ operatorId, tenantId = '' }, work, options) => inScope({ tenantId, operatorId, ...options }, work),
    withoutTenant: (work) => inScope({ tenantId: '', operatorId: '' }, work),
    ...(pool.pooled || pool.distributed ? readsByTransaction(inScope) : readsByMessage(pool)),
    ping: pingOver(pool),
    close: pool.close,
  }
}

type InScope = <T>(scope: Omit<Scope, 'at'>, work: Work<T>) => Promise<T>
type Reads = Pick<Database, 'outside' | 'reading' | 'readingAs'>

const readsByMessage = (pool: Pool): Reads => ({
  outside: kyselyOn({ query: (statement) => pool.ask((client) => client.query(statement)) }),
  reading: (tenantId) => kyselyOn({ query: (statement) => pool.ask((client) => readIn(client, tenantId, statement)) }),
  readingAs: (tenantId, entrance) => {
    let first: Entrance | null = entrance
    const query = (statement: pg.QueryConfig) => {
      const entering = first
      first = null
      return pool.ask((client) =>
        entering ? readAs(client, entering, statement) : readIn(client, tenantId, statement),
      )
    }
    return kyselyOn({ query })
  },
})

/** Behind a pooler entering a church is no statement that a connection knows: begin, read, commit, as any transaction. */
function readsByTransaction(inScope: InScope): Reads {
  const doorTo = (scope: Omit<Scope, 'at'>): Tx =>
    kyselyOn({ query: (statement) => inScope(scope, (_tx, client) => client.query(statement)) }, { named: false })
  return {
    outside: doorTo({ tenantId: '', operatorId: '' }),
    reading: (tenantId) => doorTo({ tenantId, operatorId: '', readOnly: true }),
    readingAs: null,
  }
}

const PING_PATIENCE_MS = 2_000
/** What a sign-in needs: the schema, and a database that is no standby. */
const PING = 'select has_churches() is not null and not pg_is_in_recovery() as open'

/** Who asks while another one's answer is awaited gets the same: asking costs a connection. */
function pingOver(pool: Pool): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null
  const ask = async (): Promise<boolean> => {
    if (!(await pool.pulse.beat())) return false
    const over = Promise.withResolvers<null>()
    const timer = setTimeout(over.resolve, PING_PATIENCE_MS, null)
    const answer = await Promise.race([pool.ask((client) => client.query<{ open: boolean }>(PING)), over.promise])
    clearTimeout(timer)
    return (answer?.rows[0] as { open: boolean } | undefined)?.open === true
  }
  return () =>
    (asking ??= ask()
      .catch(() => false)
      .finally(() => (asking = null)))
}

/** Stands in for the database until it can be reached: until then every call is told to come back later. */
export function databaseToCome(): { database: Database; arrive: (there: Database) => void } {
  let arrived: Database | null = null
  const there = (): Database => {
    if (arrived) return arrived
    throw new DatabaseAway('The database has not been reached yet.')
  }
  return {
    arrive: (database) => {
      arrived = database
    },
    database: {
      withTenant: async (...given) => there().withTenant(...given),
      withOperator: async (...given) => there().withOperator(...given),
      withoutTenant: async (...given) => there().withoutTenant(...given),
      get outside() {
        return there().outside
      },
      reading: (tenantId) => there().reading(tenantId),
      get readingAs() {
        return there().readingAs
      },
      ping: async () => (await arrived?.ping()) ?? false,
      close: async () => arrived?.close(),
    },
  }
}
