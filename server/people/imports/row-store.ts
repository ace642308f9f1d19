import { sql, type RawBuilder } from 'kysely'
import { subjectOf, type ImportOutcome, type ImportReason, type ImportSubject } from '#contract/people/imports.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { CheckedPerson, RowNote } from './check-row.ts'
import type { ReadRow } from './read-table.ts'
import type { PersonFields } from '../persons/index.ts'
import type { RowKeys } from './decide-row.ts'
import { named, type NamedKey } from './known-store.ts'

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
    with written as (
    insert into people_import_row (tenant_id, import_id, position, cells)
    select ${tenantId}, ${importId}, r.position, r.cells::jsonb
    from unnest(${rows.map(({ position }) => position)}::integer[], ${rows.map(({ cells }) => cells)}::text[])
      r (position, cells) returning 1)
    select count(*) from written`.execute(tx)
}

type RowFilter = {
  importId: string
  outcome?: ImportOutcome | undefined
  noted?: boolean
  about?: ImportSubject | undefined
}

/** The rows of a filter. */
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

export type UncheckedRow = { position: number; cells: string[] }

export async function selectUnchecked(
  tx: Tx,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<UncheckedRow[]> {
  const { rows } = await sql<UncheckedRow>`
    select position, cells from people_import_row where import_id = ${importId} and position > ${after}
    order by position limit ${limit}`.execute(tx)
  return rows
}

type EarlierRow = { key: string; firstName: string; lastName: string }

/** Rows of one file with one number; more share it only by mistake. */
const TWINS_MOST = 5_000

/** Names of the rows of the file up to `until` that are taken and have one of these phones or marks. */
export async function selectEarlier(
  tx: Tx,
  importId: string,
  { phones, marks, until }: { phones: NamedKey[]; marks: NamedKey[]; until: number },
): Promise<EarlierRow[]> {
  const taken = (by: RawBuilder<unknown>, keys: NamedKey[]) => sql`
    select distinct r.key, r."firstName", r."lastName"
    from (select distinct key from ${named(keys)}) k cross join lateral (
      select k.key, person ->> 'firstName' as "firstName", person ->> 'lastName' as "lastName", name
      from people_import_row
      where import_id = ${importId} and position <= ${until} and outcome in ('add', 'update', 'same') and ${by} = k.key
      order by position limit ${TWINS_MOST}) r
    cross join lateral unnest(string_to_array(r.name || ' ', ' ')) w (word)
    where (r.key, w.word) in (select key, word from ${named(keys)})`
  const { rows } = await sql<EarlierRow>`
    ${taken(sql`phone`, phones)} union all ${taken(sql`mark`, marks)}`.execute(tx)
  return rows
}

/** Those of these people whom a row up to `until` is about already. */
export async function selectAlreadyMeant(
  tx: Tx,
  importId: string,
  { personIds, until }: { personIds: string[]; until: number },
): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select distinct person_id from people_import_row
    where import_id = ${importId} and person_id = any (${personIds}::uuid[]) and position <= ${until}
      and outcome in ('update', 'same')`.execute(tx)
  return rows.map((row) => row.person_id)
}

export type CheckedRecord = RowKeys & {
  position: number
  outcome: ImportOutcome
  notes: RowNote[]
  personId: string | null
  person: CheckedPerson
  changes: string[]
  /** Without marks and case. */
  name: string
}

export async function updateChecked(tx: Tx, importId: string, rows: readonly CheckedRecord[]): Promise<void> {
  await sql`
    update people_import_row r set outcome = c.outcome, notes = c.notes::jsonb, person_id = c.person_id,
      person = c.person::jsonb, phone = c.phone, mark = c.mark, name = c.name,
      changes = array(select jsonb_array_elements_text(c.changes::jsonb))
    from unnest(
      ${rows.map(({ position }) => position)}::integer[], ${rows.map(({ outcome }) => outcome)}::text[],
      ${rows.map(({ notes }) => JSON.stringify(notes))}::text[], ${rows.map(({ personId }) => personId)}::uuid[],
      ${rows.map(({ person }) => JSON.stringify(person))}::text[], ${rows.map(({ phone }) => phone)}::text[],
      ${rows.map(({ mark }) => mark)}::text[], ${rows.map(({ changes }) => JSON.stringify(changes))}::text[],
      ${rows.map(({ name }) => name)}::text[])
      c (position, outcome, notes, person_id, person, phone, mark, changes, name)
    where r.import_id = ${importId} and r.position = c.position`.execute(tx)
}

export type PlannedRow = {
  position: number
  outcome: 'add' | 'update'
  person: CheckedPerson
  personId: string | null
  notes: RowNote[]
}

export async function selectPlanned(
  tx: Tx,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`
    select position, outcome, person, person_id as "personId", notes from people_import_row
    where import_id = ${importId} and outcome in ('add', 'update') and position > ${after}
    order by position limit ${limit}`.execute(tx)
  return rows
}

/** Those of these people whom this import has written already. */
export async function selectWritten(tx: Tx, importId: string, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from people_import_row
    where import_id = ${importId} and person_id = any (${personIds}::uuid[]) and version is not null`.execute(tx)
  return rows.map((row) => row.person_id)
}

/** A person's fields before the import, and the groups that it brought. */
type Before = { fields: PersonFields; groups: string[] }

export type AppliedRecord = {
  position: number
  outcome: ImportOutcome
  notes: RowNote[]
  personId: string | null
  changes: string[]
  /** Null: added, or not written. */
  before: Before | null
  /** The groups that an added person was put into. */
  joined: string[]
  /** Null: not written. */
  version: number | null
}

export async function updateApplied(tx: Tx, importId: string, rows: readonly AppliedRecord[]): Promise<void> {
  await sql`
    update people_import_row r set outcome = c.outcome, notes = c.notes::jsonb, person_id = c.person_id,
      changes = array(select jsonb_array_elements_text(c.changes::jsonb)), before = c.before::jsonb, version = c.version,
      joined = array(select jsonb_array_elements_text(c.joined::jsonb)::uuid)
    from unnest(
      ${rows.map(({ position }) => position)}::integer[], ${rows.map(({ outcome }) => outcome)}::text[],
      ${rows.map(({ notes }) => JSON.stringify(notes))}::text[], ${rows.map(({ personId }) => personId)}::uuid[],
      ${rows.map(({ changes }) => JSON.stringify(changes))}::text[],
      ${rows.map(({ before }) => before && JSON.stringify(before))}::text[],
      ${rows.map(({ version }) => version)}::integer[], ${rows.map(({ joined }) => JSON.stringify(joined))}::text[])
      c (position, outcome, notes, person_id, changes, before, version, joined)
    where r.import_id = ${importId} and r.position = c.position`.execute(tx)
}

export type WrittenRow = {
  position: number
  personId: string
  before: Before | null
  joined: string[]
  version: number
}

/** Rows that wrote somebody. */
export async function selectWrittenRows(
  tx: Tx,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    select position, person_id as "personId", before, joined, version from people_import_row
    where import_id = ${importId} and version is not null and position > ${after}
    order by position limit ${limit}`.execute(tx)
  return rows
}

/** The rows no longer stand for anybody. */
export async function forgetPeopleOf(tx: Tx, importId: string, personIds: string[]): Promise<void> {
  await sql`
    update people_import_row set person_id = null, version = null
    where import_id = ${importId} and person_id = any (${personIds}::uuid[])`.execute(tx)
}
