import { idIn } from '../../lists/list-filter.ts'

/** What a link to the send page may bring along: a sent notification to begin with, or a scheduled one to change. */
export type PushSearch = { messageId?: string; scheduleId?: string }

export function pushSearch(search: Record<string, unknown>): PushSearch {
  const [messageId, scheduleId] = [idIn(search['messageId']), idIn(search['scheduleId'])]
  return { ...(messageId && { messageId }), ...(scheduleId && { scheduleId }) }
}
