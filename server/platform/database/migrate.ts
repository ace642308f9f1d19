import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { installJobTables } from '../jobs/install.ts'
import { ensureRoles } from './roles.ts'

const DIRECTORY = path.resolve(import.meta.dirname, '../../migrations')
// Any constant does; it keeps two servers that start together from migrating at the same time.
const LOCK = 7_036_149

/**
 * Brings the database to this version: roles, then every .sql file of server/migrations that it has not had, in the
 * order of their numbers, each in a transaction of its own; then the tables of the job queue.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
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
