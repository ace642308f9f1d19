import pg from 'pg'
import { openTurnstile } from '../runtime/turns.ts'
import { DatabaseAway, isAway } from './away.ts'
import { prepareToEnter } from './church-read.ts'
import { gatherWrites } from './gather.ts'
import { received, startPulse, type Pulse } from './pulse.ts'

/** Connections to lend, each to one transaction at a time. */
export type Pool = {
  /** Lends a connection; throws DatabaseAway within the time that a request may wait for one. */
  take: () => Promise<pg.PoolClient>
  /** Takes it back; with `broken` it is not lent again. */
  giveBack: (client: pg.PoolClient, broken?: Error) => void
  /** Lends a connection for one statement, a transaction of its own. */
  ask: (statement: (client: pg.PoolClient) => Promise<pg.QueryResult>) => Promise<pg.QueryResult>
  pulse: Pulse
  /** Each transaction may be on another connection of PostgreSQL: nothing of a session may be relied on. */
  pooled: boolean
  /** Churches are on several machines: only SET LOCAL tells them which church a transaction is for, each by itself. */
  distributed: boolean
  close: () => Promise<void>
}

export type PoolLimits = {
  connections: number
  /** How many may wait for a connection; who comes then is refused at once instead of piling up. */
  waiting: number
  /** A pooler in transaction mode stands in front. */
  pooled: boolean
  distributed: boolean
}

const CONNECT_TIMEOUT_MS = 3_000
export const STATEMENT_TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 3_000
/** Connections that one church never holds: its own slow calls wait for each other, not everybody for them. */
const KEPT_FOR_OTHERS = 2

export function openPool(url: string, { connections, waiting, pooled, distributed }: PoolLimits): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A pooler refuses connections that ask for settings of a session: each transaction sets them for itself.
    ...(pooled
      ? {}
      : { statement_timeout: STATEMENT_TIMEOUT_MS, idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS }),
    keepAlive: true,
    pipeline: true,
    application_name: 'narthex',
  })
  const open = openOnes(pool, pooled ? ignore : prepareToEnter)
  const cut = (): void => open.forEach((client) => client.connection.stream.destroy())
  const pulse = startPulse({ url, listen: () => listenTo(open), onLost: cut })
  const enter = openTurnstile({
    atOnce: connections,
    atOnceEach: Math.max(connections - KEPT_FOR_OTHERS, 1),
    waitingMost: waiting,
    waitMs: CONNECT_TIMEOUT_MS,
    refuse: (why) =>
      new DatabaseAway(why === 'too many' ? 'Too many wait for the database.' : 'No connection to the database.'),
  })
  const lent = new WeakMap<pg.PoolClient, () => void>()
  const take = async (): Promise<pg.PoolClient> => {
    if (!pulse.isFelt()) throw new DatabaseAway('The database does not answer.')
    const leave = await enter()
    try {
      // Whoever waited while it fell silent waits for no connection on top of that.
      if (!pulse.isFelt()) throw new DatabaseAway('The database does not answer.')
      const client = await pool.connect()
      lent.set(client, leave)
      return client
    } catch (cause) {
      leave()
      throw new DatabaseAway('No connection to the database.', { cause })
    }
  }
  const giveBack = (client: pg.PoolClient, broken?: Error): void => {
    client.release(broken)
    lent.get(client)?.()
  }
  return {
    take,
    giveBack,
    ask: async (statement) => ask({ client: await take(), giveBack }, statement),
    pulse,
    pooled,
    distributed,
    close: async () => {
      await pulse.stop()
      const patience = setTimeout(cut, CLOSE_TIMEOUT_MS)
      await pool.end()
      clearTimeout(patience)
    },
  }
}

/** The connections that the pool holds at any moment, idle or lent. */
function openOnes(pool: pg.Pool, prepare: (client: pg.PoolClient) => void): Set<pg.PoolClient> {
  const open = new Set<pg.PoolClient>()
  // Without a listener a lost connection, idle or in use, would end the process.
  pool.on('error', ignore)
  pool.on('connect', (client) => {
    client.on('error', ignore)
    open.add(client)
    gatherWrites(client)
    prepare(client)
  })
  pool.on('remove', (client) => open.delete(client))
  return open
}

async function ask(
  { client, giveBack }: { client: pg.PoolClient; giveBack: Pool['giveBack'] },
  statement: (client: pg.PoolClient) => Promise<pg.QueryResult>,
): Promise<pg.QueryResult> {
  let broken: Error | undefined
  try {
    return await statement(client)
  } catch (error) {
    if (isAway(error)) broken = error as Error
    throw error
  } finally {
    giveBack(client, broken)
  }
}

function listenTo(open: ReadonlySet<pg.PoolClient>): () => boolean {
  const before = new Map([...open].map((client) => [client, received(client)]))
  return () => [...open].some((client) => received(client) > (before.get(client) ?? 0))
}

function ignore(): void {}
