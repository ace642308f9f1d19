import type { PeopleSelection } from '#contract/people/changes.ts'
import { listPeople, type PeopleSort, type PersonRow } from '#contract/people/persons.ts'
import { call } from '../api/call.ts'
import { askedOf, idIn, listFilter, oneOf } from '../lists/list-filter.ts'
import { dayIn, wordIn } from '../lists/list-state.ts'
import { usePagedList } from '../lists/paged-list.ts'
import { paths } from '../routing/paths.ts'
import { keyOf } from '../api/queries.ts'
import { kinds } from './words.ts'

const genders = ['female', 'male'] as const
export const peopleSorts = ['name', '-name', '-joined', 'joined'] as const satisfies readonly PeopleSort[]

const people = listFilter({
  name: 'people',
  path: paths.people,
  shape: {
    sorts: peopleSorts,
    columns: ['name', 'phone', 'email', 'groups', 'kind', 'joined'],
    shown: ['name', 'phone', 'groups', 'kind', 'joined'],
  },
  parts: {
    group: idIn,
    kind: oneOf(kinds),
    gender: oneOf(genders),
    phone: oneOf(['yes', 'no']),
    // First and last calendar day of joining.
    from: dayIn,
    until: dayIn,
    archived: oneOf(['yes']),
    // Only those whom nobody has confirmed yet.
    unconfirmed: oneOf(['yes']),
  },
})
export const { of: peopleFilterOf, useFilter: usePeopleFilter } = people
export type PeopleFilter = ReturnType<typeof peopleFilterOf>

/** The filter as the contract's calls take it. */
export function peopleQueryOf(filter: PeopleFilter) {
  const { group, from, until, ...asked } = askedOf(filter)
  return {
    ...asked,
    ...(group && { groupId: group }),
    ...(from && { joinedFrom: from }),
    ...(until && { joinedUntil: until }),
  }
}

/** The order as the contract's calls take it; nothing for the usual one. */
export function peopleOrderOf({ sort }: PeopleFilter): { sort?: PeopleSort } {
  const known = wordIn(peopleSorts, sort)
  return known ? { sort: known } : {}
}

type Ticked = { kind: 'ids'; ids: readonly string[] } | { kind: 'matching'; except: readonly string[] }

/** What is ticked in the table, as the acts on people take it. */
export const peopleSelectionOf = (selection: Ticked, filter: PeopleFilter): PeopleSelection =>
  selection.kind === 'ids'
    ? { ids: [...selection.ids] }
    : { matching: peopleQueryOf(filter), except: [...selection.except] }

export type PeopleFiltering = ReturnType<typeof usePeopleFilter>

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
