import { sql } from 'kysely'
import type { ImportPlan, importState } from '#contract/people/imports.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import type { z } from 'zod/mini'
import type { ReadColumn } from '../import-rows/read-table.ts'

export type ImportState = z.infer<typeof importState>

/** Of a failed import: what it was about. */
export type FailedStep = 'checking' | 'applying' | 'undoing'

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

export type NewImport = {
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

export type ImportKey = { at: string; id: string }

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
