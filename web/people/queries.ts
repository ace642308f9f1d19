import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listGroups } from '#contract/people/groups.ts'
import { listPeople, type PersonRow } from '#contract/people/persons.ts'
import { call } from '../lib/api.ts'
import { usePagedList } from '../lib/paged-list.ts'
import { keyOf, read } from '../lib/queries.ts'
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

/** Where people stand: the lists, the pages, the pickers, and the counts of the shell. */
const PLACES = ['/api/people', '/api/families', '/api/Membership/', '/api/identity/session']

/**
 * Call it after anything about people has changed: what is in sight is read again, but for `gone`, ids of what is no more
 * and whose page is about to be left.
 */
export function usePeopleChanged() {
  const client = useQueryClient()
  return (gone: readonly string[] = []) =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path, args] }) =>
        typeof path === 'string' &&
        PLACES.some((place) => path.startsWith(place)) &&
        !gone.some((id) => JSON.stringify(args ?? null).includes(id)),
    })
}
