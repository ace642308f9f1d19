import type pg from 'pg'
import { BACKUP_SETTING, openToBackup } from '../database/backup-policies.ts'
import { appliedMigrations, isNarthex } from '../database/migrate.ts'
import { asOwner } from '../database/owner.ts'
import { JOB_SCHEMA } from '../database/job-tables.ts'
import { copyOut } from './copy-store.ts'
import {
  BackupRefusal,
  fingerprintOf,
  writeBackup,
  type BackupHeader,
  type BackupRecord,
  type TableRecord,
  type Totals,
} from './file.ts'

/** Of the job queue's tables those that hold more than figures of its own. */
const QUEUE_TABLES = ['queue', 'schedule', 'subscription', 'job', 'job_dependency']

type BackupPlan = {
  file: string
  /** Of the installation: the back-up keeps its fingerprint. */
  secretKey: string
  at: Date
  signal?: AbortSignal
  report: (sentence: string) => void
}

/**
 * Writes everything that the installation keeps into one file, as it stood at one moment, while everybody works on. Who
 * may sign in to PostgreSQL and with what password is not in it: that is of the server it came from.
 */
export async function backUp(ownerUrl: string, plan: BackupPlan): Promise<Totals & { bytes: number }> {
  return asOwner(ownerUrl, async (owner) => {
    if (!(await isNarthex(owner)))
      throw new BackupRefusal('The database of DATABASE_URL is none of Narthex: there is nothing to back up.')
    await openToBackup(owner)
    await beginSnapshot(owner)
    await refuseUnseen(owner)
    const tables = await listTables(owner)
    await owner.query(`lock table ${tables.map(nameOf).join(', ')} in access share mode`)
    const others = await otherTables(owner)
    if (others.length > 0) plan.report(`Left out, because they are none of Narthex: ${others.join(', ')}.`)
    const header: BackupHeader = {
      madeAt: plan.at.toISOString(),
      migrations: await appliedMigrations(owner),
      queueVersion: await queueVersion(owner),
      keyFingerprint: fingerprintOf(plan.secretKey),
    }
    return writeBackup(plan.file, header, recordsOf(owner, tables), plan.signal)
  })
}

/** What a transaction needs that reads or writes everything, however long that takes. */
export const WITHOUT_HASTE = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local ${BACKUP_SETTING} = 'on';
  select set_config('transaction_timeout', '0', true) where current_setting('server_version_num')::int >= 170000`

/** Every statement of it sees the database as the first one did. */
async function beginSnapshot(owner: pg.Client): Promise<void> {
  await owner.query(`begin isolation level repeatable read, read only; ${WITHOUT_HASTE}`)
}

export const nameOf = ({ schema, table }: Pick<TableRecord, 'schema' | 'table'>): string => `"${schema}"."${table}"`

/** Every table of ours has row-level security forced; the queue's are known by name. Columns that follow from others follow again. */
export async function listTables(owner: pg.Client): Promise<TableRecord[]> {
  const { rows } = await owner.query<TableRecord>(
    `select n.nspname as schema, c.relname as table, (
        select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and ((n.nspname = 'public' and c.relforcerowsecurity) or (n.nspname = $1 and c.relname = any ($2)))
     order by n.nspname = $1, array_position($2, c.relname::text), c.relname`,
    [JOB_SCHEMA, QUEUE_TABLES],
  )
  return rows
}

async function otherTables(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition and not c.relforcerowsecurity and c.relname <> 'migration'`,
  )
  return rows.map(({ name }) => name)
}

/** What row-level security hides would be missing without a word. */
async function refuseUnseen(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and row_security_active(c.oid) and not exists (
         select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup'
           and p.polroles = array[(select oid from pg_roles where rolname = current_user)]) limit 1`,
  )
  if (rows[0])
    throw new BackupRefusal(
      `The role of DATABASE_URL does not see all of ${rows[0].name}: back up as the role that owns the tables.`,
    )
}

export async function queueVersion(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ version: number }>(`select version from ${JOB_SCHEMA}.version`)
  return rows[0]?.version ?? 0
}

async function* recordsOf(owner: pg.Client, tables: TableRecord[]): AsyncGenerator<BackupRecord> {
  let total = 0
  for (const table of tables) {
    yield { kind: 'table', ...table }
    const columns = table.columns.map((column) => `"${column}"`).join(', ')
    const copy = copyOut(owner, `copy (select ${columns} from ${nameOf(table)}) to stdout`)
    let step = await copy.next()
    for (; !step.done; step = await copy.next()) yield { kind: 'rows', bytes: step.value }
    yield { kind: 'end of table', rows: step.value }
    total += step.value
  }
  yield { kind: 'end', tables: tables.length, rows: total }
}
