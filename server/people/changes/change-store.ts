import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { ActKind } from './record.ts'

type NewAct = {
  tenantId: string
  id: string
  kind: ActKind
  about: string | null
  byAccount: string | null
  at: Date
  people: number
}

export async function insertAct(tx: Tx, act: NewAct): Promise<void> {
  await sql`
    insert into people_act (tenant_id, id, kind, about, by_account, at, people)
    values (${act.tenantId}, ${act.id}, ${act.kind}, ${act.about}, ${act.byAccount}, ${act.at}, ${act.people})`.execute(
    tx,
  )
}

/** One person of an act. */
export type ActRow = {
  personId: string
  /** What the act changes, as it was before; null: the act added the person. */
  before: object | null
  /** The person's version after the act; null: the act leaves the person itself. */
  version: number | null
}

export async function insertRows(
  tx: Tx,
  act: { tenantId: string; id: string },
  rows: readonly ActRow[],
): Promise<void> {
  await sql`
    insert into people_act_row (tenant_id, act_id, person_id, before, version)
    select ${act.tenantId}, ${act.id}, r.* from unnest(
      ${rows.map((row) => row.personId)}::uuid[],
      ${rows.map((row) => row.before && JSON.stringify(row.before))}::jsonb[],
      ${rows.map((row) => row.version)}::integer[]) r`.execute(tx)
}

/** The people of an act who are there still, in the order of ids. */
export async function selectRows<Before>(tx: Tx, actId: string): Promise<(ActRow & { before: Before })[]> {
  const { rows } = await sql<ActRow & { before: Before }>`
    select person_id as "personId", before, version from people_act_row
    where act_id = ${actId} order by person_id`.execute(tx)
  return rows
}

export type ClaimedAct = {
  id: string
  kind: Exclude<ActKind, 'import'>
  about: string | null
  /** How many it counted. */
  people: number
}

/** How many are as they were before, and how many were left as they are. */
export type Undone = { people: number; kept: number }

/** Takes an act to undo it: of several at the same moment one gets it. Null: unknown, undone already, or too old. */
export async function claimUndo(
  tx: Tx,
  { id, at, since }: { id: string; at: Date; since: Date },
): Promise<ClaimedAct | null> {
  const { rows } = await sql<ClaimedAct>`
    update people_act set undone_at = ${at}
    where id = ${id}::uuid and undone_at is null and not forgotten and at > ${since} and kind <> 'import'
    returning id, kind, about, people`.execute(tx)
  return rows[0] ?? null
}

/** What a list of acts shows of one. */
type UndoableAct = {
  id: string
  kind: Exclude<ActKind, 'import'>
  at: Date
  by: string | null
  people: number
  name: string | null
}

const UNDOABLE_MOST = 50

/** Acts since then that nobody has undone, the latest first. */
export async function selectUndoable(tx: Tx, since: Date): Promise<UndoableAct[]> {
  const { rows } = await sql<UndoableAct>`
    select a.id, a.kind, a.at, a.people, (
        select trim(p.first_name || ' ' || p.last_name) from account c join person p on p.id = c.person_id where c.id = a.by_account
      ) as by, (
        select trim(p.first_name || ' ' || p.last_name) from person p
        where a.people = 1 and p.id = (select r.person_id from people_act_row r
          where r.act_id = a.id and (a.kind <> 'merge' or r.before ? 'accounts') order by r.person_id limit 1)
      ) as name
    from people_act a
    where a.undone_at is null and not a.forgotten and a.at > ${since} and a.kind <> 'import'
    order by a.at desc, a.id desc limit ${UNDOABLE_MOST}`.execute(tx)
  return rows
}

export async function isKnown(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from people_act where id = ${id}::uuid`.execute(tx)
  return rows.length > 0
}

/** Until when acts are old; an import can be undone for longer. */
type Before = { acts: Date; imports: Date }

const isOld = ({ acts, imports }: Before): RawBuilder<unknown> => sql`
  not a.forgotten and a.at <= case a.kind when 'import' then ${imports}::timestamptz else ${acts}::timestamptz end`

export async function churchesWithOldActs(tx: Tx, { acts, imports }: Before): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from find_old_people_acts(${acts}, ${imports})`.execute(tx)
  return rows.map((row) => row.tenant_id)
}

/** Pictures that old merges replaced. */
export async function replacedPictures(tx: Tx, before: Before): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select (r.before ->> 'pictureId')::uuid as id
    from people_act a join people_act_row r on r.act_id = a.id
    where ${isOld(before)} and a.kind = 'merge' and r.before ->> 'pictureId' is not null`.execute(tx)
  return rows.map((row) => row.id)
}

export async function forgetRows(tx: Tx, before: Before): Promise<void> {
  await sql`
    with old as (update people_act a set forgotten = true where ${isOld(before)} returning a.id)
    delete from people_act_row r using old where r.act_id = old.id`.execute(tx)
}
