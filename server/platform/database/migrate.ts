import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { installJobTables } from '../jobs/install.ts'
import { DatabaseRefusal, refusalOf } from './refusal.ts'
import { ensureRoles } from './roles.ts'

const DIRECTORY = path.resolve(import.meta.dirname, '../../migrations')
// Any constant does; it keeps two servers that start together from migrating at the same time.
const LOCK = 7_036_149
const CONNECT_TIMEOUT_MS = 10_000
const OLDEST_VERSION = 150_000

/**
 * Brings the database to this version: roles, then every .sql file of server/migrations that it has not had, in the
 * order of their numbers, each in a transaction of its own; then the tables of the job queue.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  const owner = await connectAsOwner(ownerUrl)
  try {
    await refuseUnfit(owner)
    await owner.query('select pg_advisory_lock($1)', [LOCK])
    await ensureRoles(owner, ownerUrl)
    await owner.query(
      `create table if not exists public.migration (name text primary key, applied_at timestamptz not null default now());
       alter table public.migration enable row level security;
       revoke all on public.migration from public;`,
    )
    const { rows } = await owner.query<{ name: string }>('select name from public.migration')
    const applied = new Set(rows.map((row) => row.name))
    for (const name of await migrationNames()) if (!applied.has(name)) await apply(owner, name)
    await installJobTables(ownerUrl)
  } finally {
    await owner.end()
  }
}

async function connectAsOwner(ownerUrl: string): Promise<pg.Client> {
  try {
    const owner = new pg.Client({
      connectionString: ownerUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'narthex-migrate',
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

async function migrationNames(): Promise<string[]> {
  return (await readdir(DIRECTORY)).filter((name) => name.endsWith('.sql')).sort()
}

async function apply(owner: pg.Client, name: string): Promise<void> {
  const text = await readFile(path.join(DIRECTORY, name), 'utf8')
  try {
    await owner.query('begin')
    await owner.query(text)
    await owner.query('insert into public.migration (name) values ($1)', [name])
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
