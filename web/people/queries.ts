import { useQuery } from '@tanstack/react-query'
import { listGroups } from '#contract/people/groups.ts'
import { listPeople, type PersonRow } from '#contract/people/persons.ts'
import { call } from '../api/call.ts'
import { usePagedList } from '../lists/paged-list.ts'
import { keyOf, read } from '../api/queries.ts'
import { peopleOrderOf, peopleQueryOf, type PeopleFilter } from './people-filter.ts'

/** The people that match, page by page. */
export function usePeople(filter: PeopleFilter) {
  const query = { ...peopleQueryOf(filter), ...peopleOrderOf(filter) }
  return usePagedList<PersonRow>([...keyOf(listPeople), query], (page, signal) =>
    call(listPeople, { query: { ...query, ...page } }, { signal }),
  )
}

/** As many a call as the server gives. */
const IDS_A_CALL = 100

/** Ids of everybody who matches but for the exceptions; not more than `most`, for each hundred is a call. */
export async function idsOfMatching(filter: PeopleFilter, except: readonly string[], most: number): Promise<string[]> {
  const left = new Set(except)
  const query = { ...peopleQueryOf(filter), limit: IDS_A_CALL }
  const ids: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null && ids.length < most) {
    const page = await call(listPeople, { query: { ...query, ...(cursor && { cursor }) } })
    ids.push(...page.items.flatMap(({ id }) => (left.has(id) ? [] : [id])))
    cursor = page.nextCursor
  }
  return ids.slice(0, most)
}

export const useGroups = () => useQuery(read(listGroups))
