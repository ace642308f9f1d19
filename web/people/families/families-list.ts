import { listFamilies, type FamilyRow } from '#contract/people/families.ts'
import { call } from '../../api/call.ts'
import { type ListState, listStateOf, useListState, wordIn } from '../../lists/list-state.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf } from '../../api/queries.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'

const familySorts = ['name', '-name'] as const
const shape = {
  sorts: familySorts,
  columns: ['name', 'members', 'homePhone', 'email', 'address'],
  shown: ['name', 'members', 'homePhone'],
}

const familiesFilterOf = (address: Record<string, unknown>): ListState => listStateOf(shape, address)

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

/** The families that match, page by page. */
export function useFamilies(filter: ListState) {
  const query = familiesQueryOf(filter)
  return usePagedList<FamilyRow>([...keyOf(listFamilies), query], (page, signal) =>
    call(listFamilies, { query: { ...query, ...page } }, { signal }),
  )
}
