import { sql, type RawBuilder } from 'kysely'
import type { PeopleSort, PersonKind, PersonDetail } from '#contract/people/persons.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refusesSms } from '../consent/index.ts'
import type { Search, SearchWord } from '../writing/index.ts'

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
  /** How many the list has in all, where that is counted already. */
  total: number | null
}

type FoundPerson = Pick<ListedPerson, 'id' | 'first_name' | 'last_name' | 'email' | 'phone'>

/**
 * The next people in the order asked for; the id decides among equals, so that each stands in one place. Everybody is read
 * in the list's own order; who was found is found first and then looked up.
 */
export async function selectPeople(tx: Tx, filter: PeopleFilter, page: PageOfPeople): Promise<ListedPerson[]> {
  const isSearch = filter.search !== 'everybody'
  const { rows } = await sql<ListedPerson>`
    select p.id, ${placeIn(isSearch ? 'l' : 'p', page.sort)}::text as place, p.first_name, p.last_name, p.email,
      p.phone, p.kind, p.joined_on::text, p.picture_id, p.confirmed, array(
        select g.name from group_member gm join people_group g on g.id = gm.group_id where gm.person_id = p.id order by g.name
      ) as groups,
      ${refusesSms} as sms_opted_out, ${isCounted(filter) ? counted(filter) : sql`null::integer`} as total
    from ${isSearch ? lookedUp(filter, page) : everybody(filter, page)}`.execute(tx)
  return rows
}

/** A page of `p` in the list's order, where nothing is searched for. */
function everybody(filter: PeopleFilter, { sort, after, limit }: PageOfPeople): RawBuilder<unknown> {
  return sql`person p where ${isListed(filter)} ${after ? sql`and ${isBehind('p', sort, after)}` : sql``}
    order by ${orderOf('p', sort)} limit ${rowsOf(limit)}`
}

/** The same of what was found: `l` is the page. */
function lookedUp(filter: PeopleFilter, { sort, after, limit }: PageOfPeople): RawBuilder<unknown> {
  return sql`(
      select m.id, m.place from (${placed(filter, placeOf(sort))}) m ${after ? sql`where ${isBehind('m', sort, after)}` : sql``}
      order by ${orderOf('m', sort)} limit ${rowsOf(limit)}
    ) l join person p on p.id = l.id order by ${orderOf('l', sort)}`
}

/** People themselves, or what has them with their place. */
type Placed = 'p' | 'l' | 'm'

const placeIn = (table: Placed, sort: PeopleSort): RawBuilder<unknown> =>
  table === 'p' ? sql.ref(`p.${placeOf(sort)}`) : sql.ref(`${table}.place`)

function isBehind(table: Placed, sort: PeopleSort, after: NonNullable<PageOfPeople['after']>): RawBuilder<unknown> {
  const from = placeOf(sort) === 'joined_on' ? sql`${after.place}::date` : sql`${after.place}::text`
  return sql`(${placeIn(table, sort)}, ${sql.ref(`${table}.id`)}) ${sort.startsWith('-') ? sql`<` : sql`>`} (${from}, ${after.id}::uuid)`
}

/**
 * PostgreSQL keeps a plan only where it knows how few rows are wanted; otherwise it plans anew each time. These are what pages
 * of the usual sizes ask for, with the row that tells whether there are more.
 */
function rowsOf(limit: number): RawBuilder<unknown> {
  if (limit === 11) return sql`11`
  if (limit === 26) return sql`26`
  if (limit === 51) return sql`51`
  if (limit === 101) return sql`101`
  return sql`${limit}`
}

/** How many people the list has in all. Everybody, and who has a phone, is counted already; the rest in an index. */
export async function countPeople(tx: Tx, filter: PeopleFilter): Promise<number> {
  const query = isCounted(filter)
    ? sql<{ people: number | null }>`select ${counted(filter)} as people`
    : sql<{ people: number | null }>`select count(*)::integer as people from (${placed(filter, 'sort_name')}) m`
  const { rows } = await query.execute(tx)
  return rows[0]?.people ?? 0
}

const sizes = { all: sql`people`, yes: sql`with_phone`, no: sql`people - with_phone` }

const counted = ({ phone }: PeopleFilter): RawBuilder<unknown> =>
  sql`(select ${sizes[phone ?? 'all']} from church_size)`

/** Whether how many people the list has stands in a row of its church. */
export const isCounted = (filter: PeopleFilter): boolean =>
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

