import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'
import { destination, MESSAGE_BYTES, smsQuote, smsSent } from './sms.ts'

/** Longer than what can be sent: a text on its way to being short enough is not lost. */
const DRAFT_MESSAGE_MAX_LENGTH = 10_000
/** Drafts, templates and messages that wait for their time, of one church. */
export const DRAFTS_MAX = 500
export const DRAFTS_DELETED_AT_ONCE = 100

/** Refused when it goes or is scheduled, not while it is written: a draft may lack anything. */
export const smsDraftContent = z.object({
  /** The sender ID. */
  senderId: z.string().check(z.trim(), z.maxLength(20)),
  message: z.string().check(z.normalize('NFC'), z.maxLength(DRAFT_MESSAGE_MAX_LENGTH)),
  neutralName: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  /** The route that the sender wishes for; the church's usual one without. */
  routeId: z.optional(z.string().check(z.maxLength(40))),
  /** Whether it ends in the line with the opt-out link; left out: as the church has set it when it goes. */
  optOutLink: z.optional(z.boolean()),
})
export type SmsDraftContent = z.infer<typeof smsDraftContent>

/** Of those that can be written now. */
export const draftChannel = z.enum(['sms'])

/** What is written: each channel has a content of its own. */
export const writtenDraft = z.object({ channel: draftChannel, content: smsDraftContent, destination })

/** How often it was saved, as the screen knows it; 0: never. */
export const draftVersion = z.int().check(z.gte(0), z.lte(2_147_483_647))

export const draftState = z.enum(['draft', 'template', 'scheduled', 'failed', 'sent'])
export type DraftState = z.infer<typeof draftState>

/**
 * Why a message could not go at its time. `missed`: nothing of ours was at work for a day; `invalid`: its text or its
 * recipients were refused; `gate_shut`: most screens of the church were closed, and only SMS go then.
 */
export const failedReason = z.enum([
  'missed',
  'gate_shut',
  'not_enough_units',
  'sender_not_approved',
  'no_recipients',
  'too_many_recipients',
  'invalid',
])
export type FailedReason = z.infer<typeof failedReason>

export const draftRow = z.object({
  id,
  channel: draftChannel,
  state: draftState,
  /** The name of a template; null: none, as of the birthday message. */
  title: z.nullable(z.string()),
  isBirthday: z.boolean(),
  content: smsDraftContent,
  /** Whom it is for: groups and the file by the names of today. */
  chosen: z.object({
    allContacts: z.boolean(),
    /** Those whom a sent message failed to reach. */
    failedOf: z.nullable(id),
    groups: z.array(z.string()),
    persons: z.int(),
    numbers: z.int(),
    file: z.nullable(z.string()),
  }),
  version: draftVersion,
  createdBy: z.string(),
  /** Instants, ISO 8601. */
  createdAt: z.string(),
  changedBy: z.string(),
  changedAt: z.string(),
  /** When it goes, or was to go: the instant, and `YYYY-MM-DDTHH:mm` in the church's zone. */
  goesAt: z.nullable(z.string()),
  goesAtLocal: z.nullable(z.string()),
  reason: z.nullable(failedReason),
  /** The sent message that it became. */
  campaignId: z.nullable(id),
})
export type DraftRow = z.infer<typeof draftRow>

export const draft = z.extend(draftRow, { destination })
export type Draft = z.infer<typeof draft>

export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/messaging/drafts',
  access: { ability: 'messages.read', whileGated: true },
  summary: 'Messages that are not sent yet, last changed first; search in text, sender ID and title',
  query: z.object({
    ...pageQuery,
    /** `schedules`: those that go at a time or could not go; by that time, the next one first. */
    list: z.optional(z.enum(['drafts', 'templates', 'schedules'])),
    state: z.optional(draftState),
    channel: z.optional(draftChannel),
  }),
  response: pageOf(draftRow),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const countMessages = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/counts',
  access: { ability: 'messages.read' },
  summary: 'How many SMS stand on each list: sent, scheduled or could not go, drafts, templates',
  response: z.object({ sent: z.int(), schedules: z.int(), drafts: z.int(), templates: z.int() }),
  errors: [],
})

export const readDraft = endpoint({
  method: 'GET',
  path: '/api/messaging/drafts/{id}',
  access: { ability: 'messages.read', whileGated: true },
  summary: 'One message that is not sent yet, whole',
  params: idParams,
  response: draft,
  errors: ['invalid_input', 'not_found'],
})

/**
 * The first save, with version 0, makes the draft; the screen makes its id. Saving the same again changes nothing. A failed
 * one becomes a draft again. `changed_meanwhile` says in its fields what is there now: version, state, changedBy, changedAt
 * (ISO 8601) and message.
 */
