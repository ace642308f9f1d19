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
import type { PoolClient } from 'pg'
import type { DB } from './tables.ts'

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

/** Kysely over one checked-out client: every query it makes belongs to the transaction that is open there. */
export function kyselyOn(client: PoolClient): Kysely<DB> {
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => new OneClientDriver(client),
  }
  return new Kysely<DB>({ dialect })
}

class OneClientDriver implements Driver {
  readonly #connection: OneClientConnection
  constructor(client: PoolClient) {
    this.#connection = new OneClientConnection(client)
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
  readonly #client: PoolClient
  constructor(client: PoolClient) {
    this.#client = client
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#client.query(query.sql, [...query.parameters])
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Lists are paged by keyset; nothing streams rows through Kysely.')
  }
}
