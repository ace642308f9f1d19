import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PeopleSelection } from '#contract/people/acts.ts'
import { listPeople, type PeopleSort, type PersonKind, type PersonRow } from '#contract/people/persons.ts'
import { call } from '../api/call.ts'
import { listStateOf, textIn, useListState, wordIn, type ListState } from '../lists/list-state.ts'
import { usePagedList } from '../lists/paged-list.ts'
import { paths } from '../routing/paths.ts'
import { keyOf } from '../api/queries.ts'
import { kinds } from './words.ts'

/** What of the list is looked at; it stands in the address, so that a link and the way back show the same. */
export type PeopleFilter = ListState & {
  group?: string
  kind?: PersonKind
  gender?: 'female' | 'male'
  phone?: 'yes' | 'no'
  /** First and last calendar day of joining. */
  from?: string
  until?: string
  archived?: 'yes'
  /** Only those whom nobody has confirmed yet. */
  unconfirmed?: 'yes'
}

const genders = ['female', 'male'] as const
export const peopleSorts = ['name', '-name', '-joined', 'joined'] as const satisfies readonly PeopleSort[]
const yesOrNo = ['yes', 'no'] as const
const yes = ['yes'] as const

const shape = {
  sorts: peopleSorts,
  columns: ['name', 'phone', 'email', 'groups', 'kind', 'joined'],
  shown: ['name', 'phone', 'groups', 'kind', 'joined'],
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string) =>
  DAY.test(text) && text > '0001' && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

/** Takes from an address what makes sense and leaves the rest. */
export function peopleFilterOf(address: Record<string, unknown>): PeopleFilter {
  const [group, from, until] = [textIn(address['group']), textIn(address['from']), textIn(address['until'])]
  const kind = wordIn(kinds, address['kind'])
  const gender = wordIn(genders, address['gender'])
  const phone = wordIn(yesOrNo, address['phone'])
  const archived = wordIn(yes, address['archived'])
  const unconfirmed = wordIn(yes, address['unconfirmed'])
  return {
    ...listStateOf(shape, address),
    ...(UUID.test(group) && { group }),
    ...(kind && { kind }),
    ...(gender && { gender }),
    ...(phone && { phone }),
    ...(isDay(from) && { from }),
    ...(isDay(until) && { until }),
    ...(archived && { archived }),
    ...(unconfirmed && { unconfirmed }),
  }
}

/** The filter as the contract's calls take it. */
export function peopleQueryOf({
  search,
  group,
  kind,
  gender,
  phone,
  from,
  until,
  archived,
  unconfirmed,
}: PeopleFilter) {
  return {
    ...(search && { search }),
    ...(group && { groupId: group }),
    ...(kind && { kind }),
    ...(gender && { gender }),
    ...(phone && { phone }),
    ...(from && { joinedFrom: from }),
    ...(until && { joinedUntil: until }),
    ...(archived && { archived }),
    ...(unconfirmed && { unconfirmed }),
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

/** The filter, and how to change it. Typing replaces the address; each filter is a step that "back" undoes. */
export function usePeopleFilter() {
  // The router keeps what its validation left out beside what it answered, so the address is read once more.
  const state = useSearch({ from: '/tenant/people', select: peopleFilterOf })
  const navigate = useNavigate()
  return useListState<PeopleFilter>({
    name: 'people',
    shape,
    state,
    read: peopleFilterOf,
    go: (search, replace) => void navigate({ to: paths.people, search, replace, resetScroll: false }),
  })
}

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
