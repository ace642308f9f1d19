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

export async function isKnown(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from people_act where id = ${id}::uuid`.execute(tx)
  return rows.length > 0
}

/** Which of these people sign in as staff. */
export async function selectStaff(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select person_id as id from account where removed_at is null and person_id = any (${ids}::uuid[])`.execute(tx)
  return rows.map((row) => row.id)
}
