import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

/** What can be done to many people at once and undone. An import has an undo of its own. */
export type ChangeKind = 'archive' | 'restore' | 'add_to_group' | 'remove_from_group' | 'change_kind' | 'merge'

type NewChange = {
  tenantId: string
  id: string
  kind: ChangeKind
  about: string | null
  byAccount: string | null
  at: Date
  people: number
}

export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  await sql`
    insert into people_change (tenant_id, id, kind, about, by_account, at, people)
    values (${change.tenantId}, ${change.id}, ${change.kind}, ${change.about}, ${change.byAccount}, ${change.at}, ${change.people})`.execute(
    tx,
  )
}

/** One person of a change. */
export type ChangedPerson = {
  personId: string
  /** What was changed, as it was before. */
  before: object
  /** The person's version after it; null: the person itself was left as it was. */
  version: number | null
}

export async function insertRows(
  tx: Tx,
  change: { tenantId: string; id: string },
  rows: readonly ChangedPerson[],
): Promise<void> {
  await sql`
    insert into people_change_row (tenant_id, change_id, person_id, before, version)
    select ${change.tenantId}, ${change.id}, r.* from unnest(
      ${rows.map((row) => row.personId)}::uuid[],
      ${rows.map((row) => JSON.stringify(row.before))}::jsonb[],
      ${rows.map((row) => row.version)}::integer[]) r
    returning 1`.execute(tx)
}

/** The people of a change who are there still, in the order of ids. */
export async function selectRows<Before>(tx: Tx, changeId: string): Promise<(ChangedPerson & { before: Before })[]> {
  const { rows } = await sql<ChangedPerson & { before: Before }>`
    select person_id as "personId", before, version from people_change_row
    where change_id = ${changeId} order by person_id`.execute(tx)
  return rows
}

export type ClaimedChange = {
  id: string
  kind: ChangeKind
  about: string | null
  /** How many it counted. */
  people: number
}

/** Takes a change to undo it: of several at the same moment one gets it. Null: unknown, undone already, or too old. */
export async function claimUndo(
  tx: Tx,
  { id, at, since }: { id: string; at: Date; since: Date },
): Promise<ClaimedChange | null> {
  const { rows } = await sql<ClaimedChange>`
    update people_change set undone_at = ${at}
    where id = ${id}::uuid and undone_at is null and not forgotten and at > ${since}
    returning id, kind, about, people`.execute(tx)
  return rows[0] ?? null
}

/** What a list of changes shows of one. */
type UndoableChange = {
  id: string
  kind: ChangeKind
  at: Date
  by: string | null
  people: number
  name: string | null
}

const UNDOABLE_MOST = 50

/** Changes since then that nobody has undone, the latest first. */
export async function selectUndoable(tx: Tx, since: Date): Promise<UndoableChange[]> {
  const { rows } = await sql<UndoableChange>`
    select a.id, a.kind, a.at, a.people, (
        select trim(p.first_name || ' ' || p.last_name) from account c join person p on p.id = c.person_id where c.id = a.by_account
      ) as by, (
        select trim(p.first_name || ' ' || p.last_name) from person p
        where a.people = 1 and p.id = (select r.person_id from people_change_row r
          where r.change_id = a.id and (a.kind <> 'merge' or r.before ? 'accounts') order by r.person_id limit 1)
      ) as name
    from people_change a
    where a.undone_at is null and not a.forgotten and a.at > ${since}
    order by a.at desc, a.id desc limit ${UNDOABLE_MOST}`.execute(tx)
  return rows
}

export async function isKnown(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from people_change where id = ${id}::uuid`.execute(tx)
  return rows.length > 0
}

export async function churchesWithOldChanges(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from find_old_people_changes(${before})`.execute(tx)
  return rows.map((row) => row.tenant_id)
}

/** Forgets what people were before changes as old as that. Answers the pictures that merges among them replaced. */
export async function forgetRows(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with
      old as (update people_change c set forgotten = true where not c.forgotten and c.at <= ${before} returning c.id),
      gone as (delete from people_change_row r using old where r.change_id = old.id returning r.before ->> 'pictureId' as id)
    select id from gone where id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Pictures that a merge replaced and that are kept for these people, to undo it. */
export async function selectReplacedPictures(tx: Tx, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select (before ->> 'pictureId')::uuid as id from people_change_row
    where person_id = any (${personIds}::uuid[]) and before ->> 'pictureId' is not null`.execute(tx)
  return rows.map((row) => row.id)
}
