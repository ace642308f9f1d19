import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { draftRow, draftVersion, smsDraftContent, writtenDraft } from './drafts.ts'
import { MESSAGE_BYTES, quoteSms, sendSms, smsQuote } from './sms.ts'

/** What the clocks of the church show: `YYYY-MM-DDTHH:mm`. */
export const localTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Choose a date and a time.'))

/** Which of two instants with the same local time was taken, in the hour that clocks show twice. */
export const whichOfTwo = z.enum(['only', 'first', 'second'])

/** What can stand in the way of any schedule. */
export const scheduleErrors = [
  'invalid_input',
  'not_found',
  'changed_meanwhile',
  'already_sent',
  'time_passed',
  'time_skipped',
  'too_far_ahead',
  'no_recipients',
  'too_many_drafts',
] as const

/**
 * Makes a schedule, also of a draft that is not saved yet (version 0), or changes one until it goes. Refused are a time that
 * is past (`time_passed`), one that the clocks jump over (`time_skipped`, the next one in `fields.next`) and one more than a
 * year ahead (`too_far_ahead`).
 */
export const scheduleDraft = endpoint({
  method: 'PUT',
  path: '/api/messaging/drafts/{id}/schedule',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Send a message at a time of the church’s clocks; who gets it and what it costs is decided then',
  params: idParams,
  body: z.extend(writtenDraft, {
    content: z.extend(smsDraftContent, {
      message: quoteSms.body.shape.message,
      neutralName: quoteSms.body.shape.neutralName,
    }),
    localTime,
    version: draftVersion,
  }),
  bodyBytes: MESSAGE_BYTES,
  response: z.object({
    draft: draftRow,
    which: whichOfTwo,
    /** As of now, with the hours of when it goes. Recipients, consent, price and units are decided then. */
    quoteNow: smsQuote,
  }),
  errors: [...scheduleErrors, 'sender_not_approved', 'too_many_recipients', 'too_many_tries'],
})

/** Before it is scheduled: what it would cost, and when it would really leave. Refuses the times that the schedule would refuse. */
export const quoteSchedule = endpoint({
  method: 'POST',
  path: '/api/messaging/schedules/quote',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'What a message would cost and when its routes would let it leave, at a time of the church’s clocks',
  body: z.extend(quoteSms.body, { localTime }),
  bodyBytes: MESSAGE_BYTES,
  response: z.object({
    /** Instant, ISO 8601: whoever leaves then has no time of their own in `departures`. */
    goesAt: z.string(),
    which: whichOfTwo,
    quote: smsQuote,
  }),
  errors: ['invalid_input', 'time_passed', 'time_skipped', 'too_far_ahead', 'too_many_recipients', 'too_many_tries'],
})

export const cancelSchedule = endpoint({
  method: 'POST',
  path: '/api/messaging/drafts/{id}/unschedule',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Make a draft of a scheduled message again; possible until it goes',
  params: idParams,
  response: draftRow,
  errors: ['invalid_input', 'not_found', 'already_sent'],
})

/** The same in the shapes of existing clients. `executionDate` is answered in ISO 8601 with the church's offset. */
const schedule = z.object({
  id,
  subject: z.string(),
  message: z.string(),
  isExecuted: z.boolean(),
  executionDate: z.string(),
})

const writtenTime = z.nullish(z.string().check(z.maxLength(40)))

export const saveSmsSchedule = endpoint({
  method: 'POST',
  path: '/api/Messaging/saveSmsSchedule',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Schedule an SMS; date and time are those of the church’s clocks',
  idempotent: true,
  body: z.extend(sendSms.body, {
    /** Read where `date` is missing. */
    executionDate: writtenTime,
    /** `YYYY-MM-DDTHH:mm:ss`. */
    date: writtenTime,
    /** `HH:mm:ss`; that of `date` without. */
    time: writtenTime,
  }),
  bodyBytes: MESSAGE_BYTES,
  response: schedule,
  errors: [
    'invalid_input',
    'time_passed',
    'time_skipped',
    'too_far_ahead',
    'sender_not_approved',
    'no_recipients',
    'too_many_recipients',
    'too_many_drafts',
    'too_many_tries',
  ],
})

export const getSmsSchedules = endpoint({
  method: 'GET',
  path: '/api/Messaging/getSmsSchedules',
  access: { ability: 'messages.read', whileGated: true },
  summary: 'SMS that wait for their time, could not go, or went within the last 30 days',
  response: z.array(schedule),
  errors: [],
})

export const deleteSmsSchedules = endpoint({
  method: 'DELETE',
  path: '/api/Messaging/DeleteSMSScheduledMessages',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Cancel and delete scheduled SMS; ids split by commas',
  query: z.object({ ScheduledMessageIdList: z.string().check(z.maxLength(40_000)) }),
  response: z.object({ deleted: z.boolean(), message: z.string() }),
  errors: ['invalid_input'],
})
