import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { QueryConfig, QueryResult as Answer } from 'pg'
import type { DB } from './tables.ts'

/** A connection, or a pool of them. */
export type Asked = { query: (statement: QueryConfig) => Promise<Answer> }

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

/**
 * Kysely over one checked-out client, where every query belongs to the transaction that is open there; or over the
 * pool, where every query is a transaction of its own. Without `named` no statement stays behind on the connection.
 */
export function kyselyOn(client: Asked, { named = true }: { named?: boolean } = {}): Kysely<DB> {
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => new OneClientDriver(client, named),
  }
  return new Kysely<DB>({ dialect })
}

class OneClientDriver implements Driver {
  readonly #connection: OneClientConnection
  constructor(client: Asked, named: boolean) {
    this.#connection = new OneClientConnection(client, named)
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async beginTransaction(): Promise<never> {
    throw new Error('The transaction is already open: pass tx on instead of opening another.')
  }
  async init(): Promise<void> {}
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

class OneClientConnection implements DatabaseConnection {
  readonly #client: Asked
  readonly #named: boolean
  constructor(client: Asked, named: boolean) {
    this.#client = client
    this.#named = named
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#named ? nameOf(query) : {}
    const result = await this.#client.query({ ...name, text: query.sql, values: [...query.parameters] })
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Lists are paged by keyset; nothing streams rows through Kysely.')
  }
}

/** Far more than the product has; a text that varies without end would otherwise fill the memory of every connection. */
const MOST_NAMED = 500
const names = new Map<string, { name: string }>()

/**
 * A statement with a name is parsed once for each connection, and planned once where that is no worse. Not one with a
 * list among its values: its plan depends on whether the list holds ten or a hundred thousand.
 */
function nameOf({ sql, parameters }: CompiledQuery): { name?: string } {
  if (parameters.some(Array.isArray)) return {}
  const known = names.get(sql)
  if (known) return known
  if (names.size >= MOST_NAMED) return {}
  const named = { name: `q${names.size}` }
  names.set(sql, named)
  return named
}
