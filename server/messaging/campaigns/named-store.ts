import { sql, type RawBuilder } from 'kysely'
import { refusedAddresses } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Audience } from './audience.ts'
import { mentions, PREFIX_LETTERS, reachable } from './audience-store.ts'

/** Somebody of an audience; `times`: how often their number is in it. `total`: how many there are like them. */
export type Named = { name: string; phone: string | null; times: number; total: number }

type Part = { skip: number; limit: number }

/** Why somebody is not written to, or only once. */
type SkippedFor = 'without_number' | 'duplicates' | 'opted_out'

/** Those of an audience who have no number, whose number is in it more than once, or who refused; by name. */
export async function selectSkipped(
  tx: Tx,
  audience: Audience,
  why: SkippedFor,
  { skip, limit }: Part,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    with mention as (${mentions(audience)}), found as (${found(audience, why)})
    select name, address as phone, times, (count(*) over ())::integer as total from found
    order by name = '', name, address limit ${limit} offset ${skip}`.execute(tx)
  return rows
}

function found({ channel, topic }: Audience, why: SkippedFor): RawBuilder<unknown> {
  if (why === 'without_number') return sql`select name, address, 1 as times from mention where address is null`
  const refused = sql`exists (select from (${refusedAddresses(channel, topic)}) o where o.address = m.address)`
  return sql`
    select coalesce(string_agg(distinct m.name, ', ' order by m.name) filter (where m.name <> ''), '') as name, m.address,
      count(*)::integer as times
    from mention m where m.address is not null and ${why === 'opted_out' ? refused : sql`true`}
    group by m.address having ${why === 'duplicates' ? sql`count(*) > 1` : sql`true`}`
}

/** Those who are written to and whose numbers begin so, by name. */
export async function selectWithPrefixes(
  tx: Tx,
  audience: Audience,
  prefixes: readonly string[],
  { skip, limit }: Part,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select r.name, r.address as phone, 1 as times, (count(*) over ())::integer as total from (${reachable(audience)}) r
    where left(r.address, ${PREFIX_LETTERS}) = any (${prefixes}::text[])
    order by r.name = '', r.name, r.address limit ${limit} offset ${skip}`.execute(tx)
  return rows
}
