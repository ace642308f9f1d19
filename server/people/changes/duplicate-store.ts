import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import { SHARERS_MOST, type Sharer } from './similar-names.ts'

/** More people than this share a number or an address with somebody: the rest is looked at when these are merged. */
export const MOST_SHARERS = 100_000

const shared = { phone: sql`p.phone`, email: sql`lower(p.email)` }

// Each reads one table once: joined, a church that was just filled is taken for a small one, and everybody is compared
// with everybody.

/** People who share a phone or an address with somebody, together and by name. */
export async function selectSharers(tx: Tx, by: keyof typeof shared): Promise<Sharer[]> {
  const { rows } = await sql<Sharer>`
    select id, "firstName", "lastName", shared from (
      select p.id, p.first_name as "firstName", p.last_name as "lastName", p.sort_name, ${shared[by]} as shared,
        count(*) over (partition by ${shared[by]}) as sharers,
        row_number() over (partition by ${shared[by]} order by p.sort_name, p.id) as place
      from person p where p.archived_at is null and ${shared[by]} is not null
    ) p
    where sharers > 1 and place <= ${SHARERS_MOST} order by shared, sort_name, id limit ${MOST_SHARERS + 1}`.execute(tx)
  return rows
}

/** Names that several people have, whole names before single words and rare before common; `most` of them each. */
export async function selectNamesakes(tx: Tx, { limit, most }: { limit: number; most: number }): Promise<string[][]> {
  const { rows } = await sql<{ ids: string[] }>`
    select (array_agg(p.id::text order by p.joined_on, p.id))[1:${most}] as ids
    from person p where p.archived_at is null and p.sort_name <> ''
    group by p.sort_name having count(*) > 1
    order by position(' ' in p.sort_name) = 0, count(*), p.sort_name limit ${limit}`.execute(tx)
  return rows.map((row) => row.ids)
}

export type Duplicate = {
  id: string
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  joinedOn: string
}

export async function selectDuplicates(tx: Tx, ids: string[]): Promise<Duplicate[]> {
  const { rows } = await sql<Duplicate>`
    select id, first_name as "firstName", last_name as "lastName", email, phone, joined_on::text as "joinedOn"
    from person where id = any (${ids}::uuid[])`.execute(tx)
  return rows
}
