import { useNavigate, useSearch } from '@tanstack/react-router'
import type { GroupRow } from '#contract/people/groups.ts'
import { nameOrder } from '../../languages/names.ts'
import { listStateOf, useListState, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'
import { plain } from '../words.ts'

export const groupSorts = ['name', '-name', 'category', '-people', 'people'] as const
const shape = { sorts: groupSorts, columns: ['name', 'category', 'description', 'people'] }

export const groupsFilterOf = (address: Record<string, unknown>): ListState => listStateOf(shape, address)

export function useGroupsFilter() {
  const state = useSearch({ from: '/tenant/groups', select: groupsFilterOf })
  const navigate = useNavigate()
  return useListState<ListState>({
    name: 'groups',
    shape,
    state,
    read: groupsFilterOf,
    go: (search, replace) => void navigate({ to: paths.groups, search, replace, resetScroll: false }),
  })
}

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
