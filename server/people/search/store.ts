import { sql } from 'kysely'
import type { PeopleSort, PersonKind } from '#contract/people/persons.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { narrowsPeople, placed, type PeopleFilter } from './filter-store.ts'
import { found, isFound } from './hits-store.ts'
import { orderOf, placeOf } from './order-store.ts'
import type { Search } from './search-words.ts'

/** The rows behind a person's place in the list; null: from the first. `place` is the name or day ordered by. */
export type PageOfPeople = { sort: PeopleSort; after: { place: string; id: string } | null; limit: number }

export type ListedPerson = {
  id: string
  place: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  kind: PersonKind
  joined_on: string
  confirmed: boolean
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

/** The next people in the order asked for; the id decides among equals, so that each stands in one place. */
export async function selectPeople(tx: Tx, filter: PeopleFilter, page: PageOfPeople): Promise<ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    with listed as (${pageOf(filter, page)})
    select p.id, l.place::text, p.first_name, p.last_name, p.email, p.phone, p.kind, p.joined_on::text, p.picture_id, p.confirmed,
      array(
        select g.name from group_member gm join people_group g on g.id = gm.group_id where gm.person_id = p.id order by g.name
      ) as groups,
      exists (select from opt_out o where o.channel = 'sms' and o.address = p.phone) as sms_opted_out
    from listed l join person p on p.id = l.id
    order by ${orderOf('l', page.sort)}`.execute(tx)
  return rows
}

/** The ids and places of a page of people, as a query. */
function pageOf(filter: PeopleFilter, { sort, after, limit }: PageOfPeople) {
  const by = placeOf(sort)
  const place = after && (by === 'joined_on' ? sql`${after.place}::date` : sql`${after.place}::text`)
  const behind = after
    ? sql`where (m.place, m.id) ${sort.startsWith('-') ? sql`<` : sql`>`} (${place}, ${after.id}::uuid)`
    : sql``
  return sql`select m.id, m.place from (${placed(filter, by)}) m ${behind} order by ${orderOf('m', sort)} limit ${limit}`
}

/** How many people the list has in all. Everybody, and who has a phone, is counted already; the rest in an index. */
export async function countPeople(tx: Tx, filter: PeopleFilter): Promise<number> {
  const query = isCounted(filter)
    ? sql<{ people: number }>`select ${counted[filter.phone ?? 'all']} as people from church_size`
    : sql<{ people: number }>`select count(*)::integer as people from (${placed(filter, 'sort_name')}) m`
  const { rows } = await query.execute(tx)
  return rows[0]?.people ?? 0
}

const counted = { all: sql`people`, yes: sql`with_phone`, no: sql`people - with_phone` }

const isCounted = (filter: PeopleFilter): boolean =>
  filter.search === 'everybody' &&
  filter.group === null &&
  !filter.archived &&
  !narrowsPeople({ ...filter, phone: null })

/** The closest first: of the walked word, hits equal to it, then those that go on, each in the order of names. */
export async function selectClosest(tx: Tx, search: Search, limit: number): Promise<FoundPerson[]> {
  const closest =
    search.way === 'walk'
      ? sql`select h.term, h.sort_name, h.person_id as id from person_term h where ${isFound(search, false)}`
      : sql`select '' as term, f.sort_name, f.id from (${found(search, false)}) f`
  const { rows } = await sql<FoundPerson>`
    with closest as (select c.* from (${closest}) c order by c.term, c.sort_name, c.id limit ${limit})
    select p.id, p.first_name, p.last_name, p.email, p.phone
    from closest c join person p on p.id = c.id
    order by c.term, c.sort_name, c.id`.execute(tx)
  return rows
}
