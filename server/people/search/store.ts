import { sql, type RawBuilder } from 'kysely'
import type { PersonKind } from '#contract/people/persons.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { found, isFound } from './hits-store.ts'
import type { Search } from './search-words.ts'

/** Which people a list shows. `everybody` is no search; a null search finds nobody. */
export type PeopleFilter = { search: Search | null | 'everybody'; kind: PersonKind | null; groupId: string | null }

/** The rows behind a person's place in the order of names; null: from the first. */
export type PageOfNames = { after: { name: string; id: string } | null; limit: number }

export type ListedPerson = {
  id: string
  sort_name: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  kind: PersonKind
  joined_on: string
  groups: string[]
  sms_opted_out: boolean
  picture_id: string | null
}

export type FoundPerson = {
  id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
}

/** The next people in the order of names. */
export async function selectPeople(
  tx: Tx,
  filter: PeopleFilter,
  { after, limit }: PageOfNames,
): Promise<ListedPerson[]> {
  const behind = after ? sql`where (m.sort_name, m.id) > (${after.name}, ${after.id}::uuid)` : sql``
  const { rows } = await sql<ListedPerson>`
    with listed as (
      select m.id, m.sort_name from (${matching(filter)}) m ${behind} order by m.sort_name, m.id limit ${limit}
    )
    select p.id, l.sort_name, p.first_name, p.last_name, p.email, p.phone, p.kind, p.joined_on::text, p.picture_id,
      array(
        select g.name from group_member gm join people_group g on g.id = gm.group_id where gm.person_id = p.id order by g.name
      ) as groups,
      exists (select from opt_out o where o.channel = 'sms' and o.address = p.phone) as sms_opted_out
    from listed l join person p on p.id = l.id
    order by l.sort_name, l.id`.execute(tx)
  return rows
}

/** How many people the list has in all. Everybody is counted already; the rest is counted in an index. */
export async function countPeople(tx: Tx, filter: PeopleFilter): Promise<number> {
  const unfiltered = filter.search === 'everybody' && filter.kind === null && filter.groupId === null
  const query = unfiltered
    ? sql<{ people: number }>`select people from church_size`
    : sql<{ people: number }>`select count(*)::integer as people from (${matching(filter)}) m`
  const { rows } = await query.execute(tx)
  return rows[0]?.people ?? 0
}

/** The closest first: of the walked word, hits equal to it, then those that go on, each in the order of names. */
export async function selectClosest(tx: Tx, search: Search, limit: number): Promise<FoundPerson[]> {
  if (search.way === 'intersect') return selectPeople(tx, { search, kind: null, groupId: null }, { after: null, limit })
  const { rows } = await sql<FoundPerson>`
    with closest as (
      select h.term, h.sort_name, h.person_id from person_term h where ${isFound(search)}
      order by h.term, h.sort_name, h.person_id limit ${limit}
    )
    select p.id, p.first_name, p.last_name, p.email, p.phone
    from closest c join person p on p.id = c.person_id
    order by c.term, c.sort_name, c.person_id`.execute(tx)
  return rows
}

function matching({ search, kind, groupId }: PeopleFilter): RawBuilder<unknown> {
  if (search === null) return sql`select p.id, p.sort_name from person p where false`
  const inGroup = groupId
    ? sql`and exists (select from group_member gm where gm.group_id = ${groupId} and gm.person_id = m.id)`
    : sql``
  if (search === 'everybody') {
    const ofKind = kind ? sql`and m.kind = ${kind}` : sql``
    return sql`select m.id, m.sort_name from person m where true ${ofKind} ${inGroup}`
  }
  const isOfKind = kind ? sql`and exists (select from person p where p.id = m.id and p.kind = ${kind})` : sql``
  return sql`select m.id, m.sort_name from (${found(search)}) m where true ${isOfKind} ${inGroup}`
}
