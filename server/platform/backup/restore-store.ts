import type pg from 'pg'
import { openToBackup } from '../database/backup-policies.ts'
import { appliedMigrations, isNarthex, migrate, migrationNames } from '../database/migrate.ts'
import { asOwner, inOwnersTransaction, inTurn } from '../database/owner.ts'
import { APP_ROLE } from '../database/roles.ts'
import { JOB_SCHEMA } from '../database/job-tables.ts'
import { takeUpRestored } from '../jobs/job-store.ts'
import type { Queue } from '../jobs/jobs.ts'
import { audit, faultsOf, IN_MOTION } from './audit-store.ts'
import { listTables, nameOf, queueVersion, WITHOUT_HASTE } from './backup-store.ts'
import { copyIn, type CopyIn } from './copy-store.ts'
import {
  BackupRefusal,
  fingerprintOf,
  readHeader,
  readRecords,
  verifyBackup,
  type BackupHeader,
  type BackupRecord,
  type TableRecord,
  type Totals,
} from './file.ts'

type RestorePlan = {
  file: string
  secretKey: string
  /** Of this version: some want to know that their jobs come from a back-up. */
  queues: Queue[]
}

type Restored = Totals & {
  header: BackupHeader
  /** The installation's SECRET_KEY is the one of the back-up. */
  sameKey: boolean
  /** What of the audits does not hold; in the back-up it did not hold either. */
  faults: string[]
}

/**
 * Fills an empty database from a back-up: the schema as it was then, all rows in one transaction, the rest of the
 * migrations, the audits. What ends before its end leaves the database as empty as it was.
 */
export async function restore(ownerUrl: string, { file, secretKey, queues }: RestorePlan): Promise<Restored> {
  const header = await readHeader(file)
  await refuseNewer(file, header)
  const totals = await verifyBackup(file)
  await asOwner(ownerUrl, (owner) => refuseFilled(owner, header))
  await migrate(ownerUrl, { names: header.migrations })
  await asOwner(ownerUrl, (owner) => inTurn(owner, () => load(owner, { file, header, queues })))
  await migrate(ownerUrl)
  const faults = await asOwner(ownerUrl, auditAll)
  return { ...totals, header, sameKey: header.keyFingerprint === fingerprintOf(secretKey), faults }
}

async function refuseNewer(file: string, { migrations }: BackupHeader): Promise<void> {
  const known = new Set(await migrationNames())
  if (migrations.every((name) => known.has(name))) return
  throw new BackupRefusal(
    `${file} was made by a newer Narthex, which knows ${migrations.find((name) => !known.has(name))}: restore it with that version.`,
  )
}

const NOT_EMPTY = 'Restore into a new, empty database: nothing that is there is ever written over.'

