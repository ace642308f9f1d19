import type { TextId } from '../../languages/index.ts'
import { type Draft, countNumbers } from '../draft/draft.ts'
import { useQuery } from '@tanstack/react-query'
import { listGroups } from '#contract/people/groups.ts'
import { namePeople } from '#contract/people/persons.ts'
import { call } from '../../api/call.ts'
import { keyOf, read } from '../../api/queries.ts'

/** The ways to say who gets a message; they can be combined. */
export const kinds = ['all', 'groups', 'persons', 'numbers', 'file'] as const
export type Kind = (typeof kinds)[number]

export const kindTexts: Record<Kind, TextId> = {
  all: 'messaging.compose.allContacts',
  groups: 'messaging.compose.selectGroup',
  persons: 'messaging.compose.selectPerson',
  numbers: 'messaging.compose.phoneNumbers',
  file: 'messaging.compose.uploadContacts',
}

export const isKind = (value: string): value is Kind => kinds.some((kind) => kind === value)

/** Which ways are in use. */
export function usedKinds(draft: Draft): Kind[] {
  const used: Record<Kind, boolean> = {
    all: draft.allContacts,
    groups: draft.groupIds.length > 0,
    persons: draft.persons.length + draft.linkedPersonIds.length > 0,
    numbers: countNumbers(draft.phoneNumbers) > 0,
    file: draft.file !== null,
  }
  return kinds.filter((kind) => used[kind])
}

export const useGroups = () => useQuery(read(listGroups))

/** Names to chosen ids; asked in the body, since ids may be many. Unknown and archived people have none. */
export const usePeopleNames = (ids: readonly string[]) =>
  useQuery({
    queryKey: [...keyOf(namePeople), ids],
    queryFn: ({ signal }) => call(namePeople, { body: { ids: ids.slice(0, NAMED_AT_MOST) } }, { signal }),
    enabled: ids.length > 0,
  })

/** As many as one call names. */
const NAMED_AT_MOST = 1_000
