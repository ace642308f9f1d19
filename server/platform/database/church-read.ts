import pg from 'pg'

/**
 * Enters a church and forbids writing, both until the transaction is over; answers no row. Sent in one message with what
 * is asked there: PostgreSQL makes one transaction of all that comes before the Sync.
 */
const ENTER = {
  name: 'enter',
  text: `select where set_config('app.tenant_id', $1, true) is null or set_config('transaction_read_only', 'on', true) is null`,
}

/** Makes a new connection know how to enter; one that does not learn it is of no use. */
export function prepareToEnter(client: pg.PoolClient): void {
  client.query({ ...ENTER, values: [''] }).catch(() => client.connection.stream.destroy())
}

/** One statement that reads, in a transaction of its own in which only the rows of this church exist: one message. */
export async function readIn(
  client: pg.PoolClient,
  tenantId: string,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  client.query(new ReadInChurch(tenantId, statement, (error, result) => (error ? reject(error) : resolve(result))))
  // The first result is of entering.
  const results = (await promise) as pg.QueryResult[]
  return results[1] as pg.QueryResult
}

/**
 * Else a statement without name and values goes as a simple query, which does not end the transaction that entering began:
 * whoever is lent the connection next would still be in the church. Not in the types of node-postgres.
 */
const ENDED_BY_SYNC = { queryMode: 'extended' } as object

type Answered = (error: Error | undefined, result: unknown) => void

const submit = pg.Query.prototype.submit

class ReadInChurch extends pg.Query {
  readonly #tenantId: string
  constructor(tenantId: string, statement: pg.QueryConfig, answered: Answered) {
    super({ ...statement, ...ENDED_BY_SYNC }, answered)
    this.#tenantId = tenantId
  }
  override submit = (connection: pg.Connection): void => {
    connection.stream.cork()
    connection.bind({ statement: ENTER.name, values: [this.#tenantId] }, true)
    connection.execute(null, true)
    const refusal = submit.call(this, connection)
    connection.stream.uncork()
    return refusal
  }
}
