import { sql, type RawBuilder } from 'kysely'
import type { PersonKind } from '#contract/people/persons.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { found } from './hits-store.ts'
import type { Search } from './search-words.ts'

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
export type GroupFilter = { id: string; isSmall: boolean }

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

/** Who matches, with what the list is ordered by: a query of `id` and `place`. */
export function placed(filter: PeopleFilter, by: 'sort_name' | 'joined_on'): RawBuilder<unknown> {
  const { search, archived } = filter
  const place = sql.ref(`p.${by}`)
  if (search === null) return sql`select p.id, ${place} as place from person p where false`
  const conditions = ofPerson(filter)
  if (search === 'everybody')
    return sql`
      select p.id, ${place} as place from person p
      where p.archived_at is ${archived ? sql`not null` : sql`null`} ${conditions} ${inGroup(filter, sql`p.id`)}`
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

/** Whether the filter asks for anything that stands in the person's own row. */
export const narrowsPeople = ({ kind, gender, joinedFrom, joinedUntil, phone, unconfirmed }: PeopleFilter): boolean =>
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
