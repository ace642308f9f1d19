import { sql } from 'kysely'
import type { ImportOutcome } from '#contract/people/imports.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { CheckedPerson, RowNote } from './check-row.ts'
import type { PersonFields } from '../persons/check-person.ts'

/** Two files of one church that bring the same people are written one after the other. */
export async function takeTurnInChurch(tx: Tx, tenantId: TenantId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`people-import ${tenantId}`}, 0))`.execute(tx)
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
export type Before = { fields: PersonFields; groups: string[] }

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

/** Makes the groups of these names that the church does not have. Answers their ids. */
export async function insertGroups(tx: Tx, tenantId: TenantId, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into people_group (tenant_id, name)
    select ${tenantId}, name from unnest(${names}::text[]) name order by lower(name)
    on conflict (tenant_id, lower(name)) do nothing
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function noteMadeGroups(tx: Tx, importId: string, groupIds: string[]): Promise<void> {
  await sql`
    update people_import set made_groups = made_groups || ${groupIds}::uuid[] where id = ${importId}`.execute(tx)
}

/** Ids of groups by name as it was asked for; none of them can be removed before the transaction ends. */
export async function selectGroupIds(tx: Tx, names: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; id: string }>`
    select n.name, g.id from unnest(${names}::text[]) n (name) join people_group g on lower(g.name) = lower(n.name)
    order by g.id for key share of g`.execute(tx)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

export type Membership = { groupId: string; personId: string }

/** Puts people into groups; answers where somebody was not yet. */
export async function insertMemberships(tx: Tx, tenantId: TenantId, members: Membership[]): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    insert into group_member (tenant_id, group_id, person_id)
    select ${tenantId}, m.group_id, m.person_id
    from unnest(${members.map(({ groupId }) => groupId)}::uuid[], ${members.map(({ personId }) => personId)}::uuid[])
      m (group_id, person_id)
    on conflict do nothing
    returning group_id as "groupId", person_id as "personId"`.execute(tx)
  return rows
}
