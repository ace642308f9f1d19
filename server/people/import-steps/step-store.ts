import { sql } from 'kysely'
import type { ImportOutcome } from '#contract/people/imports.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

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
