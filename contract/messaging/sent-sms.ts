import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
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

export const campaignRow = z.object({
  id,
  senderId: z.string(),
  message: z.string(),
  /** Instant, ISO 8601. */
  sentAt: z.string(),
  sentBy: z.string(),
  recipients: z.int(),
  /** Units finally spent; while the campaign runs, what is spent plus what is still held. */
  units: z.int(),
  /** Units given back for messages that were not accepted or not delivered. */
  unitsReturned: z.int(),
  counts,
  state: z.enum(['sending', 'finished']),
})
export type CampaignRow = z.infer<typeof campaignRow>

export const listCampaigns = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/sent',
  access: { ability: 'messages.read' },
  summary: 'Sent SMS, newest first; search in sender ID and message',
  query: z.object(pageQuery),
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
  query: z.object({ search: pageQuery.search, ...exportQuery }),
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
  response: campaignRow,
  errors: ['invalid_input', 'not_found'],
})

export const recipientRow = z.object({
  position: z.int(),
  name: z.string(),
  phone: z.string(),
  state: recipientState,
  segments: z.int(),
  reason: z.nullable(z.string()),
  /** Instant of the last change, ISO 8601. */
  at: z.string(),
})
export type RecipientRow = z.infer<typeof recipientRow>

export const listRecipients = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/sent/{id}/recipients',
  access: { ability: 'messages.read' },
  summary: 'Delivery report of one sent SMS, recipient by recipient',
  params: idParams,
  query: z.object({ ...pageQuery, state: z.optional(recipientState) }),
  response: pageOf(recipientRow),
  errors: ['invalid_input', 'invalid_cursor', 'not_found'],
})

/** Ids of the columns that a delivery report can be taken away with. */
export const recipientColumns = ['position', 'name', 'phone', 'state', 'segments', 'reason', 'at'] as const
export type RecipientColumn = (typeof recipientColumns)[number]

export const exportRecipients = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/sent/{id}/recipients/export',
  access: { ability: 'messages.read' },
  summary: 'Delivery report of one sent SMS, as a file; times are those of the church',
  params: idParams,
  query: z.object({ search: pageQuery.search, state: z.optional(recipientState), ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found', 'too_many_for_format', 'busy'],
})

/** The same list in the shape of existing clients, 50 a page. */
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
  summary: 'Delivery report of one sent SMS as one list',
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
