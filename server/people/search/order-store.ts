import { sql, type RawBuilder } from 'kysely'
import type { PeopleSort } from '#contract/people/persons.ts'

/** The column that a list is ordered by. */
export const placeOf = (sort: PeopleSort): 'sort_name' | 'joined_on' =>
  sort === 'name' || sort === '-name' ? 'sort_name' : 'joined_on'

/** The order of a query that has `place` and `id`; the id decides among equals. */
export function orderOf(table: string, sort: PeopleSort): RawBuilder<unknown> {
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  return sql`${sql.ref(`${table}.place`)} ${way}, ${sql.ref(`${table}.id`)} ${way}`
}
