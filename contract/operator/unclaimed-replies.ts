import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'

/** A reply that no church could be found for. */
export const unclaimedReply = z.object({
  id,
  /** Who wrote, as the gateway says it. */
  phone: z.string(),
  /** The sender ID or number that they wrote to. */
  sender: z.string(),
  text: z.string(),
  gateway: z.string(),
  /** Instant, ISO 8601. */
  at: z.string(),
  /** Churches that may send under this sender ID; none: nobody has it. */
  churches: z.array(z.object({ id, name: z.string() })),
})
export type UnclaimedReply = z.infer<typeof unclaimedReply>

export const listUnclaimedReplies = endpoint({
  method: 'GET',
  path: '/api/operator/replies',
  access: 'operator',
  summary: 'Replies of the last 90 days that no church could be found for, the newest first',
  query: z.object({ cursor: pageQuery.cursor, limit: pageQuery.limit }),
  response: pageOf(unclaimedReply),
  errors: ['invalid_input', 'invalid_cursor'],
})

/** `invalid_input` too where what wrote is no number that a person of this church could have. */
export const assignUnclaimedReply = endpoint({
  method: 'POST',
  path: '/api/operator/replies/{id}/church',
  access: 'operator',
  summary: 'Give a reply to the church that it was meant for: it arrives there as if it came now',
  params: idParams,
  body: z.object({ churchId: id }),
  response: z.object({ assigned: z.literal(true) }),
  errors: ['invalid_input', 'not_found'],
})

export const removeUnclaimedReply = endpoint({
  method: 'DELETE',
  path: '/api/operator/replies/{id}',
  access: 'operator',
  summary: 'Remove a reply that is for no church',
  params: idParams,
  response: z.object({ removed: z.literal(true) }),
  errors: ['invalid_input', 'not_found'],
})