export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/messaging/drafts/{id}',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Keep a draft, with the version one has; two tabs never write over each other',
  params: idParams,
  body: z.extend(writtenDraft, { version: draftVersion }),
  bodyBytes: MESSAGE_BYTES,
  response: draftRow,
  errors: ['invalid_input', 'not_found', 'changed_meanwhile', 'too_many_drafts'],
})

export const saveTemplate = endpoint({
  method: 'PUT',
  path: '/api/messaging/templates/{id}',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Keep a text under a name, to begin messages with; versions as of drafts',
  params: idParams,
  body: z.object({
    channel: draftChannel,
    content: smsDraftContent,
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
    /** The message of birthdays: there is one, and the last one marked is it. */
    isBirthday: z.boolean(),
    version: draftVersion,
  }),
  response: draftRow,
  errors: ['invalid_input', 'not_found', 'changed_meanwhile', 'name_taken', 'too_many_drafts'],
})

export const deleteDrafts = endpoint({
  method: 'POST',
  path: '/api/messaging/drafts/delete',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Delete drafts, templates and schedules; what has been sent is not called back',
  body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(DRAFTS_DELETED_AT_ONCE)) }),
  response: z.object({ deleted: z.int() }),
  errors: ['invalid_input'],
})

export const duplicateSent = endpoint({
  method: 'POST',
  path: '/api/messaging/drafts/duplicate',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Make a draft of a sent message; the same request twice makes one',
  body: z.object({ id, campaignId: id }),
  response: draft,
  errors: ['invalid_input', 'not_found', 'changed_meanwhile', 'too_many_drafts'],
})

export const quoteDraft = endpoint({
  method: 'GET',
  path: '/api/messaging/drafts/{id}/quote',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'What it would cost to send a draft, a schedule or one that failed, now, and who would receive it',
  params: idParams,
  response: smsQuote,
  errors: ['invalid_input', 'not_found', 'already_sent', 'too_many_recipients', 'too_many_tries'],
})

/** Refusals that a person must read come as with `sendSms`: HTTP 200 with `status: false`. */
export const sendDraft = endpoint({
  method: 'POST',
  path: '/api/messaging/drafts/{id}/send',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Send a draft, a schedule or one that failed, now; once, however often it is asked',
  idempotent: true,
  params: idParams,
  body: z.object({ version: draftVersion, quotedUnits: z.optional(z.int()) }),
  response: smsSent,
  errors: ['invalid_input', 'not_found', 'changed_meanwhile', 'already_sent', 'too_many_tries'],
})

/** The same in the shapes of existing clients. */
const listed = z.object({ id, body: z.string(), dateModified: z.string() })

export const postSmsDraft = endpoint({
  method: 'POST',
  path: '/api/Messaging/PostSmsDraft',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Keep an SMS as a draft, or as the birthday message',
  idempotent: true,
  body: z.object({
    body: smsDraftContent.shape.message,
    isDefaultBirthDayMessage: z.optional(z.boolean()),
  }),
  response: z.extend(listed, { isDefaultBirthDayMessage: z.boolean() }),
  errors: ['invalid_input', 'too_many_drafts'],
})

export const getSmsDrafts = endpoint({
  method: 'GET',
  path: '/api/Messaging/getSMSDrafts',
  access: { ability: 'messages.read', whileGated: true },
  summary: 'SMS drafts and the birthday message',
  response: z.array(listed),
  errors: [],
})

export const getSmsDraftById = endpoint({
  method: 'GET',
  path: '/api/Messaging/getSMSDraftByID',
  access: { ability: 'messages.read', whileGated: true },
  summary: 'Text of one SMS draft',
  query: z.object({ id }),
  response: listed,
  errors: ['invalid_input', 'not_found'],
})

export const deleteSmsDraft = endpoint({
  method: 'DELETE',
  path: '/api/Messaging/DeleteSmsDraft',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Delete SMS drafts; ids split by commas',
  query: z.object({ SMSDraftIdList: z.string().check(z.maxLength(40_000)) }),
  response: z.object({ deleted: z.boolean(), message: z.string() }),
  errors: ['invalid_input'],
})

export const getDefaultMessage = endpoint({
  method: 'GET',
  path: '/api/Settings/GetDefaultMessage/{id}',
  access: { ability: 'messages.read', whileGated: true },
  summary: 'Text of one template',
  params: idParams,
  response: z.object({ returnObject: z.object({ id, message: z.string() }) }),
  errors: ['invalid_input', 'not_found'],
})
