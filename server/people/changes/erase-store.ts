import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

/** Who was merged into one of these people. */
export async function selectMergedInto(tx: Tx, ids: string[]): Promise<{ id: string; mergedInto: string }[]> {
  const { rows } = await sql<{ id: string; mergedInto: string }>`
    select id, merged_into as "mergedInto" from person where merged_into = any (${ids}::uuid[])`.execute(tx)
  return rows
}

/** Pictures of these people, and those that a merge replaced and keeps for its undoing. */
export async function selectPictures(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select picture_id as id from person where id = any (${ids}::uuid[]) and picture_id is not null
    union select (before ->> 'pictureId')::uuid from people_act_row
      where person_id = any (${ids}::uuid[]) and before ->> 'pictureId' is not null`.execute(tx)
  return rows.map((row) => row.id)
}

/** With words, groups, families and what acts keep of them. An invitation to the staff stays, for nobody in particular. */
export async function deletePersons(tx: Tx, ids: string[]): Promise<void> {
  await sql`update staff_invite set person_id = null where person_id = any (${ids}::uuid[])`.execute(tx)
  await sql`delete from person where id = any (${ids}::uuid[])`.execute(tx)
}

export async function deleteUnusedPictures(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from picture i where i.id = any (${ids}::uuid[])
      and not exists (select from person p where p.picture_id = i.id)`.execute(tx)
}

export async function selectFamiliesOf(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct family_id as id from family_member where person_id = any (${ids}::uuid[])`.execute(tx)
  return rows.map((row) => row.id)
}

/** Those of these families to whom nobody belongs. */
export async function deleteEmptyFamilies(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    delete from family f where f.id = any (${ids}::uuid[])
      and not exists (select from family_member m where m.family_id = f.id)`.execute(tx)
}
