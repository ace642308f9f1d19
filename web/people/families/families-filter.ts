import { useNavigate, useSearch } from '@tanstack/react-router'
import { listStateOf, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

export const familySorts = ['name', '-name'] as const
const shape = {
  sorts: familySorts,
  columns: ['name', 'members', 'homePhone', 'email', 'address'],
  shown: ['name', 'members', 'homePhone'],
}

export const familiesFilterOf = (address: Record<string, unknown>): ListState => listStateOf(shape, address)

/** The filter as the contract's calls take it. */
export function familiesQueryOf({ search, sort }: ListState) {
  const known = wordIn(familySorts, sort)
  return { ...(search && { search }), ...(known && { sort: known }) }
}

export function useFamiliesFilter() {
  const state = useSearch({ from: '/tenant/families', select: familiesFilterOf })
  const navigate = useNavigate()
  return useListState<ListState>({
    name: 'families',
    shape,
    state,
    read: familiesFilterOf,
    go: (search, replace) => void navigate({ to: paths.families, search, replace, resetScroll: false }),
  })
}

export type FamiliesFiltering = ReturnType<typeof useFamiliesFilter>
