import { idIn } from '../../lists/list-filter.ts'

/** What a link to the compose page may bring along: a sent email to begin with, or one that is kept. */
export type EmailSearch = {
  messageId?: string
  draftId?: string
  /** To whom: a group, or persons by their ids, split by commas. */
  group?: string
  persons?: string
}

const idsIn = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((one) => idIn(one))
        .filter(Boolean)
        .join(',')
    : ''

export function emailSearch(search: Record<string, unknown>): EmailSearch {
  const [messageId, draftId, group] = [idIn(search['messageId']), idIn(search['draftId']), idIn(search['group'])]
  const persons = idsIn(search['persons'])
  return {
    ...(messageId && { messageId }),
    ...(draftId && { draftId }),
    ...(group && { group }),
    ...(persons && { persons }),
  }
}
