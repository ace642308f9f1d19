import type { ConversationFilter } from '#contract/messaging/replies.ts'
import { textIn, wordIn } from '../../lists/list-state.ts'

/** What of the inbox is looked at. `of`: a person whose conversation is wanted. No number and no word of a reply stands here. */
export type RepliesSearch = { show?: ConversationFilter; search?: string; c?: string; of?: string }

export const shownFilters = ['all', 'open', 'mine', 'unassigned', 'maybe_stop'] as const

export function repliesSearch(address: Record<string, unknown>): RepliesSearch {
  const [show, search] = [wordIn(shownFilters, address['show']), textIn(address['search'])]
  const [c, of] = [textIn(address['c']), textIn(address['of'])]
  return { ...(show && show !== 'all' && { show }), ...(search && { search }), ...(c && { c }), ...(of && { of }) }
}