type Fields =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'kind'
  | 'gender'
  | 'maritalStatus'
  | 'birthDay'
  | 'birthMonth'
  | 'birthYear'
  | 'address'
  | 'joinedOn'
/** `groups` are their names, split by semicolons. */
export type ExportedPerson = Pick<PersonDetail, Fields> & { groups: string }

/** Everybody who matches, in the list's order, as a query for `cursorPages`; with `ids` only these of them. */
export function exportedPeople(
  filter: PeopleFilter,
  { sort, ids }: { sort: PeopleSort; ids: string[] | null },
): RawBuilder<ExportedPerson> {
  return sql<ExportedPerson>`
    select p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone, p.kind, p.gender,
      p.marital_status as "maritalStatus", p.birth_day as "birthDay", p.birth_month as "birthMonth",
      p.birth_year as "birthYear", p.address, p.joined_on::text as "joinedOn", coalesce(g.names, '') as groups
    from (${placed(filter, placeOf(sort))}) m join person p on p.id = m.id
    left join (
      select gm.person_id, string_agg(pg.name, '; ' order by pg.name) as names
      from group_member gm join people_group pg on pg.id = gm.group_id
      ${ids ? sql`where gm.person_id = any (${ids}::uuid[])` : sql``} group by gm.person_id
    ) g on g.person_id = p.id
    ${ids ? sql`where m.id = any (${ids}::uuid[])` : sql``}
    order by ${orderOf('m', sort)}`
}

/** Which people a list shows. `everybody` is no search; a null search finds nobody. Null narrows nothing. */
export type PeopleFilter = {
  search: Search | null | 'everybody'
  kind: PersonKind | null
  group: GroupFilter | null
  gender: 'male' | 'female' | null
  /** Calendar days, both included. */
  joinedFrom: string | null
  joinedUntil: string | null
  phone: 'yes' | 'no' | null
  /** Only those whom nobody has confirmed yet. */
  unconfirmed: boolean
  /** The archived people instead of the others: no list holds both. */
  archived: boolean
}

/** A small group is looked up person by person; of a large one the members are hashed once. */
type GroupFilter = { id: string; isSmall: boolean }

const SMALL_GROUP = 2_000

/** Counts a group's members up to a few thousand, so that the planner, which knows nothing of a new church, need not guess. */
export async function groupFilter(tx: Tx, id: string): Promise<GroupFilter> {
  const { rows } = await sql<{ members: number }>`
    select count(*)::integer as members
    from (select from group_member gm where gm.group_id = ${id} limit ${SMALL_GROUP + 1}) few`.execute(tx)
  return { id, isSmall: (rows[0]?.members ?? 0) <= SMALL_GROUP }
}

/** The ids of everybody who matches, as a query of one column `id`: each person once, in no order. */
export function matching(filter: PeopleFilter): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`select m.id from (${placed(filter, 'sort_name')}) m`
}

/** The ids of so many of those who match. */
export async function selectMatching(tx: Tx, filter: PeopleFilter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${matching(filter)} limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Who matches, with what the list is ordered by: a query of `id` and `place`. */
function placed(filter: PeopleFilter, by: 'sort_name' | 'joined_on'): RawBuilder<unknown> {
  const { search, archived } = filter
  const place = sql.ref(`p.${by}`)
  if (search === null) return sql`select p.id, ${place} as place from person p where false`
  const conditions = ofPerson(filter)
  if (search === 'everybody') return sql`select p.id, ${place} as place from person p where ${isListed(filter)}`
  if (by === 'joined_on')
    return sql`
      select f.id, p.joined_on as place from (${found(search, archived)}) f join person p on p.id = f.id
      where true ${conditions} ${inGroup(filter, sql`f.id`)}`
  // The words hold the name already: who only looks for a name is not looked up in the table of people.
  const isLikeThat = narrowsPeople(filter)
    ? sql`and exists (select from person p where p.id = f.id ${conditions})`
    : sql``
  return sql`
    select f.id, f.sort_name as place from (${found(search, archived)}) f
    where true ${isLikeThat} ${inGroup(filter, sql`f.id`)}`
}

/** Whether a person `p` is one of a list that is not searched. */
const isListed = (filter: PeopleFilter): RawBuilder<unknown> =>
  sql`p.archived_at is ${filter.archived ? sql`not null` : sql`null`} ${ofPerson(filter)} ${inGroup(filter, sql`p.id`)}`

/** Whether the filter asks for anything that stands in the person's own row. */
const narrowsPeople = ({ kind, gender, joinedFrom, joinedUntil, phone, unconfirmed }: PeopleFilter): boolean =>
  unconfirmed || [kind, gender, joinedFrom, joinedUntil, phone].some((wanted) => wanted !== null)

function ofPerson({ kind, gender, joinedFrom, joinedUntil, phone, unconfirmed }: PeopleFilter): RawBuilder<unknown> {
  return sql.join(
    [
      kind ? sql`and p.kind = ${kind}` : sql``,
      gender ? sql`and p.gender = ${gender}` : sql``,
      joinedFrom ? sql`and p.joined_on >= ${joinedFrom}::date` : sql``,
      joinedUntil ? sql`and p.joined_on <= ${joinedUntil}::date` : sql``,
      unconfirmed ? sql`and not p.confirmed` : sql``,
      phone ? sql`and p.phone is ${phone === 'yes' ? sql`not null` : sql`null`}` : sql``,
    ],
    sql` `,
  )
}

/** `is true` keeps the planner from making a join of it, which it takes for cheap where it has no statistics. */
function inGroup({ group }: PeopleFilter, personId: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!group) return sql``
  const members = sql`select gm.person_id from group_member gm where gm.group_id = ${group.id}`
  return group.isSmall ? sql`and ${personId} = any (array(${members}))` : sql`and (${personId} in (${members})) is true`
}