async function refuseFilled(owner: pg.Client, { migrations }: BackupHeader): Promise<void> {
  if (!(await isNarthex(owner))) {
    const { rowCount } = await owner.query(
      `select from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
    )
    if (rowCount) throw new BackupRefusal(`The database holds tables that are none of Narthex. ${NOT_EMPTY}`)
    return
  }
  const { rowCount: inUse } = await owner.query(
    'select from pg_stat_activity where usename = $1 and datname = current_database() limit 1',
    [APP_ROLE],
  )
  if (inUse) throw new BackupRefusal('A Narthex is running on the database: stop it first.')
  if (!(await appliedMigrations(owner)).every((name) => migrations.includes(name)))
    throw new BackupRefusal(`A newer Narthex than that of the back-up has been on the database. ${NOT_EMPTY}`)
  await openToBackup(owner)
  await inOwnersTransaction(owner, () => refuseRows(owner))
}

async function refuseRows(owner: pg.Client): Promise<void> {
  await owner.query(WITHOUT_HASTE)
  for (const table of ['church', 'operator', 'signup']) {
    const { rowCount } = await owner.query(`select from pg_class where oid = to_regclass($1)`, [`public.${table}`])
    if (!rowCount) continue
    if ((await owner.query(`select from public.${table} limit 1`)).rowCount)
      throw new BackupRefusal(`The database is not empty: it has rows of ${table}. ${NOT_EMPTY}`)
  }
}

type Loading = Pick<RestorePlan, 'file' | 'queues'> & { header: BackupHeader }

/** Keys between tables are made anew after the rows: that checks every one of them, and the order of tables is free. */
async function load(owner: pg.Client, { file, header, queues }: Loading): Promise<void> {
  await owner.query(WITHOUT_HASTE)
  // Whoever started on it in the meantime waits for us, and whoever was there before us is seen here.
  await refuseRows(owner)
  const tables = await listTables(owner)
  const ours = tables.filter(({ schema }) => schema === 'public').map(nameOf)
  const keys = await dropKeys(owner)
  for (const table of ours)
    await owner.query(`alter table ${table} no force row level security; alter table ${table} disable trigger user`)
  await owner.query(`truncate ${tables.map(nameOf).join(', ')}`)
  await loadRows(owner, file, { tables, header })
  await takeUpRestored(owner, queues)
  for (const { table, name, definition } of keys)
    await owner.query(`alter table ${table} add constraint "${name}" ${definition}`)
  for (const table of ours)
    await owner.query(`alter table ${table} enable trigger user; alter table ${table} force row level security`)
  await owner.query(`analyze ${tables.map(nameOf).join(', ')}`)
}

type Key = { table: string; name: string; definition: string }

async function dropKeys(owner: pg.Client): Promise<Key[]> {
  const { rows: keys } = await owner.query<Key>(
    `select k.conrelid::regclass::text as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`,
  )
  for (const { table, name } of keys) await owner.query(`alter table ${table} drop constraint "${name}"`)
  return keys
}

type Target = { tables: TableRecord[]; header: BackupHeader }

async function loadRows(owner: pg.Client, file: string, target: Target): Promise<void> {
  const missing = new Set(target.tables.map(nameOf))
  let copy: CopyIn | null = null
  let last: BackupRecord | null = null
  for await (const record of readRecords(file)) {
    last = record
    if (record.kind === 'table') {
      await refuseUnknown(owner, record, target)
      missing.delete(nameOf(record))
      const columns = record.columns.map((column) => `"${column}"`).join(', ')
      copy = await copyIn(owner, `copy ${nameOf(record)} (${columns}) from stdin`)
    } else if (record.kind === 'rows') await copy?.write(record.bytes)
    else if (record.kind === 'end of table' && (await copy?.end()) !== record.rows)
      throw new BackupRefusal('The database took another number of rows than the back-up holds.')
  }
  if (last?.kind !== 'end') throw new BackupRefusal(`${file} is cut short or damaged.`)
  if (missing.size > 0) throw new BackupRefusal(`${file} does not hold ${[...missing].join(', ')}.`)
}

async function refuseUnknown(owner: pg.Client, record: TableRecord, { tables, header }: Target): Promise<void> {
  const there = tables.find((table) => nameOf(table) === nameOf(record))
  if (there && record.columns.every((column) => there.columns.includes(column))) return
  const versions =
    record.schema === JOB_SCHEMA
      ? ` (its job queue has version ${header.queueVersion}, ours ${await queueVersion(owner)})`
      : ''
  throw new BackupRefusal(
    `${nameOf(record)} looks otherwise in the back-up${versions}: restore it with the Narthex that made it, then upgrade.`,
  )
}

async function auditAll(owner: pg.Client): Promise<string[]> {
  return inOwnersTransaction(owner, async () => {
    await owner.query(WITHOUT_HASTE)
    const audited = await audit(async (statement) => (await owner.query(statement)).rows as Record<string, unknown>[])
    return faultsOf(Object.fromEntries(Object.entries(audited).filter(([name]) => !IN_MOTION.includes(name))))
  })
}
