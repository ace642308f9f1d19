import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, idParams, numberedPage, numberedPageQuery, pageOf, pageQuery } from '../pages.ts'
import { smsDraftContent } from './drafts.ts'
import { topic } from './topics.ts'
import { campaignState, recipientState } from './sent-sms.ts'
import { destination, NAME_MARKS_MAX } from './sms.ts'

/** A locked screen shows some forty signs of the one and three lines of the other. */
export const PUSH_TITLE_MAX_LENGTH = 80
export const PUSH_MESSAGE_MAX_LENGTH = 300

/** Some thousand groups and persons, and the text. */
export const PUSH_BYTES = 300 * 1024

/** Signs that no screen shows, but for line breaks, would only take room. */
const shown = z.regex(/^[\P{Cc}\n]*$/u, 'This text has characters that cannot be shown')

const title = z
  .string()
  .check(z.trim(), z.normalize('NFC'), z.minLength(1, 'Enter a title'), z.maxLength(PUSH_TITLE_MAX_LENGTH), shown)
const message = z.string().check(
  z.trim(),
  z.normalize('NFC'),
  z.minLength(1, 'Enter your message'),
  z.maxLength(PUSH_MESSAGE_MAX_LENGTH),
  shown,
  z.refine((text) => text.split(/#name#/i).length - 1 <= NAME_MARKS_MAX, 'Write #name# at most ten times'),
)

/** All devices of whoever is chosen get it once. */
export const pushDestination = z.pick(destination, { allContacts: true, groupIds: true, personIds: true })

export const writtenPush = z.object({ title, message, category: topic, destination: pushDestination })

/** How a push stands among what is not sent yet. */
export const pushDraftContent = z.extend(smsDraftContent, { title, category: topic })
export type PushDraftContent = z.infer<typeof pushDraftContent>

export const pushQuote = z.object({
  /** Everybody in the destination, before anything is taken away. */
  chosen: z.int(),
  duplicates: z.int(),
  /** Nobody can be told who has not turned notifications on. */
  withoutDevice: z.int(),
  /** They switched off such notifications, or stopped all messages. */
  optedOut: z.int(),
  recipients: z.int(),
})
export type PushQuote = z.infer<typeof pushQuote>

export const quotePush = endpoint({
  method: 'POST',
  path: '/api/messaging/push/quote',
  access: { ability: 'messages.send' },
  summary: 'Who would get a push notification; sends nothing',
  body: z.object({ destination: pushDestination, category: topic }),
  bodyBytes: PUSH_BYTES,
  response: pushQuote,
  errors: ['invalid_input'],
})

export const sendPush = endpoint({
  method: 'POST',
  path: '/api/messaging/push/send',
  access: { ability: 'messages.send' },
  summary: 'Send a push notification to contacts, groups or persons; costs no units',
  idempotent: true,
  body: writtenPush,
  bodyBytes: PUSH_BYTES,
  response: z.object({ id, recipients: z.int() }),
  errors: ['invalid_input', 'no_recipients', 'too_many_recipients'],
})

export const testPush = endpoint({
  method: 'POST',
  path: '/api/messaging/push/test',
  access: { ability: 'messages.send' },
  summary: 'Show a push notification on one’s own devices, as it will be',
  idempotent: true,
  body: z.object({ title, message }),
  response: z.object({}),
  errors: ['invalid_input', 'no_recipients', 'too_many_tries'],
})

export const pushRow = z.object({
  id,
  title: z.string(),
  message: z.string(),
  category: z.nullable(topic),
  /** Instant, ISO 8601. */
  sentAt: z.string(),
  sentBy: z.string(),
  recipients: z.int(),
  /** People by where it stands with them. `sent`: a push service took it for one of their devices. */
  counts: z.object({ queued: z.int(), sent: z.int(), failed: z.int(), skipped: z.int() }),
  state: campaignState,
})
export type PushRow = z.infer<typeof pushRow>

export const sentPush = z.extend(pushRow, {
  /** Who cancelled the rest, and when (ISO 8601); null: nobody did. */
  cancelled: z.nullable(z.object({ by: z.string(), at: z.string() })),
})
export type SentPush = z.infer<typeof sentPush>

export const listPush = endpoint({
  method: 'GET',
  path: '/api/messaging/push/sent',
  access: { ability: 'messages.read' },
  summary: 'Sent push notifications, newest first, 50 a page; search in title and message',
  query: z.object({ ...numberedPageQuery.shape, search: pageQuery.search }),
  response: numberedPage(pushRow),
  errors: ['invalid_input'],
})

/** Columns of the list, in the order of the file. */
export const sentPushColumns = [
  'sentAt',
  'title',
  'message',
  'sentBy',
  'recipients',
  'sent',
  'waiting',
  'notReached',
  'skipped',
  'units',
  'state',
] as const
export type SentPushColumn = (typeof sentPushColumns)[number]

export const exportSentPush = endpoint({
  method: 'GET',
  path: '/api/messaging/push/sent/export',
  access: { ability: 'messages.read' },
  summary: 'Sent push notifications that match the search, as a file; times are those of the church',
  query: z.object({ search: pageQuery.search, ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})

export const readSentPush = endpoint({
  method: 'GET',
  path: '/api/messaging/push/sent/{id}',
  access: { ability: 'messages.read' },
  summary: 'One sent push notification with its figures',
  params: idParams,
  response: sentPush,
  errors: ['invalid_input', 'not_found'],
})

export const cancelPush = endpoint({
  method: 'POST',
  path: '/api/messaging/push/sent/{id}/cancel',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Show a push notification to nobody of those it has not left for',
  params: idParams,
  response: sentPush,
  errors: ['invalid_input', 'not_found', 'message_over'],
})

export const listPushRecipients = endpoint({
  method: 'GET',
  path: '/api/messaging/push/sent/{id}/recipients',
  access: { ability: 'messages.read' },
  summary: 'Who got one push notification, and who did not and why',
  params: idParams,
  query: z.object({ ...pageQuery, state: z.optional(recipientState) }),
  response: pageOf(
    z.object({
      position: z.int(),
      name: z.string(),
      state: recipientState,
      /** `no_device`: none of theirs is subscribed any more; `opted_out`; `archived`; null: nothing went wrong. */
      reason: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  errors: ['invalid_input', 'invalid_cursor', 'not_found'],
})

export const exportPushRecipients = endpoint({
  method: 'GET',
  path: '/api/messaging/push/sent/{id}/recipients/export',
  access: { ability: 'messages.read' },
  summary: 'Who got one push notification, as a file; times are those of the church',
  params: idParams,
  query: z.object({ search: pageQuery.search, state: z.optional(recipientState), ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found', 'too_many_for_format', 'busy'],
})

/** The same in the shapes of existing clients. */
export const getAllSentPushNotifications = endpoint({
  method: 'GET',
  path: '/api/Messaging/getAllSentPushNotifications',
  access: { ability: 'messages.read' },
  summary: 'Sent push notifications by page number',
  query: numberedPageQuery,
  response: numberedPage(
    z.object({
      id,
      subject: z.string(),
      message: z.string(),
      dateSent: z.string(),
      smsUnitsUsed: z.int(),
      sentByUser: z.string(),
    }),
  ),
  errors: ['invalid_input'],
})

export const deleteSentPush = endpoint({
  method: 'DELETE',
  path: '/api/Messaging/DeleteSentPushNotification',
  access: { ability: 'messages.send' },
  summary: 'Take sent push notifications off the list; ids split by commas',
  query: z.object({ IdList: z.string().check(z.maxLength(40_000)) }),
  response: z.object({ deleted: z.boolean(), message: z.string() }),
  errors: ['invalid_input'],
})
