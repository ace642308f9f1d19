import { sql, type RawBuilder } from 'kysely'
import type { PeopleSort, PersonDetail } from '#contract/people/persons.ts'
import { placed, type PeopleFilter } from '../search/filter-store.ts'
import { orderOf, placeOf } from '../search/order-store.ts'

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
