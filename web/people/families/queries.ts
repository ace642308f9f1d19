import { useMutation } from '@tanstack/react-query'
import { listFamilies, removeFamily, type FamilyRow } from '#contract/people/families.ts'
import { call } from '../../api/call.ts'
import type { ListState } from '../../lists/list-state.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf } from '../../api/queries.ts'
import { usePeopleChanged } from '../shared/use-people-changed.ts'
import { familiesQueryOf } from './families-filter.ts'

/** The families that match, page by page. */
export function useFamilies(filter: ListState) {
  const query = familiesQueryOf(filter)
  return usePagedList<FamilyRow>([...keyOf(listFamilies), query], (page, signal) =>
    call(listFamilies, { query: { ...query, ...page } }, { signal }),
  )
}

export function useRemoveFamily() {
  const changed = usePeopleChanged()
  return useMutation({
    mutationFn: (id: string) => call(removeFamily, { params: { id } }),
    onSuccess: (_, id) => void changed([id]),
  })
}
