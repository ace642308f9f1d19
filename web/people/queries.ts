import { useQuery } from '@tanstack/react-query'
import { listGroups } from '#contract/people/groups.ts'
import { listPeople, type PersonRow } from '#contract/people/persons.ts'
import { call } from '../lib/api.ts'
import { usePagedList } from '../lib/paged-list.ts'
import { keyOf, read } from '../lib/queries.ts'
import type { PeopleFilter } from './people-filter.ts'

/** The people that match, page by page. */
export function usePeople({ search, group: groupId, kind }: PeopleFilter) {
  const filter = { ...(search && { search }), ...(groupId && { groupId }), ...(kind && { kind }) }
  return usePagedList<PersonRow>([...keyOf(listPeople), filter], (page, signal) =>
    call(listPeople, { query: { ...filter, ...page } }, { signal }),
  )
}

export const useGroups = () => useQuery(read(listGroups))
