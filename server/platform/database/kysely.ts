import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type ConnectionProvider,
  type Dialect,
  type QueryResult,
} from 'kysely'
import type { QueryConfig, QueryResult as Answer } from 'pg'
import type { DB } from './tables.ts'

/** A connection, or a pool of them. */
type Asked = { query: (statement: QueryConfig) => Promise<Answer> }

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const driver = new DummyDriver()
const dialect: Dialect = {
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () => driver,
}
const noConnections: ConnectionProvider = {
  provideConnection: () => {
    throw new Error('The transaction is already open: pass tx on instead of opening another.')
  },
}

/**
 * Kysely over one checked-out client, where every query belongs to the transaction that is open there; or over the
 * pool, where every query is a transaction of its own. Without `named` no statement stays behind on the connection.
 * One is made for each request that reads: it asks the client itself, without Kysely's own handing out of connections.
 */
export const kyselyOn = (client: Asked, { named = true }: { named?: boolean } = {}): Kysely<DB> =>
  new Kysely<DB>({ config: { dialect }, dialect, driver, executor: new ClientExecutor(client, named) })

class ClientExecutor extends DefaultQueryExecutor {
  readonly #client: Asked
  readonly #named: boolean
  constructor(client: Asked, named: boolean) {
    super(compiler, adapter, noConnections)
    this.#client = client
    this.#named = named
  }
  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#named ? nameOf(query) : {}
    const result = await this.#client.query({ ...name, text: query.sql, values: [...query.parameters] })
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }
}

/** Far more than the product has; a text that varies without end would otherwise fill the memory of every connection. */
const MOST_NAMED = 500
const names = new Map<string, { name: string }>()
/** So few entries of lists that looking them up one by one is the right plan, whatever they are. */
const FEW = 1_000

/**
 * A statement with a name is parsed once for each connection, and planned once where that is no worse. One with a long list
 * among its values has none: its plan depends on whether the list holds ten or a hundred thousand.
 */
function nameOf({ sql, parameters }: CompiledQuery): { name?: string } {
  if (parameters.reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0) > FEW) return {}
  const known = names.get(sql)
  if (known) return known
  if (names.size >= MOST_NAMED) return {}
  const named = { name: `q${names.size}` }
  names.set(sql, named)
  return named
}
