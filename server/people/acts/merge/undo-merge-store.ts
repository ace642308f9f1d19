import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** The picture of the one who was kept, and whom that one was merged into since; null: erased since. */
export async function selectKept(
  tx: Tx,
  id: string,
): Promise<{ pictureId: string | null; mergedInto: string | null } | null> {
  const { rows } = await sql<{ pictureId: string | null; mergedInto: string | null }>`
    select picture_id as "pictureId", merged_into as "mergedInto" from person where id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Whoever of `ids` still points where a merge has put them, to one of `from`, points to `to` again. */
export async function pointBack(
  tx: Tx,
  { ids, from, to }: { ids: string[]; from: string[]; to: string },
): Promise<void> {
  await sql`
    update person set merged_into = ${to} where id = any (${ids}::uuid[]) and merged_into = any (${from}::uuid[])
  `.execute(tx)
}
