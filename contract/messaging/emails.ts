import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, idParams, numberedPage, numberedPageQuery, pageOf, pageQuery } from '../pages.ts'
import { EMAIL_BYTES, HTML_MAX_LENGTH, keptEmail, writtenEmail } from './email-content.ts'
import { campaignState, recipientRow, recipientState } from './sent-sms.ts'
import { destination, invalidNumber, MESSAGE_BYTES } from './sms.ts'
import { topic } from './topics.ts'

const { phoneNumbers: _numbers, contactFileId: _file, ...chosen } = destination.shape

/** Where an email goes. The sets may overlap: every address gets it once. */
export const emailDestination = z.object({
  ...chosen,
  /** Typed by hand, split by commas, semicolons or new lines. */
  emailAddresses: z.optional(z.string().check(z.maxLength(2_000_000))),
})

const BODY_MAX = MESSAGE_BYTES + EMAIL_BYTES + HTML_MAX_LENGTH

/** Where the pictures of an email are shown from. */
export const emailPictures = z.array(z.object({ id, url: z.string() }))

/** In the light or the dark, as readers show it; left out: as whoever looks has set their own. */
export const emailScheme = z.optional(z.enum(['light', 'dark']))

/** Emails of a day without a domain of one's own: large mail services take no more from a stranger. */
export const UNALIGNED_A_DAY = 4_000

export const emailQuote = z.object({
  /** Everybody in the destination, before anything is taken away. */
  chosen: z.int(),
  duplicates: z.int(),
  /** Who stopped emails, chose other topics, or whose address is stopped. */
  optedOut: z.int(),
  withoutAddress: z.int(),
  invalid: z.int(),
  invalidAddresses: z.array(invalidNumber),
  recipients: z.int(),
  units: z.int(),
  balance: z.int(),
  /** Negative when units are missing. */
  balanceAfter: z.int(),
  /** Who it comes from. */
  from: z.object({ name: z.string(), address: z.string() }),
  /** How many emails the day still takes without a domain of one's own; null: as many as one likes. */
  leftToday: z.nullable(z.int()),
})
export type EmailQuote = z.infer<typeof emailQuote>

export const quoteEmail = endpoint({
  method: 'POST',
  path: '/api/messaging/email/quote',
  access: { ability: 'messages.send' },
  summary: 'What an email would cost and how many would receive it; sends nothing',
  body: z.object({ destination: emailDestination, topic: z.optional(topic) }),
  bodyBytes: MESSAGE_BYTES,
  response: emailQuote,
  errors: ['invalid_input', 'too_many_recipients', 'too_many_tries'],
})

export const testEmail = endpoint({
  method: 'POST',
  path: '/api/messaging/email/test',
  access: { ability: 'messages.send' },
  summary: 'Send an email to oneself, to see it',
  body: z.object({ content: writtenEmail }),
  bodyBytes: EMAIL_BYTES,
  response: z.object({ to: z.string() }),
  errors: ['invalid_input', 'not_found', 'too_many_tries'],
})

export const uploadEmailPicture = endpoint({
  method: 'POST',
  path: '/api/messaging/email/pictures',
  access: { ability: 'messages.send' },
  summary: 'Keep a picture for emails, at the size that they show it in',
  multipart: { field: 'picture', maxBytes: 8 * 1024 * 1024 },
  response: z.object({ id, url: z.string(), width: z.int(), height: z.int() }),
  errors: ['invalid_input', 'unsupported_image', 'unsupported_media_type', 'too_large', 'too_many_tries'],
})

/** Refusals that a person must read come as HTTP 200 with `status: false` and a code. */
export const emailSent = z.object({
  status: z.boolean(),
  message: z.string(),
  response: z.string(),
  unitsUsed: z.int(),
  code: z.optional(
    z.enum(['not_enough_units', 'no_recipients', 'too_many_recipients', 'quote_changed', 'domain_needed']),
  ),
  sentMessageDTO: z.optional(z.object({ id, subject: z.string(), smsUnitsUsed: z.int() })),
})

