/** What a link to the compose page may bring along. */
export type ComposeSearch = {
  messageId?: string
  draftId?: string
  /** A text kept under a name. */
  defaultId?: string
  phone?: string
  group?: string
  persons?: string
}

const NAMES = ['messageId', 'draftId', 'defaultId', 'phone', 'group', 'persons'] as const

/** The router reads bare digits as a number; a phone number is a text. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

export function composeSearch(search: Record<string, unknown>): ComposeSearch {
  const found: ComposeSearch = {}
  for (const name of NAMES) {
    const text = textOf(search[name])
    if (text !== '') found[name] = text
  }
  return found
}

export const personIdsIn = ({ persons = '' }: ComposeSearch) => [
  ...new Set(
    persons
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
]
