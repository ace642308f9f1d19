import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PersonKind } from '#contract/people/persons.ts'
import { paths } from '../lib/paths.ts'

/** What of the list is looked at; it stands in the address, so that a link and the way back show the same. */
export type PeopleFilter = { search?: string; group?: string; kind?: PersonKind }

export const kinds = ['member', 'first_timer', 'new_convert'] as const satisfies readonly PersonKind[]

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const isKind = (value: unknown): value is PersonKind => kinds.some((kind) => kind === value)

/** A phone typed into an address is read as a number there. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 100) : ''

/** Takes from an address what makes sense and leaves the rest. */
export function peopleFilterOf(address: Record<string, unknown>): PeopleFilter {
  const search = textOf(address['search'])
  const group = textOf(address['group'])
  const { kind } = address
  return { ...(search && { search }), ...(UUID.test(group) && { group }), ...(isKind(kind) && { kind }) }
}

/** The filter, and how to change it. Typing replaces the address; each filter is a step that "back" undoes. */
export function usePeopleFilter() {
  // The router keeps what its validation left out beside what it answered, so the address is read once more.
  const filter = useSearch({ from: '/tenant/people', select: peopleFilterOf })
  const navigate = useNavigate()
  const go = (next: PeopleFilter, replace = false) =>
    void navigate({ to: paths.people, search: next, replace, resetScroll: false })
  const { search: _, ...withoutSearch } = filter
  const { group: __, ...withoutGroup } = filter
  const { kind: ___, ...withoutKind } = filter
  return {
    filter,
    /** How many filters are on, the search not counted. */
    count: Number(Boolean(filter.group)) + Number(Boolean(filter.kind)),
    isOn: Object.keys(filter).length > 0,
    searchFor: (search: string) => go({ ...withoutSearch, ...(search && { search }) }, true),
    pickGroup: (group: string) => go({ ...withoutGroup, ...(group && { group }) }),
    pickKind: (kind: PersonKind | '') => go({ ...withoutKind, ...(kind && { kind }) }),
    clearFilters: () => go(filter.search ? { search: filter.search } : {}),
    clearAll: () => go({}),
  }
}

export type PeopleFiltering = ReturnType<typeof usePeopleFilter>
