import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { ActKind } from '../record/act.ts'

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
export type UndoableAct = {
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
