import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

/** Who in the church has this number; `isOwn`: the person who asks. */
type KnownPhone = { firstName: string; isOwn: boolean }

/** Null: nobody in the church has this number. */
export async function selectKnownPhone(tx: Tx, phone: string, personId: string): Promise<KnownPhone | null> {
  const { rows } = await sql<KnownPhone>`
    select first_name as "firstName", id = ${personId} as "isOwn" from person
    where phone = ${phone} and archived_at is null
    order by id = ${personId} desc, created_at, id limit 1`.execute(tx)
  return rows[0] ?? null
}