export const sendEmail = endpoint({
  method: 'POST',
  path: '/api/Messaging/sendEmail',
  access: { ability: 'messages.send' },
  summary: 'Send an email to contacts, groups, persons or typed addresses',
  idempotent: true,
  body: z.object({
    subject: writtenEmail.shape.subject,
    /** An HTML document: what does not belong into an email is taken out. Left out where `blocks` are given. */
    message: z.optional(z.string().check(z.maxLength(HTML_MAX_LENGTH))),
    blocks: z.optional(writtenEmail.shape.blocks),
    preview: writtenEmail.shape.preview,
    language: writtenEmail.shape.language,
    topic: writtenEmail.shape.topic,
    neutralName: writtenEmail.shape.neutralName,
    contacts: z.nullish(z.array(z.unknown()).check(z.maxLength(5_000))),
    /** `group_<id>`, or `membership_` and the empty guid for all contacts. */
    groupedContacts: z.nullish(z.array(z.string().check(z.maxLength(80))).check(z.maxLength(500))),
    /** Person ids, split by commas. */
    ToContacts: z.nullish(z.string().check(z.maxLength(200_000))),
    /** Addresses, split by commas, semicolons or new lines. */
    toOthers: z.nullish(z.string().check(z.maxLength(2_000_000))),
    isPersonalized: z.optional(z.boolean()),
    /** The units of the quote that the sender saw; when they no longer agree nothing is sent. */
    quotedUnits: z.optional(z.int()),
  }),
  bodyBytes: BODY_MAX,
  response: emailSent,
  errors: ['invalid_input', 'not_found', 'too_many_tries'],
})

const listedEmail = z.object({
  id,
  subject: z.string(),
  /** The HTML document as it was kept; what was written in blocks has none. */
  message: z.string(),
  /** Instant, ISO 8601. */
  dateSent: z.string(),
  smsUnitsUsed: z.int(),
  sentByUser: z.string(),
  state: campaignState,
})
export type ListedEmail = z.infer<typeof listedEmail>

export const getAllSentEmails = endpoint({
  method: 'GET',
  path: '/api/Messaging/getAllSentEmails',
  access: { ability: 'messages.read' },
  summary: 'Sent emails, newest first, 50 a page; search in the subject',
  query: z.object({
    ...numberedPageQuery.shape,
    search: pageQuery.search,
    /** Without their texts, which may be long. */
    brief: z.optional(z.literal('1')),
  }),
  response: numberedPage(listedEmail),
  errors: ['invalid_input'],
})

export const deleteSentEmails = endpoint({
  method: 'DELETE',
  path: '/api/Messaging/DeleteSentEmails',
  access: { ability: 'messages.send' },
  summary: 'Take emails off the list; ids split by commas. Whoever got them keeps them',
  query: z.object({ IdList: z.string().check(z.maxLength(40_000)) }),
  response: z.object({ deleted: z.boolean(), message: z.string() }),
  errors: ['invalid_input'],
})

/** Ids of the columns that the list of sent emails can be taken away with. */
export const sentEmailColumns = [
  'sentAt',
  'subject',
  'sentBy',
  'recipients',
  'delivered',
  'accepted',
  'waiting',
  'bounced',
  'unknown',
  'skipped',
  'units',
  'state',
] as const
export type SentEmailColumn = (typeof sentEmailColumns)[number]

