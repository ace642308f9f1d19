/** What a link to the compose page may bring along. */
export type ComposeSearch = { messageId?: string; phone?: string; group?: string; persons?: string }

/** The router reads bare digits as a number; a phone number is a text. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

export const composeSearch = (search: Record<string, unknown>): ComposeSearch => {
  const [messageId, phone, group, persons] = ['messageId', 'phone', 'group', 'persons'].map((name) =>
    textOf(search[name]),
  )
  return {
    ...(messageId && { messageId }),
    ...(phone && { phone }),
    ...(group && { group }),
    ...(persons && { persons }),
  }
}

export const personIdsIn = ({ persons = '' }: ComposeSearch) => [
  ...new Set(
    persons
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
]
