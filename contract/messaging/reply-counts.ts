import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const conversationCounts = z.object({
  all: z.int(),
  open: z.int(),
  mine: z.int(),
  unassigned: z.int(),
  unread: z.int(),
  maybeStop: z.int(),
  /** When something was said last, by either side; null: never. */
  latestAt: z.nullable(z.string()),
})
export type ConversationCounts = z.infer<typeof conversationCounts>

/** One row: asked for again and again by every open page. */
export const countConversations = endpoint({
  method: 'GET',
  path: '/api/messaging/replies/counts',
  access: { ability: 'messages.read' },
  summary: 'How many conversations there are, and how many wait',
  response: conversationCounts,
  errors: [],
})