export const exportSentEmails = endpoint({
  method: 'GET',
  path: '/api/messaging/email/sent/export',
  access: { ability: 'messages.read' },
  summary: 'Sent emails that match the search, as a file; times are those of the church',
  query: z.object({ search: pageQuery.search, ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})

export const sentEmail = z.object({
  id,
  subject: z.string(),
  sentAt: z.string(),
  sentBy: z.string(),
  topic,
  recipients: z.int(),
  units: z.int(),
  /** Units still set aside: they come back when the rest is cancelled. */
  unitsHeld: z.int(),
  state: campaignState,
  /** Instant at which the next of those leave who are not for today, ISO 8601; null: nobody waits for that. */
  leavesAt: z.nullable(z.string()),
  /** Who cancelled the rest, and when (ISO 8601); null: nobody did. */
  cancelled: z.nullable(z.object({ by: z.string(), at: z.string() })),
  /** `accepted`: handed over, and no more news. `bounced`: refused, by our mail server or the recipient's. */
  counts: z.object({
    waiting: z.int(),
    accepted: z.int(),
    delivered: z.int(),
    bounced: z.int(),
    /** Of those: refused for now, by a full mailbox say; the others for good. */
    bouncedForNow: z.int(),
    unknown: z.int(),
    skipped: z.int(),
    /** Of those: the rest of an email that was cancelled; the others opted out or were archived before it left. */
    cancelled: z.int(),
    /** Of those who received it. */
    unsubscribed: z.int(),
    markedAsSpam: z.int(),
    /** Who loaded its pictures; null: the church did not count that when it was sent. */
    opened: z.nullable(z.int()),
  }),
})
export type SentEmail = z.infer<typeof sentEmail>

export const readSentEmail = endpoint({
  method: 'GET',
  path: '/api/messaging/email/sent/{id}',
  access: { ability: 'messages.read' },
  summary: 'One sent email with its figures',
  params: idParams,
  response: sentEmail,
  errors: ['invalid_input', 'not_found'],
})

export const cancelEmail = endpoint({
  method: 'POST',
  path: '/api/messaging/email/sent/{id}/cancel',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Send an email to nobody of those it has not left for; their units come back',
  params: idParams,
  response: sentEmail,
  errors: ['invalid_input', 'not_found', 'message_over'],
})

export const readEmailPage = endpoint({
  method: 'GET',
  path: '/api/messaging/email/sent/{id}/page',
  access: { ability: 'messages.read' },
  summary: 'A sent email as it looks, for a frame without scripts',
  params: idParams,
  query: z.object({ scheme: emailScheme }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found'],
})

export const readEmailMessage = endpoint({
  method: 'GET',
  path: '/api/messaging/email/sent/{id}/message',
  access: { ability: 'messages.send' },
  summary: 'What was written and for whom, to be opened again',
  params: idParams,
  response: z.object({ content: keptEmail, destination: z.nullable(emailDestination), pictures: emailPictures }),
  errors: ['invalid_input', 'not_found'],
})

/** What came back of one recipient: refused for good or for now, marked as spam, or unsubscribed since. */
export const emailSaid = z.enum(['hard', 'soft', 'complaint', 'unsubscribed'])
export type EmailSaid = z.infer<typeof emailSaid>

const emailRecipient = z.extend(recipientRow, { said: z.nullable(emailSaid) })
export type EmailRecipient = z.infer<typeof emailRecipient>

const recipientFilter = { state: z.optional(recipientState), said: z.optional(emailSaid) }

export const listEmailRecipients = endpoint({
  method: 'GET',
  path: '/api/messaging/email/sent/{id}/recipients',
  access: { ability: 'messages.read' },
  summary: 'The delivery report of one sent email, in the order of its recipients; `phone` is the address',
  params: idParams,
  query: z.object({ ...pageQuery, ...recipientFilter }),
  response: pageOf(emailRecipient),
  errors: ['invalid_input', 'not_found', 'invalid_cursor'],
})

export const exportEmailRecipients = endpoint({
  method: 'GET',
  path: '/api/messaging/email/sent/{id}/recipients/export',
  access: { ability: 'messages.read' },
  summary: 'Delivery report of one sent email, as a file; times are those of the church',
  params: idParams,
  query: z.object({ search: pageQuery.search, ...recipientFilter, ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found', 'too_many_for_format', 'busy'],
})
