import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  addFamily,
  editFamily,
  listFamilies,
  readFamily,
  removeFamily,
  type FamilyRow,
} from '#contract/people/families.ts'
import { call } from '../../lib/api.ts'
import type { ListState } from '../../lib/list-state.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { usePressKey } from '../../lib/press-key.ts'
import { keyOf, read } from '../../lib/queries.ts'
import { usePeopleChanged } from '../shared/use-people-changed.ts'
import { bodyOf, type FamilyDraft } from './draft.ts'
import { familiesQueryOf } from './families-filter.ts'

/** The families that match, page by page. */
export function useFamilies(filter: ListState) {
  const query = familiesQueryOf(filter)
  return usePagedList<FamilyRow>([...keyOf(listFamilies), query], (page, signal) =>
    call(listFamilies, { query: { ...query, ...page } }, { signal }),
  )
}

/** Adds a family, or changes the one of this id. */
export function useSaveFamily(id: string | null) {
  const client = useQueryClient()
  const changed = usePeopleChanged()
  const press = usePressKey()
  return useMutation({
    mutationFn: (draft: FamilyDraft) => {
      const body = bodyOf(draft)
      return id === null
        ? call(addFamily, { body }, { idempotencyKey: press.keyFor(body) })
        : call(editFamily, { params: { id }, body })
    },
    onSuccess: (family) => {
      press.done()
      client.setQueryData(read(readFamily, { params: { id: family.id } }).queryKey, family)
      void changed()
    },
  })
}

export function useRemoveFamily() {
  const changed = usePeopleChanged()
  return useMutation({
    mutationFn: (id: string) => call(removeFamily, { params: { id } }),
    onSuccess: (_, id) => void changed([id]),
  })
}
