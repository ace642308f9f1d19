import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { ActKind } from './act.ts'

export type NewAct = {
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
