import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'
import { draftRow, draftVersion } from './drafts.ts'
import { EMAIL_BYTES, emailContent, keptEmail, writtenEmail } from './email-content.ts'
import { emailDestination, emailPictures, emailScheme } from './emails.ts'
import { localTime, scheduleErrors, whichOfTwo } from './schedules.ts'
import { MESSAGE_BYTES } from './sms.ts'

/** Emails that are not sent yet, as their screens write them: versions and conflicts as of drafts of SMS. */
const { channel: _channel, isBirthday: _isBirthday, content: _content, chosen, ...common } = draftRow.shape
const { file: _file, ...whom } = chosen.shape

const row = z.object({
  ...common,
  subject: z.string(),
  /** Typed addresses count as `numbers`. */
  chosen: z.object(whom),
})
export type KeptEmailRow = z.infer<typeof row>

const KEPT = '/api/messaging/email/kept/{id}'
const BODY_BYTES = MESSAGE_BYTES + EMAIL_BYTES
const written = z.object({ content: emailContent, destination: emailDestination })

export const listKeptEmails = endpoint({
  method: 'GET',
  path: '/api/messaging/email/kept',
  access: { ability: 'messages.read' },
  summary: 'Emails that are not sent yet, as of the list of SMS; search in subject and title',
  query: z.object({ ...pageQuery, list: z.enum(['drafts', 'templates', 'schedules']) }),
  response: pageOf(row),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const readKeptEmail = endpoint({
  method: 'GET',
  path: KEPT,
  access: { ability: 'messages.read' },
  summary: 'One email that is not sent yet, whole; the text of a template as an email to begin with',
  params: idParams,
  response: z.extend(row, { content: keptEmail, destination: emailDestination, pictures: emailPictures }),
  errors: ['invalid_input', 'not_found'],
})

export const readKeptEmailPage = endpoint({
  method: 'GET',
  path: '/api/messaging/email/kept/{id}/page',
  access: { ability: 'messages.send' },
  summary: 'An email that is not sent yet as its recipients will see it, for a frame without scripts',
  params: idParams,
  query: z.object({
    scheme: emailScheme,
    /** Of the draft: another version stands at another address. */
    version: z.optional(z.string().check(z.regex(/^\d{1,10}$/))),
  }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found'],
})

export const keepEmail = endpoint({
  method: 'PUT',
  path: KEPT,
  access: { ability: 'messages.send' },
  summary: 'Keep an email as a draft, with the version one has',
  params: idParams,
  body: z.extend(written, { version: draftVersion }),
  bodyBytes: BODY_BYTES,
  response: row,
  errors: ['invalid_input', 'not_found', 'changed_meanwhile', 'too_many_drafts'],
})

export const keepEmailTemplate = endpoint({
  method: 'PUT',
  path: '/api/messaging/email/templates/{id}',
  access: { ability: 'messages.send' },
  summary: 'Keep an email under a name, to begin others with; versions as of drafts',
  params: idParams,
  body: z.object({
    content: emailContent,
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
    version: draftVersion,
  }),
  bodyBytes: EMAIL_BYTES,
  response: row,
  errors: ['invalid_input', 'not_found', 'changed_meanwhile', 'name_taken', 'too_many_drafts'],
})

export const scheduleEmail = endpoint({
  method: 'PUT',
  path: '/api/messaging/email/kept/{id}/schedule',
  access: { ability: 'messages.send' },
  summary: 'Send an email at a time of the church’s clocks; who gets it and what it costs is decided then',
  params: idParams,
  body: z.extend(written, { content: writtenEmail, localTime, version: draftVersion }),
  bodyBytes: BODY_BYTES,
  response: z.object({ email: row, which: whichOfTwo }),
  errors: [...scheduleErrors, 'too_many_tries'],
})

export const unscheduleEmail = endpoint({
  method: 'POST',
  path: '/api/messaging/email/kept/{id}/unschedule',
  access: { ability: 'messages.send' },
  summary: 'Make a draft of a scheduled email again; possible until it goes',
  params: idParams,
  response: row,
  errors: ['invalid_input', 'not_found', 'already_sent'],
})

export const sendKeptEmail = endpoint({
  method: 'POST',
  path: '/api/messaging/email/kept/{id}/send',
  access: { ability: 'messages.send' },
  summary: 'Send an email that is kept, now; once, however often it is asked',
  idempotent: true,
  params: idParams,
  body: z.object({
    version: draftVersion,
    quotedUnits: z.optional(z.int()),
    /** Without a domain that is right: what the day does not take leaves on the days after. */
    overDays: z.optional(z.boolean()),
  }),
  response: z.object({ id, recipients: z.int(), units: z.int() }),
  errors: [
    'invalid_input',
    'not_found',
    'changed_meanwhile',
    'already_sent',
    'no_recipients',
    'too_many_recipients',
    'quote_changed',
    'not_enough_units',
    'domain_needed',
    'too_many_tries',
  ],
})
