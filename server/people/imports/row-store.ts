import { sql, type RawBuilder } from 'kysely'
import { subjectOf, type ImportOutcome, type ImportReason, type ImportSubject } from '#contract/people/imports.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import type { CheckedPerson, RowNote } from '../import-rows/checked-person.ts'
import type { ReadRow } from '../import-rows/read-table.ts'

export type StoredRow = {
  position: number
  outcome: ImportOutcome
  person: CheckedPerson | null
  personId: string | null
  changes: string[]
  notes: RowNote[]
}

export async function insertRows(
  tx: Tx,
  { tenantId, importId, rows }: { tenantId: TenantId; importId: string; rows: readonly ReadRow[] },
): Promise<void> {
  await sql`
    insert into people_import_row (tenant_id, import_id, position, cells)
    select ${tenantId}, ${importId}, r.position, r.cells::jsonb
    from unnest(${rows.map(({ position }) => position)}::integer[], ${rows.map(({ cells }) => cells)}::text[])
      r (position, cells)`.execute(tx)
}

export type RowFilter = {
  importId: string
  outcome?: ImportOutcome | undefined
  noted?: boolean
  about?: ImportSubject | undefined
}

const matching = ({ importId, outcome, noted, about }: RowFilter) => sql`
  import_id = ${importId} ${outcome ? sql`and outcome = ${outcome}` : sql``} ${noted ? sql`and notes <> '[]'` : sql``}
  ${about ? sql`and ${isAbout(about)}` : sql``}`

/** `subjectOf` as the database reads it. */
const SUBJECTS = JSON.stringify(subjectOf)

const isAbout = (about: ImportSubject): RawBuilder<unknown> => {
  const reasons = (Object.keys(subjectOf) as ImportReason[]).filter((reason) => subjectOf[reason] === about)
  return sql`exists (select from jsonb_array_elements(notes) n where n ->> 'reason' = any (${reasons}::text[]))`
}

export type NotedRows = { about: ImportSubject; isLeftOut: boolean; rows: number }

/** What is noted of how many rows: those that come, and those that are left out. */
export async function countNoted(tx: Tx, importId: string): Promise<NotedRows[]> {
  const { rows } = await sql<NotedRows>`
    select about, "isLeftOut", count(*)::integer as rows
    from (
      select distinct position, ${SUBJECTS}::jsonb ->> (n ->> 'reason') as about, outcome in ('skip', 'broken') as "isLeftOut"
      from people_import_row, jsonb_array_elements(notes) n
      where import_id = ${importId} and outcome is not null
    ) noted
    where about is not null
    group by about, "isLeftOut" order by rows desc, about, "isLeftOut"`.execute(tx)
  return rows
}

/** In the order of the file; one more than `limit`, if there is one. */
export async function selectRows(
  tx: Tx,
  filter: RowFilter,
  { after, limit }: { after: number; limit: number },
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select position, outcome, person, person_id as "personId", changes, notes from people_import_row
    where ${matching(filter)} and position > ${after}
    order by position limit ${limit + 1}`.execute(tx)
  return rows
}

export async function countRows(tx: Tx, filter: RowFilter): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::integer as rows from people_import_row where ${matching(filter)}`.execute(tx)
  return rows[0]?.rows ?? 0
}

export type ExportedRow = { cells: string[]; outcome: ImportOutcome; notes: RowNote[] }

/** Every row that matches as it was uploaded, in the order of the file: a query to page through. */
export const exportedRows = (filter: RowFilter) => sql<ExportedRow>`
  select cells, outcome, notes from people_import_row where ${matching(filter)} order by position`
