import { z } from 'zod/mini'
import { deliveryReason } from './delivery-reasons.ts'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { departure, destination } from './sms.ts'
import { id, idParams, numberedPage, numberedPageQuery, pageOf, pageQuery } from '../pages.ts'

/**
 * Where one recipient's message stands. `sent`: the gateway took it, and its receipt is waited for; `no_report`: it never
 * came, and the gateway cannot tell either; `unknown`: the gateway never said whether it took it.
 */
export const recipientState = z.enum(['queued', 'sent', 'no_report', 'delivered', 'failed', 'unknown', 'skipped'])
export type RecipientState = z.infer<typeof recipientState>

const counts = z.object({
  queued: z.int(),
  sent: z.int(),
  no_report: z.int(),
  delivered: z.int(),
  failed: z.int(),
  unknown: z.int(),
  skipped: z.int(),
})

/**
 * Where a message stands. `waiting`: what is left of it leaves when the hours allow it; `cancelled`: nothing more is handed
 * over, and what was left over is skipped.
 */
export const campaignState = z.enum(['sending', 'waiting', 'paused', 'cancelled', 'finished'])
export type CampaignState = z.infer<typeof campaignState>

/** Messages whose units came back, by why. Units themselves are rounded once for the whole of it. */
const returnedFor = z.object({
  /** Taken by a gateway and not delivered, where the route gives units back for that. */
  undelivered: z.int(),
  /** Never taken by a gateway. */
  refused: z.int(),
  cancelled: z.int(),
  /** Not sent, because people opted out in the meantime. */
  skipped: z.int(),
})

export const campaignRow = z.object({
  id,
  senderId: z.string(),
  message: z.string(),
  /** Instant, ISO 8601. */
  sentAt: z.string(),
  sentBy: z.string(),
  recipients: z.int(),
  /** Units set aside when it was sent, and those of them spent so far, without what came back. */
  unitsHeld: z.int(),
  unitsSpent: z.int(),
  /** Units finally spent; while the campaign runs, what is spent plus what is still held. */
  units: z.int(),
  /** Units given back for messages that were not accepted or not delivered. */
  unitsReturned: z.int(),
  returnedFor,
  counts,
  state: campaignState,
  /** Instant at which the next of those leave who wait for the hours, ISO 8601; null: nobody waits for that. */
  leavesAt: z.nullable(z.string()),
})
export type CampaignRow = z.infer<typeof campaignRow>

export const campaignReport = z.extend(campaignRow, {
  /** Who paused or cancelled it, and when (ISO 8601); null: it is neither. */
  steered: z.nullable(z.object({ by: z.string(), at: z.string() })),
  /** Whether each message ended in the line with the opt-out link. */
  optOutLink: z.boolean(),
  /** How many wait for the hours of which country, and until when. */
  waiting: z.array(departure),
})
export type CampaignReport = z.infer<typeof campaignReport>

export const listCampaigns = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/sent',
  access: { ability: 'messages.read' },
  summary: 'Sent SMS, newest first; search in sender ID and message',
  query: z.object({ ...pageQuery, state: z.optional(campaignState) }),
  response: pageOf(campaignRow),
  errors: ['invalid_input', 'invalid_cursor'],
})

/** Ids of the columns that the list of sent SMS can be taken away with. */
export const sentColumns = [
  'sentAt',
  'senderId',
  'message',
  'sentBy',
  'recipients',
  'delivered',
  'sent',
  'queued',
  'failed',
  'no_report',
  'unknown',
  'skipped',
  'units',
  'unitsReturned',
  'state',
] as const
export type SentColumn = (typeof sentColumns)[number]

export const exportSent = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/sent/export',
  access: { ability: 'messages.read' },
  summary: 'Sent SMS that match the search, as a file; times are those of the church',
  query: z.object({ search: pageQuery.search, state: z.optional(campaignState), ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})

export const readCampaign = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/sent/{id}',
  access: { ability: 'messages.read' },
  summary: 'One sent SMS with its figures',
  params: idParams,
  response: campaignReport,
  errors: ['invalid_input', 'not_found'],
})

/** What a message was: to be opened again for another like it. */
export const readMessage = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/sent/{id}/message',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Text, sender, route and destination of one sent SMS, as they were chosen',
  params: idParams,
  response: z.object({
    senderId: z.string(),
    message: z.string(),
    neutralName: z.string(),
    routeId: z.string(),
    /** Whether it ended in the line with the opt-out link. */
    optOutLink: z.boolean(),
    /** Null: it was sent before destinations were kept. */
    destination: z.nullable(destination),
  }),
  errors: ['invalid_input', 'not_found'],
})

