import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, idParams, numberedPage, numberedPageQuery, pageOf, pageQuery } from '../pages.ts'
import { optOut } from '../people/consent.ts'

export { countConversations, type ConversationCounts } from './reply-counts.ts'

/** What a reply asks for; `maybe_stop` looks like a request to stop, and a person decides. */
export const replyKind = z.enum(['text', 'maybe_stop', 'stop', 'start'])
export type ReplyKind = z.infer<typeof replyKind>

const gateway = z.object({ gateway: z.string().check(z.maxLength(40)) })

/** Replies of a gateway, signed or with its key. Repeats and any order are harmless. */
export const smsReplies = endpoint({
  method: 'POST',
  path: '/api/webhooks/sms/{gateway}/replies',
  access: 'public',
  summary: 'Replies to SMS from a gateway',
  params: gateway,
  body: z.unknown(),
  bodyBytes: 512 * 1024,
  signed: true,
  response: z.object({ received: z.int() }),
  errors: ['invalid_input', 'bad_signature', 'not_found'],
})

/** The same as Kannel brings it: in the address, with the key that we gave it. */
export const askedSmsReplies = endpoint({
  method: 'GET',
  path: '/api/webhooks/sms/{gateway}/replies',
  access: 'public',
  summary: 'One reply to an SMS from a gateway that calls by address',
  params: gateway,
  response: z.object({ received: z.int() }),
  errors: ['invalid_input', 'bad_signature', 'not_found'],
})

const somebody = z.object({ id, name: z.string() })

export const conversationRow = z.object({
  id,
  /** E.164. */
  phone: z.string(),
  /** Who has this number; several where a family shares it, nobody where it is not known. */
  people: z.array(z.object({ id, firstName: z.string(), lastName: z.string() })),
  lastText: z.string(),
  /** The church said it. */
  lastIsOurs: z.boolean(),
  /** Instant, ISO 8601. */
  lastAt: z.string(),
  unread: z.int(),
  maybeStop: z.boolean(),
  isDone: z.boolean(),
  isAnswered: z.boolean(),
  /** They told us to stop; null: they did not. */
  stopped: z.nullable(optOut),
  /** Account of the staff; null: nobody’s yet. */
  assignedTo: z.nullable(somebody),
})
export type ConversationRow = z.infer<typeof conversationRow>

export const conversationFilter = z.enum(['all', 'open', 'mine', 'unassigned', 'unread', 'maybe_stop'])
export type ConversationFilter = z.infer<typeof conversationFilter>

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/messaging/replies',
  access: { ability: 'messages.read' },
  summary: 'Conversations by SMS, the latest first; search in names, numbers and words',
  query: z.object({ ...pageQuery, filter: z._default(conversationFilter, 'all') }),
  response: pageOf(conversationRow),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const replyColumns = ['at', 'phone', 'name', 'text', 'kind', 'senderId', 'assignedTo', 'state'] as const
export type ReplyColumn = (typeof replyColumns)[number]

