import { sql } from 'kysely'
import type { ImportPlan, importState, ImportOutcome } from '#contract/people/imports.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { z } from 'zod/mini'
import type { ReadColumn } from './read-table.ts'

type ImportState = z.infer<typeof importState>

/** Of a failed import: what it was about. */
type FailedStep = 'checking' | 'applying' | 'undoing'

export type StoredImport = {
  id: string
  fileName: string
  uploader: string
  uploadedAt: Date
  columns: ReadColumn[]
  rows: number
  plan: ImportPlan | null
  state: ImportState
  failedStep: FailedStep | null
  step: number
  done: number
  donePosition: number
  toAdd: number
  toUpdate: number
  unchanged: number
  skipped: number
  broken: number
  added: number
  appliedAt: Date | null
  undoneAt: Date | null
  kept: number
  forgottenAt: Date | null
}

/** By name as long as they are there; then by the address that they had. */
const nameOfUploader = sql`(
  select trim(p.first_name || ' ' || p.last_name) from account a join person p on p.id = a.person_id where a.id = uploaded_by)`

const head = sql`
  id, file_name as "fileName", coalesce(${nameOfUploader}, uploader) as uploader, uploaded_at as "uploadedAt", columns, rows, plan, state,
  failed_step as "failedStep", step, done,
  done_position as "donePosition", to_add as "toAdd", to_update as "toUpdate", unchanged, skipped, broken, added,
  applied_at as "appliedAt", undone_at as "undoneAt", kept, forgotten_at as "forgottenAt"`

type NewImport = {
  tenantId: TenantId
  id: string
  fileName: string
  uploadedBy: string
  uploader: string
  columns: ReadColumn[]
  rows: number
  at: Date
}

export async function insertImport(tx: Tx, file: NewImport): Promise<void> {
  await sql`
    insert into people_import (tenant_id, id, file_name, uploaded_by, uploader, uploaded_at, columns, rows)
    values (${file.tenantId}, ${file.id}, ${file.fileName}, ${file.uploadedBy}, ${file.uploader}, ${file.at},
      ${JSON.stringify(file.columns)}::jsonb, ${file.rows})`.execute(tx)
}

