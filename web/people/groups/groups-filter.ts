import type { GroupRow } from '#contract/people/groups.ts'
import { nameOrder, plain } from '../../languages/names.ts'
import { listFilter } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'

export const groupSorts = ['name', '-name', 'category', '-people', 'people'] as const

export const { of: groupsFilterOf, useFilter: useGroupsFilter } = listFilter({
  name: 'groups',
  path: paths.groups,
  shape: { sorts: groupSorts, columns: ['name', 'category', 'description', 'people'] },
  parts: {},
})
export type GroupsFiltering = ReturnType<typeof useGroupsFilter>

type Order = (one: GroupRow, other: GroupRow) => number

function orderOf(sort: string, language: string): Order {
  const byText = nameOrder(language)
  const byName: Order = (one, other) => byText(one.name, other.name)
  if (sort === '-name') return (one, other) => byName(other, one)
  if (sort === 'category') return (one, other) => byText(one.category, other.category) || byName(one, other)
  if (sort === 'people') return (one, other) => one.people - other.people || byName(one, other)
  if (sort === '-people') return (one, other) => other.people - one.people || byName(one, other)
  return byName
}

/** The groups that the search finds, in order: a church has few enough to have them all here. */
export function matchingGroups(
  groups: readonly GroupRow[],
  { search, sort, language }: { search: string; sort: string; language: string },
): GroupRow[] {
  const wanted = plain(search)
  const found = groups.filter(({ name, category, description }) =>
    [name, category, description].some((text) => plain(text).includes(wanted)),
  )
  return found.toSorted(orderOf(sort, language))
}
