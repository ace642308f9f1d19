import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../pages.ts'

export const SENDER_ID_MIN_LENGTH = 3
export const SENDER_ID_MAX_LENGTH = 11
/** Requests of one church that may wait for an operator at a time. */
export const SENDERS_WAITING_MAX = 3

const mask = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^[A-Za-z0-9]{3,11}$/,
      'Should not contain any special characters AND Should not be less than 3 characters and more than 11 characters',
    ),
  )

/** status: 0 pending, 1 processing, 2 approved, 3 not approved. */
export const senderId = z.object({
  id,
  mask: z.string(),
  status: z.int(),
  /** What the operator said when it was not approved. */
  refusedReason: z.nullable(z.string()),
})
export type SenderId = z.infer<typeof senderId>

export const senderState = z.enum(['pending', 'processing', 'approved', 'refused'])
export type SenderState = z.infer<typeof senderState>

/** What a network asks for before it approves a sender ID. */
export const senderDocuments = [
  'registration_certificate',
  'authorisation_letter',
  'sample_messages',
  'signatory_identity',
] as const
export const senderDocument = z.enum(senderDocuments)
export type SenderDocument = z.infer<typeof senderDocument>

/** What one network says of a sender ID. */
export const networkDecision = z.object({
  networkId: z.string(),
  name: z.string(),
  isoCode: z.string(),
  state: senderState,
  /** Since when; null: it was not asked yet. */
  since: z.nullable(z.string()),
  /** What the church is asked for, as long as it is. */
  documents: z.array(senderDocument),
  /** What it usually asks for. */
  usually: z.array(senderDocument),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
})
export type NetworkDecision = z.infer<typeof networkDecision>

/** The networks of the church's country, and others that decided. None: the country has none that are known here. */
export const listSenderIds = endpoint({
  method: 'GET',
  path: '/api/messaging/sender-ids',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Sender IDs of the church with what each network says of them',
  response: z.object({
    items: z.array(z.extend(senderId, { requestedAt: z.string(), networks: z.array(networkDecision) })),
  }),
  errors: [],
})

export const retrieveTenantSenderIds = endpoint({
  method: 'GET',
  path: '/api/Messaging/RetrieveTenantSenderIDs',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Sender IDs of the church',
  response: z.object({ returnObject: z.array(senderId) }),
  errors: [],
})

/**
 * Upper and lower case are the same sender ID. One that the church has already answers how it stands; nothing is asked
 * again. Refused as `senders_waiting` while as many wait as may.
 */
export const requestSenderId = endpoint({
  method: 'POST',
  path: '/api/Messaging/RequestSenderID',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Request a sender ID; an operator approves it or refuses it with a reason',
  // The server takes the church from the session.
  body: z.object({ mask, tenantID: z.optional(z.nullable(z.union([z.string().check(z.maxLength(60)), z.number()]))) }),
  response: z.object({ status: z.int(), id, mask: z.string() }),
  errors: ['invalid_input', 'senders_waiting', 'too_many_tries'],
})

export const deleteSenderId = endpoint({
  method: 'DELETE',
  path: '/api/Messaging/DeleteSenderID',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Delete a sender ID; what was sent under it stays as it was sent',
  query: z.object({ id }),
  response: z.literal(true),
  errors: ['invalid_input', 'not_found'],
})
