import pg from 'pg'
import { DatabaseRefusal, refusalOf } from './refusal.ts'

const CONNECT_TIMEOUT_MS = 10_000
const OLDEST_VERSION = 150_000

/** Works as the owner of the tables, on one connection; what is wrong with the address or the database is refused with a sentence. */
export async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = await connectAsOwner(ownerUrl)
  try {
    await refuseUnfit(owner)
    return await work(owner)
  } finally {
    await owner.end()
  }
}

async function connectAsOwner(ownerUrl: string): Promise<pg.Client> {
  try {
    const owner = new pg.Client({
      connectionString: ownerUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'narthex-owner',
    })
    // A connection that is lost fails the query that waits; without a listener it would also end the process.
    owner.on('error', () => {})
    await owner.connect()
    return owner
  } catch (error) {
    throw refusalOf(error, 'DATABASE_URL')
  }
}

async function refuseUnfit(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ version: number; release: string; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as release,
      current_setting('server_encoding') as encoding`,
  )
  const { version = 0, release = '', encoding = '' } = rows[0] ?? {}
  if (version < OLDEST_VERSION)
    throw new DatabaseRefusal(`DATABASE_URL leads to PostgreSQL ${release}: Narthex needs 15 or newer.`)
  if (encoding !== 'UTF8')
    throw new DatabaseRefusal(
      `The database of DATABASE_URL keeps text as ${encoding}: make one with encoding UTF8, which every name fits in.`,
    )
}

/** One transaction of the owner's; what fails in it leaves nothing. */
export async function inOwnersTransaction<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  await owner.query('begin')
  try {
    const result = await work()
    await owner.query('commit')
    return result
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    throw error
  }
}

// Any constant does.
const LOCK = 7_036_149
const TRY_MS = 2_000
const PATIENCE_MS = 60_000

export type TurnOptions = {
  /** Is told, in a sentence, that another one is at it. */
  report?: ((sentence: string) => void) | undefined
  patienceMs?: number
}

/**
 * One transaction in which no other server changes the schema, the roles or their password. The lock is the transaction's:
 * one of a session would stay in the pool of a pooler for good.
 */
export async function inTurn<T>(owner: pg.Client, work: () => Promise<T>, options: TurnOptions = {}): Promise<T> {
  const { report = () => {}, patienceMs = PATIENCE_MS } = options
  const deadline = Date.now() + patienceMs
  for (let told = false; ; told = true) {
    const turn = await inOwnersTransaction(owner, async () => {
      if (!(await tookLock(owner, Math.min(TRY_MS, patienceMs / 4)))) return null
      return { result: await work() }
    })
    if (turn) return turn.result
    if (Date.now() >= deadline)
      throw new DatabaseRefusal(
        'Another Narthex has been bringing this database up to date for too long: let it end and start again. Where none is at it, an older one left its lock behind in a pooler: restart the pooler.',
      )
    if (!told) report('Another Narthex is bringing this database up to date; waiting for it.')
  }
}

async function tookLock(owner: pg.Client, milliseconds: number): Promise<boolean> {
  try {
    await owner.query('savepoint before_turn')
    // Each by itself: Citus has its workers repeat the whole message in which something is set.
    await owner.query(`set local lock_timeout = ${Math.ceil(milliseconds)}`)
    await owner.query('select pg_advisory_xact_lock($1)', [LOCK])
    await owner.query('set local lock_timeout = 0')
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    await owner.query('rollback to savepoint before_turn')
    return false
  }
}
