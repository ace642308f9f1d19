import { listFamilies, type FamilyRow } from '#contract/people/families.ts'
import { call } from '../../api/call.ts'
import { listFilter } from '../../lists/list-filter.ts'
import { type ListState, wordIn } from '../../lists/list-state.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf } from '../../api/queries.ts'
import { paths } from '../../routing/paths.ts'

const familySorts = ['name', '-name'] as const

export const { useFilter: useFamiliesFilter } = listFilter({
  name: 'families',
  path: paths.families,
  shape: {
    sorts: familySorts,
    columns: ['name', 'members', 'homePhone', 'email', 'address'],
    shown: ['name', 'members', 'homePhone'],
  },
  parts: {},
})

/** The filter as the contract's calls take it. */
export function familiesQueryOf({ search, sort }: ListState) {
  const known = wordIn(familySorts, sort)
  return { ...(search && { search }), ...(known && { sort: known }) }
}

/** The families that match, page by page. */
export function useFamilies(filter: ListState) {
  const query = familiesQueryOf(filter)
  return usePagedList<FamilyRow>([...keyOf(listFamilies), query], (page, signal) =>
    call(listFamilies, { query: { ...query, ...page } }, { signal }),
  )
}
