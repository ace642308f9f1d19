import { z } from 'zod/mini'

/**
 * Why a message did not arrive, or why nobody knows, in words that are the same whichever gateway carried it. What the
 * network itself said stands beside it as a code.
 */
export const deliveryReason = z.enum([
  'phone_off',
  'no_such_number',
  'invalid_number',
  'inbox_full',
  'blocked_by_person',
  'blocked_by_network',
  'sender_refused',
  'network_fault',
  'expired',
  'refused',
  // Of emails.
  'no_such_address',
  'not_now',
  'marked_as_spam',
  // The network says that it failed, and not why.
  'unknown',
  // Not of a network: nobody was asked, nobody answered, or nobody could be reached for a day.
  'opted_out',
  'archived',
  'cancelled',
  'no_answer',
  'gateway_unreachable',
  // Of push: no device of theirs takes messages any more.
  'no_device',
])
export type DeliveryReason = z.infer<typeof deliveryReason>
