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

/**
 * A statement that enters the church of whoever asks and forbids writing, and answers who that is: `admits` says whether it
 * is who was expected. Sent in one message with the first question of a request.
 */
export type Entrance = {
  /** The function that answers who a token's hash ($1) is at an instant ($2). */
  find: string
  /** As PostgreSQL reads them. */
  values: string[]
  admits: (row: unknown) => boolean
}

/** Who asks, as one text (`told`), and the way into the church; null, and no church entered, where it is nobody. */
const entranceText = (find: string): string => `
  select s::text as told
  from (select set_config('transaction_read_only', 'on', true)) reading left join ${find}($1, $2) s on true
  where set_config('app.tenant_id', coalesce(s.tenant_id::text, ''), true) is not null`

/** The same in a transaction that has entered the church which is expected. */
const whoText = (find: string): string => `select (select s::text from ${find}($1, $2) s) as told`

/** Somebody else asks than was expected, or nobody: what was answered is to be thrown away. */
export class NotExpected extends Error {}

/** `readIn` for whoever the entrance lets in. Throws NotExpected. */
export async function readAs(
  client: pg.PoolClient,
  entrance: Entrance,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult> {
  const { find, values } = entrance
  const name = `enter by ${find}`
  if (!learnt(client, name)) await client.query({ name, text: entranceText(find), values })
  const [who, answer] = await together(client, { name, values, hasRows: true }, statement)
  if (!who || !answer || !entrance.admits(who.rows[0])) throw new NotExpected()
  return answer
}

/** Asks in a transaction who asks; throws NotExpected for anybody else than the entrance lets in. */
export async function admitted(client: pg.PoolClient, { find, values, admits }: Entrance): Promise<void> {
  const { rows } = await client.query({ name: `who by ${find}`, text: whoText(find), values })
  if (!admits(rows[0])) throw new NotExpected()
}

/** Whether this connection has parsed the statement of this name. Not in the types of node-postgres. */
const learnt = ({ connection }: pg.PoolClient, name: string): boolean =>
  (connection as unknown as { parsedStatements: Record<string, string> }).parsedStatements[name] !== undefined

/** One statement that reads, in a transaction of its own in which only the rows of this church exist: one message. */
export async function readIn(
  client: pg.PoolClient,
  tenantId: string,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult> {
  const [, answer] = await together(client, { name: ENTER.name, values: [tenantId] }, statement)
  return answer as pg.QueryResult
}

/** What entering and asking were answered. */
async function together(
  client: pg.PoolClient,
  entering: Entering,
  statement: pg.QueryConfig,
): Promise<(pg.QueryResult | undefined)[]> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  client.query(new ReadInChurch(entering, statement, (error, result) => (error ? reject(error) : resolve(result))))
  return (await promise) as pg.QueryResult[]
}

/** A statement that the connection knows. */
type Entering = { name: string; values: string[]; hasRows?: boolean }

/**
 * Else a statement without name and values goes as a simple query, which does not end the transaction that entering began:
 * whoever is lent the connection next would still be in the church. Not in the types of node-postgres.
 */
const ENDED_BY_SYNC = { queryMode: 'extended' } as object

type Answered = (error: Error | undefined, result: unknown) => void

const submit = pg.Query.prototype.submit

class ReadInChurch extends pg.Query {
  readonly #entering: Entering
  constructor(entering: Entering, statement: pg.QueryConfig, answered: Answered) {
    super({ ...statement, ...ENDED_BY_SYNC }, answered)
    this.#entering = entering
  }
  override submit = (connection: pg.Connection): void => {
    connection.stream.cork()
    const { name, values, hasRows = false } = this.#entering
    connection.bind({ statement: name, values }, true)
    if (hasRows) connection.describe({ type: 'P', name: '' }, true)
    connection.execute(null, true)
    const refusal = submit.call(this, connection)
    connection.stream.uncork()
    return refusal
  }
}