export async function selectImport(tx: Tx, id: string): Promise<StoredImport | null> {
  const { rows } = await sql<StoredImport>`select ${head} from people_import where id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Held until the transaction ends: one at a time decides about an import or takes its next rows. */
export async function lockImport(tx: Tx, id: string): Promise<StoredImport | null> {
  const { rows } = await sql<StoredImport>`
    select ${head} from people_import where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

type ImportKey = { at: string; id: string }

/** Newest first; one more than `limit`, if there is one. */
export async function selectImports(
  tx: Tx,
  { after, limit }: { after: ImportKey | null; limit: number },
): Promise<(StoredImport & { key: string })[]> {
  const behind = after ? sql`where (uploaded_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<StoredImport & { key: string }>`
    select ${head}, uploaded_at::text as key from people_import ${behind}
    order by uploaded_at desc, id desc limit ${limit + 1}`.execute(tx)
  return rows
}

export async function countImports(tx: Tx): Promise<number> {
  const { rows } = await sql<{ imports: number }>`select count(*)::integer as imports from people_import`.execute(tx)
  return rows[0]?.imports ?? 0
}

/** Begins the dry run with a plan, also anew. */
export async function beginChecking(tx: Tx, id: string, plan: ImportPlan): Promise<void> {
  await sql`
    update people_import set state = 'checking', failed_step = null, plan = ${JSON.stringify(plan)}::jsonb, step = step + 1, done = 0,
      done_position = 0, failures = 0, to_add = 0, to_update = 0, unchanged = 0, skipped = 0, broken = 0
    where id = ${id}`.execute(tx)
}

/** After a failure it goes on where it stopped. Nobody maps columns any more: their samples are let go. */
export async function beginApplying(tx: Tx, id: string, { by, at }: { by: string; at: Date }): Promise<void> {
  await sql`
    update people_import set state = 'applying', failed_step = null, step = step + 1, failures = 0,
      done = case when applied_at is null then 0 else done end,
      done_position = case when applied_at is null then 0 else done_position end,
      applied_at = coalesce(applied_at, ${at}), applied_by = ${by}, columns = without_samples(columns)
    where id = ${id}`.execute(tx)
}

/** After a failure of an undo it goes on where it stopped; who was set back already is not looked at again. */
export async function beginUndoing(tx: Tx, id: string): Promise<void> {
  await sql`
    update people_import set state = 'undoing', failed_step = null, step = step + 1, failures = 0,
      done = case when failed_step = 'undoing' then done else 0 end,
      done_position = case when failed_step = 'undoing' then done_position else 0 end,
      kept = case when failed_step = 'undoing' then kept else 0 end
    where id = ${id}`.execute(tx)
}

export async function deleteImport(tx: Tx, id: string): Promise<void> {
  await sql`delete from people_import where id = ${id}`.execute(tx)
}

/** The import at work, held by this transaction, and what its rows are read by. `today` is the church's day. */
export type StepBatch = {
  tenantId: TenantId
  file: StoredImport
  plan: ImportPlan
  isoCode: string
  today: string
  at: Date
}

/** Where the church is: its phones and days. */
export async function selectPlace(tx: Tx): Promise<{ isoCode: string; timeZone: string }> {
  const { rows } = await sql<{ isoCode: string; timeZone: string }>`
    select iso_code as "isoCode", time_zone as "timeZone" from church`.execute(tx)
  return rows[0] ?? { isoCode: '', timeZone: 'UTC' }
}

/** One more failure of a step; true when there have been so many that it is given up. */
export async function noteFailure(
  tx: Tx,
  { importId, step, most }: { importId: string; step: number; most: number },
): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    update people_import
    set failures = failures + 1,
      state = case when failures + 1 >= ${most} then 'failed' else state end,
      failed_step = case when failures + 1 >= ${most} then state end
    where id = ${importId} and step = ${step} and state in ('checking', 'applying', 'undoing')
    returning state`.execute(tx)
  return rows[0]?.state === 'failed'
}

/** By how many rows each figure grows. */
export type Growth = Partial<Record<ImportOutcome | 'added' | 'kept', number>>

/** Keeps how far a step has come. */
export async function noteDone(
  tx: Tx,
  importId: string,
  { rows, last, growth }: { rows: number; last: number; growth: Growth },
): Promise<void> {
  const { add = 0, update = 0, same = 0, skip = 0, broken = 0, added = 0, kept = 0 } = growth
  await sql`
    update people_import set done = done + ${rows}, done_position = ${last}, failures = 0,
      to_add = to_add + ${add}, to_update = to_update + ${update}, unchanged = unchanged + ${same},
      skipped = skipped + ${skip}, broken = broken + ${broken}, added = added + ${added}, kept = kept + ${kept}
    where id = ${importId}`.execute(tx)
}

export async function endStep(
  tx: Tx,
  importId: string,
  { state, at }: { state: 'checked' | 'applied' | 'undone'; at: Date },
): Promise<void> {
  const undone = state === 'undone' ? sql`, undone_at = ${at}` : sql``
  await sql`update people_import set state = ${state}, done = rows ${undone} where id = ${importId}`.execute(tx)
}

/** Imports in the middle of a step, of every church. */
export async function selectRunning(tx: Tx): Promise<{ tenantId: TenantId; importId: string; step: number }[]> {
  const { rows } = await sql<{ tenantId: string; importId: string; step: number }>`
    select tenant_id as "tenantId", import_id as "importId", step from find_running_imports()`.execute(tx)
  return rows
}

export async function selectChurchesWithOldImports(tx: Tx, before: Date): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: string }>`select tenant_id from find_old_imports(${before})`.execute(tx)
  return rows.map((row) => row.tenant_id)
}

/** Forgets this church's uploads that nobody applied, and the rows of those that can no longer be undone. */
export async function forgetRows(tx: Tx, { before, at }: { before: Date; at: Date }): Promise<void> {
  await sql`
    delete from people_import where uploaded_at < ${before} and applied_at is null and state <> 'checking'`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    update people_import set forgotten_at = ${at}, columns = without_samples(columns)
    where forgotten_at is null and applied_at < ${before} and state not in ('applying', 'undoing')
    returning id`.execute(tx)
  await sql`delete from people_import_row where import_id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
}

/** Two files of one church that bring the same people are written one after the other. */
export async function takeTurnInChurch(tx: Tx, tenantId: TenantId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`people-import ${tenantId}`}, 0))`.execute(tx)
}

/** Remembers the groups that an import made. */
export async function noteMadeGroups(tx: Tx, importId: string, groupIds: string[]): Promise<void> {
  await sql`
    update people_import set made_groups = made_groups || ${groupIds}::uuid[] where id = ${importId}`.execute(tx)
}

export async function selectMadeGroups(tx: Tx, importId: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select made_groups as ids from people_import where id = ${importId}`.execute(tx)
  return rows[0]?.ids ?? []
}