type Walk = Extract<Search, { way: 'walk' }>

/** How many people each word finds, counted up to `most`; of the archived ones or of the others. */
export async function countHits(
  tx: Tx,
  words: SearchWord[],
  { most, archived }: { most: number; archived: boolean },
): Promise<number[]> {
  const counts = words.map(
    (word) =>
      sql`(select count(*)::integer from (select from person_term h where ${hit(word, archived)} limit ${most}) few)`,
  )
  const { rows } = await sql<{ hits: number[] }>`select array[${sql.join(counts)}] as hits`.execute(tx)
  return rows[0]?.hits ?? []
}

/** The people a search finds, each once, as a query of `id` and `sort_name`. */
function found(search: Search, archived: boolean): RawBuilder<unknown> {
  const each = search.way === 'walk' ? [isFound(search, archived)] : search.words.map((word) => hit(word, archived))
  return sql.join(
    each.map((condition) => sql`select h.person_id as id, h.sort_name from person_term h where ${condition}`),
    sql` intersect `,
  )
}

/** Whether a row `h` of person_term is the one by which a search finds its person. */
function isFound({ word, preFilter, others }: Walk, archived: boolean): RawBuilder<unknown> {
  const sifted = preFilter ? [passes(preFilter, archived)] : []
  return sql.join([hit(word, archived), ...sifted, ...others.map(hasToo)], sql` and `)
}

/** Each person once: a word that shares so many letters with an earlier one of the same person is left out. */
const hit = (word: SearchWord, archived: boolean): RawBuilder<unknown> =>
  sql`${begins('h', word, archived)} and h.shared < ${word.letters}`

/** The words of archived people stand apart in the index, so that they cost the others nothing. */
const begins = (table: 'h' | 'o', { from, to }: SearchWord, archived: boolean): RawBuilder<unknown> =>
  sql`${sql.ref(`${table}.archived`)} = ${archived ? sql`true` : sql`false`}
    and ${sql.ref(`${table}.term`)} >= ${from} and ${sql.ref(`${table}.term`)} < ${to}`

/** `is true` keeps the planner from making a join of it: then the hits are hashed once, whatever it believes of them. */
const passes = (preFilter: SearchWord, archived: boolean): RawBuilder<unknown> =>
  sql`(h.person_id in (select o.person_id from person_term o where ${begins('o', preFilter, archived)})) is true`

/** `offset 0` and the empty text keep the planner to one way: a look at the few words of this person. */
const hasToo = ({ from }: SearchWord): RawBuilder<unknown> =>
  sql`exists (select from person_term o where o.person_id = h.person_id and starts_with(o.term || '', ${from}) offset 0)`

/** The column that a list is ordered by. */
export const placeOf = (sort: PeopleSort): 'sort_name' | 'joined_on' =>
  sort === 'name' || sort === '-name' ? 'sort_name' : 'joined_on'

/** The order of a list; the id decides among equals. */
function orderOf(table: Placed, sort: PeopleSort): RawBuilder<unknown> {
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  return sql`${placeIn(table, sort)} ${way}, ${sql.ref(`${table}.id`)} ${way}`
}
