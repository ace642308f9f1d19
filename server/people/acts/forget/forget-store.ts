import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** Until when acts are old; an import can be undone for longer. */
export type Before = { acts: Date; imports: Date }

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