export const recipientRow = z.object({
  position: z.int(),
  name: z.string(),
  phone: z.string(),
  /** The network that the number is on, guessed by its first digits; null: none is known. */
  network: z.nullable(z.string()),
  /** Who has this number now; null: nobody in People. */
  personId: z.nullable(id),
  state: recipientState,
  segments: z.int(),
  /** What its pages cost, not rounded as the whole message is, and whether that came back. */
  units: z.number(),
  returned: z.boolean(),
  reason: z.nullable(deliveryReason),
  /** What the gateway or the network called it. */
  code: z.nullable(z.string()),
  /** Instant of the last change, ISO 8601. */
  at: z.string(),
  /** Instant at which it leaves, of one that waits for the hours; null: as soon as it can. */
  leavesAt: z.nullable(z.string()),
})
export type RecipientRow = z.infer<typeof recipientRow>

const recipientFilter = { state: z.optional(recipientState), reason: z.optional(z.string().check(z.maxLength(100))) }

export const listRecipients = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/sent/{id}/recipients',
  access: { ability: 'messages.read' },
  summary: 'Delivery report of one sent SMS, recipient by recipient',
  params: idParams,
  query: z.object({ ...pageQuery, ...recipientFilter }),
  response: pageOf(recipientRow),
  errors: ['invalid_input', 'invalid_cursor', 'not_found'],
})

export const countReasons = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/sent/{id}/reasons',
  access: { ability: 'messages.read' },
  summary: 'Why recipients of one sent SMS got nothing: how many for each reason, most first',
  params: idParams,
  response: z.array(z.object({ state: recipientState, reason: deliveryReason, people: z.int() })),
  errors: ['invalid_input', 'not_found'],
})

/** Ids of the columns that a delivery report can be taken away with. */
export const recipientColumns = [
  'position',
  'name',
  'phone',
  'network',
  'state',
  'segments',
  'units',
  'reason',
  'code',
  'at',
] as const
export type RecipientColumn = (typeof recipientColumns)[number]

export const exportRecipients = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/sent/{id}/recipients/export',
  access: { ability: 'messages.read' },
  summary: 'Delivery report of one sent SMS, as a file; times are those of the church',
  params: idParams,
  query: z.object({ search: pageQuery.search, ...recipientFilter, ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found', 'too_many_for_format', 'busy'],
})

/** Entries of one message in the list of existing clients, who count them. */
export const REPORT_ENTRIES_MAX = 1_000
/** Recipients of one message in their report; a larger one is read by pages or taken away as a file. */
export const DETAILS_MAX = 20_000

/**
 * The same list in the shape of existing clients, 50 a page. `report` has one entry a recipient; of a message to more than
 * `REPORT_ENTRIES_MAX` so many, in the same shares.
 */
export const getAllSentSms = endpoint({
  method: 'GET',
  path: '/api/Messaging/getAllSentSms',
  access: { ability: 'messages.read' },
  summary: 'Sent SMS by page number',
  query: numberedPageQuery,
  response: numberedPage(
    z.object({
      id,
      message: z.string(),
      subject: z.string(),
      dateSent: z.string(),
      smsUnitsUsed: z.int(),
      report: z.array(z.object({ status: z.string() })),
      deliveryReport: z.array(z.object({ report: z.string() })),
    }),
  ),
  errors: ['invalid_input'],
})

const reportQuery = z.object({ CommReportId: id })

export const getSentSmsById = endpoint({
  method: 'GET',
  path: '/api/Messaging/getSentSMSbyId',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Text and sender of one sent SMS',
  query: reportQuery,
  response: z.object({ id, subject: z.string(), message: z.string(), dateSent: z.string(), sentByUser: z.string() }),
  errors: ['invalid_input', 'not_found'],
})

export const getSentMessageDetails = endpoint({
  method: 'GET',
  path: '/api/Messaging/GetSentMessageDetails',
  access: { ability: 'messages.read' },
  summary: 'Delivery report of one sent SMS as one list: its first 20,000 recipients',
  query: reportQuery,
  response: z.array(
    z.object({ recipient: z.string(), name: z.string(), deliveryReport: z.string(), date: z.string() }),
  ),
  errors: ['invalid_input', 'not_found'],
})

/** Takes messages off the sent list. The ledger and the receipts stay. */
export const deleteSentSms = endpoint({
  method: 'DELETE',
  path: '/api/Messaging/DeleteSentSMS',
  access: { ability: 'messages.send' },
  summary: 'Take sent SMS off the list; ids split by commas',
  query: z.object({
    IdList: z.optional(z.string().check(z.maxLength(40_000))),
    SentSMSIdList: z.optional(z.string().check(z.maxLength(40_000))),
  }),
  response: z.object({ deleted: z.boolean(), message: z.string() }),
  errors: ['invalid_input'],
})
