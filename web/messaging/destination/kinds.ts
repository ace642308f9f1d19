import type { TextId } from '../../languages/index.ts'
import type { Draft } from '../draft/draft.ts'
import { countNumbers } from '../draft/numbers.ts'

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
