import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../pages.ts'
import { emailContent, HTML_MAX_LENGTH } from './email-content.ts'
import { sendEmail } from './emails.ts'

/** Drafts and schedules of emails, in the shapes of existing clients. */
const listed = z.object({ id, subject: z.string(), body: z.string(), dateModified: z.string() })

/** So spelled. */
export const saveEmailDraft = endpoint({
  method: 'POST',
  path: '/api/Messaging/saveEmaillDraft',
  access: { ability: 'messages.send' },
  summary: 'Keep an email as a draft, or as the birthday message',
  idempotent: true,
  body: z.object({
    subject: z.optional(emailContent.shape.subject),
    body: z.string().check(z.maxLength(HTML_MAX_LENGTH)),
    isDefaultBirthDayMessage: z.optional(z.boolean()),
  }),
  bodyBytes: HTML_MAX_LENGTH + 10_000,
  response: z.extend(listed, { isDefaultBirthDayMessage: z.boolean() }),
  errors: ['invalid_input', 'too_many_drafts'],
})

export const getEmailDrafts = endpoint({
  method: 'GET',
  path: '/api/Messaging/getEmailDrafts',
  access: { ability: 'messages.read' },
  summary: 'Email drafts and the birthday message',
  response: z.array(listed),
  errors: [],
})

export const getEmailDraftById = endpoint({
  method: 'GET',
  path: '/api/Messaging/getEmailDraftByID',
  access: { ability: 'messages.read' },
  summary: 'Subject and text of one email draft',
  query: z.object({ id }),
  response: listed,
  errors: ['invalid_input', 'not_found'],
})

const deleted = z.object({ deleted: z.boolean(), message: z.string() })
const idList = z.string().check(z.maxLength(40_000))

export const deleteEmailDrafts = endpoint({
  method: 'DELETE',
  path: '/api/Messaging/DeleteEmailDrafts',
  access: { ability: 'messages.send' },
  summary: 'Delete email drafts; ids split by commas',
  query: z.object({ EmailDraftIdList: idList }),
  response: deleted,
  errors: ['invalid_input'],
})

/** `executionDate` is answered in ISO 8601 with the church's offset. */
const schedule = z.object({
  id,
  subject: z.string(),
  message: z.string(),
  isExecuted: z.boolean(),
  executionDate: z.string(),
})

const writtenTime = z.nullish(z.string().check(z.maxLength(40)))

export const saveEmailSchedule = endpoint({
  method: 'POST',
  path: '/api/Messaging/saveEmailSchedule',
  access: { ability: 'messages.send' },
  summary: 'Schedule an email; date and time are those of the church’s clocks',
  idempotent: true,
  body: z.extend(sendEmail.body, {
    /** Read where `date` is missing. */
    executionDate: writtenTime,
    /** `YYYY-MM-DDTHH:mm:ss`. */
    date: writtenTime,
    /** `HH:mm:ss`; that of `date` without. */
    time: writtenTime,
  }),
  bodyBytes: sendEmail.bodyBytes,
  response: schedule,
  errors: [
    'invalid_input',
    'time_passed',
    'time_skipped',
    'too_far_ahead',
    'no_recipients',
    'too_many_drafts',
    'too_many_tries',
  ],
})

export const getEmailSchedules = endpoint({
  method: 'GET',
  path: '/api/Messaging/getEmailSchedules',
  access: { ability: 'messages.read' },
  summary: 'Emails that wait for their time, could not go, or went within the last 30 days',
  response: z.array(schedule),
  errors: [],
})

export const deleteEmailSchedules = endpoint({
  method: 'DELETE',
  path: '/api/Messaging/DeleteEmailScheduledMessages',
  access: { ability: 'messages.send' },
  summary: 'Cancel and delete scheduled emails; ids split by commas',
  query: z.object({ ScheduledMessageIdList: idList }),
  response: deleted,
  errors: ['invalid_input'],
})
