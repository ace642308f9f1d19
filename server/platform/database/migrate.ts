import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { installJobTables } from './job-tables.ts'
import { openToBackup } from './backup-policies.ts'
import { asOwner, inTurn, type TurnOptions } from './owner.ts'
import { ensureRoles } from './roles.ts'

const DIRECTORY = path.resolve(import.meta.dirname, '../../migrations')

type MigrateOptions = TurnOptions & {
  /** Only these, as an older version of Narthex knew them; without: all of this version. */
  names?: readonly string[]
}

/**
 * Brings the database to this version: roles, then every .sql file of server/migrations that it has not had, in the
 * order of their numbers, each in a transaction of its own; then the tables of the job queue, and the owner's view for
 * back-ups.
 */
export async function migrate(ownerUrl: string, { names, ...turn }: MigrateOptions = {}): Promise<void> {
  const wanted = names ?? (await migrationNames())
  await asOwner(ownerUrl, async (owner) => {
    await inTurn(owner, () => prepare(owner), turn)
    const applied = await appliedMigrations(owner)
    for (const name of wanted) if (!applied.includes(name)) await inTurn(owner, () => apply(owner, name), turn)
    await inTurn(owner, () => installJobTables(ownerUrl), turn)
    await openToBackup(owner)
  })
}

export async function migrationNames(): Promise<string[]> {
  return (await readdir(DIRECTORY)).filter((name) => name.endsWith('.sql')).sort()
}

/** What this database has had. */
export async function appliedMigrations(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>('select name from public.migration order by name')
  return rows.map(({ name }) => name)
}

export async function isNarthex(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ there: boolean }>(`select to_regclass('public.migration') is not null as there`)
  return rows[0]?.there === true
}

/** Once: who only looks must not wait for a back-up that reads the same table. */
async function prepare(owner: pg.Client): Promise<void> {
  await ensureRoles(owner)
  if (await isNarthex(owner)) return
  await owner.query(
    `create table public.migration (name text primary key, applied_at timestamptz not null default now());
     alter table public.migration enable row level security;
     revoke all on public.migration from public;`,
  )
}

async function apply(owner: pg.Client, name: string): Promise<void> {
  // Another one may have been first while we waited for our turn.
  if ((await appliedMigrations(owner)).includes(name)) return
  const text = await readFile(path.join(DIRECTORY, name), 'utf8')
  try {
    await owner.query(text)
    await owner.query('insert into public.migration (name) values ($1)', [name])
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