/** Each reply by itself, of all conversations that match, the latest first. */
export const exportReplies = endpoint({
  method: 'GET',
  path: '/api/messaging/replies/export',
  access: { ability: 'messages.read' },
  summary: 'Replies of the conversations that match, as a file; times are those of the church',
  query: z.object({ search: pageQuery.search, filter: z._default(conversationFilter, 'all'), ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})

const said = z.object({
  /** `reply`: they wrote it. `message`: the church did, to many. `answer`: somebody of the staff, to them. */
  from: z.enum(['reply', 'message', 'answer']),
  id,
  text: z.string(),
  /** Instant, ISO 8601. */
  at: z.string(),
  /** Of a reply. */
  kind: z.nullable(replyKind),
  /** Of what the church sent: its sender ID, how many got it, how it stands, and who wrote an answer. */
  sender: z.string(),
  recipients: z.int(),
  state: z.nullable(z.enum(['queued', 'sent', 'no_report', 'delivered', 'failed', 'unknown', 'skipped'])),
  by: z.nullable(z.string()),
})
export type Said = z.infer<typeof said>

export const conversation = z.object({
  ...conversationRow.shape,
  /** The sender ID that an answer leaves under. */
  sender: z.string(),
  assignedBy: z.nullable(z.string()),
  assignedAt: z.nullable(z.string()),
  /** Everything that stops bulk messages to the number, the newest first. */
  optOuts: z.array(optOut),
  /** What was said, oldest first: the latest two hundred. */
  said: z.array(said),
  /** Who may be given the conversation. */
  staff: z.array(somebody),
})
export type Conversation = z.infer<typeof conversation>

export const readConversation = endpoint({
  method: 'GET',
  path: '/api/messaging/replies/{id}',
  access: { ability: 'messages.read' },
  summary: 'One conversation: replies, what was sent to the number, and how it stands',
  params: idParams,
  response: conversation,
  errors: ['invalid_input', 'not_found'],
})

/** For a link from the person: their number may be in People, and nothing has been said by SMS yet. */
export const findConversation = endpoint({
  method: 'GET',
  path: '/api/messaging/replies/of-person/{id}',
  access: { ability: 'messages.read' },
  summary: 'The conversation with the number of a person; null: none yet',
  params: idParams,
  response: z.object({ id: z.nullable(id) }),
  errors: ['invalid_input'],
})

export const markConversation = endpoint({
  method: 'PUT',
  path: '/api/messaging/replies/{id}',
  access: { ability: 'messages.send' },
  summary: 'Mark a conversation as read, done or open again, or say that nobody asked to stop',
  params: idParams,
  body: z.object({
    read: z.optional(z.literal(true)),
    done: z.optional(z.boolean()),
    maybeStop: z.optional(z.literal(false)),
  }),
  response: conversation,
  errors: ['invalid_input', 'not_found'],
})

export const assignConversation = endpoint({
  method: 'PUT',
  path: '/api/messaging/replies/{id}/assignee',
  access: { ability: 'messages.send' },
  summary: 'Give a conversation to somebody of the staff, or to nobody',
  params: idParams,
  body: z.object({ accountId: z.nullable(id) }),
  response: conversation,
  errors: ['invalid_input', 'not_found'],
})

export const ANSWER_MAX_LENGTH = 1_600

/** One SMS to the one who wrote. Refused where they told us to stop. */
export const answerConversation = endpoint({
  method: 'POST',
  path: '/api/messaging/replies/{id}/answers',
  access: { ability: 'messages.send' },
  summary: 'Answer a reply: one SMS to that number',
  idempotent: true,
  params: idParams,
  body: z.object({
    text: z
      .string()
      .check(z.normalize('NFC'), z.trim(), z.minLength(1, 'Enter your message'), z.maxLength(ANSWER_MAX_LENGTH)),
  }),
  response: conversation,
  errors: ['invalid_input', 'not_found', 'not_enough_units', 'sender_not_approved', 'stopped'],
})

export const stopConversation = endpoint({
  method: 'PUT',
  path: '/api/messaging/replies/{id}/stop',
  access: { ability: 'messages.send' },
  summary:
    'Stop all bulk messages to the number, or allow them again; what the desk noted, with the right to change people',
  params: idParams,
  body: z.object({ stop: z.boolean() }),
  response: conversation,
  errors: ['invalid_input', 'not_found', 'not_allowed'],
})

export const stopWordList = endpoint({
  method: 'GET',
  path: '/api/messaging/replies/stop-words',
  access: { ability: 'messages.read' },
  summary: 'The words that stop bulk messages when they are all that a reply says, by language',
  response: z.array(z.object({ language: z.string(), words: z.array(z.string()) })),
  errors: [],
})

/** Replies in the shape of existing clients, 50 a page, the newest first. */
export const getAllSmsReplies = endpoint({
  method: 'GET',
  path: '/api/Messaging/GetAllSmsReplies',
  access: { ability: 'messages.read' },
  summary: 'Replies to SMS by page number',
  query: numberedPageQuery,
  response: numberedPage(
    z.object({
      id,
      phone: z.string(),
      /** Of the person with this number; '' where nobody has it. */
      name: z.string(),
      message: z.string(),
      /** The sender ID that was answered. */
      subject: z.string(),
      date: z.string(),
      isRead: z.boolean(),
    }),
  ),
  errors: ['invalid_input'],
})
