import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { smsSent } from '../messaging/sms.ts'
import { id, idParams } from '../pages.ts'
import { followupTask, taskComment } from './tasks.ts'

/** The follow-up calls of clients that exist already, in their shapes. */

const access = { ability: 'followup.manage' } as const
const path = '/api/FirsttimerManager'
const text = z.nullable(z.string())
const done = z.object({ response: z.string() })
const line = (most: number) => z.optional(z.nullable(z.string().check(z.maxLength(most))))

const contact = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: text,
  mobilePhone: text,
  memberType: z.int(),
})

/** The 500 latest people, and the 500 open tasks that are due first. */
export const contactsToFollow = endpoint({
  method: 'GET',
  path: `${path}/contactstofollow`,
  access,
  summary: 'People to follow up, and tasks',
  response: z.object({ people: z.array(contact), tasks: z.array(followupTask) }),
  errors: [],
})

/** `id` is the account: what an owner is changed to. */
export const contactOwners = endpoint({
  method: 'GET',
  path: `${path}/contactowners`,
  access,
  summary: 'Who follows people up',
  response: z.array(z.object({ id, firstName: z.string(), lastName: z.string() })),
  errors: [],
})

const cycle = z.object({ returnObject: z.array(z.object({ id: z.int(), name: z.string(), order: z.int() })) })
export const firstTimerCycle = endpoint({
  method: 'GET',
  path: '/firstimercycle',
  access,
  summary: 'Stages of first-timers',
  response: cycle,
  errors: [],
})
export const newConvertCycle = endpoint({
  method: 'GET',
  path: '/newconvertCycle',
  access,
  summary: 'Stages of new converts',
  response: cycle,
  errors: [],
})

/** Notes, tasks and history stay. `text`: what whoever takes over is to know. */
export const changeOwner = endpoint({
  method: 'PUT',
  path: `${path}/{id}/owner/change`,
  access,
  summary: 'Hand somebody on, or back to the pool',
  params: idParams,
  body: z.object({ ownerID: z.optional(z.nullable(z.union([id, z.literal('')]))), text: line(500) }),
  response: done,
  errors: ['invalid_input', 'not_found', 'archived', 'not_on_team', 'away'],
})

export const updateLifeCycle = endpoint({
  method: 'PUT',
  path: `${path}/{id}/lifecycle/update`,
  access,
  summary: 'Put somebody at a stage',
  params: idParams,
  body: z.object({ stageID: z.union([z.int(), z.string().check(z.regex(/^\d{1,5}$/))]) }),
  response: done,
  errors: ['invalid_input', 'not_found', 'archived', 'retired'],
})

export const updateLeadStatus = endpoint({
  method: 'PUT',
  path: `${path}/{id}/status/update`,
  access,
  summary: 'Active 0, Paused 1, Converted 2',
  params: idParams,
  query: z.object({ status: z.coerce.number().check(z.int(), z.gte(0), z.lte(2)) }),
  response: done,
  errors: ['invalid_input', 'not_found', 'archived'],
})

export const convertToMember = endpoint({
  method: 'POST',
  path: '/api/People/ConvertFirstTimerToMember',
  access,
  summary: 'Make a member of somebody who is followed up',
  query: z.object({ personId: id, membershipCategoryId: z.optional(z.string().check(z.maxLength(60))) }),
  response: done,
  errors: ['invalid_input', 'not_found', 'archived'],
})

const logged = z.object({
  id,
  type: z.int(),
  typeText: z.string(),
  description: z.string(),
  /** Day and time on the church's clocks: YYYY-MM-DD, HH:mm. */
  date: z.string(),
  time: z.string(),
  person: z.string(),
  outcomeText: text,
  loggedTask: z.nullable(z.extend(followupTask, { comments: z.array(taskComment) })),
})
export type LoggedLine = z.infer<typeof logged>

export const activityLogs = endpoint({
  method: 'GET',
  path: `${path}/logs`,
  access,
  summary: 'What was done about somebody, oldest first',
  query: z.object({ firsttimerID: id }),
  response: z.object({ returnObject: z.array(logged) }),
  errors: ['invalid_input', 'not_found'],
})

export const logActivity = endpoint({
  method: 'POST',
  path: `${path}/activity/log`,
  access,
  summary: 'Note a call, a visit or another contact',
  body: z.object({
    outcome: z.nullish(z.union([z.int(), z.string().check(z.maxLength(40))])),
    description: z.string().check(z.trim(), z.maxLength(4_000)),
    firsttimerID: id,
    type: z.coerce.number().check(z.int()),
  }),
  response: z.object({ response: z.string(), id }),
  errors: ['invalid_input', 'not_found', 'archived'],
  idempotent: true,
})

export const removeActivity = endpoint({
  method: 'DELETE',
  path: `${path}/activity/log/{id}`,
  access,
  summary: 'Take an own note or contact back',
  params: idParams,
  response: done,
  errors: ['invalid_input', 'not_found', 'archived', 'not_allowed'],
})

export const addNote = endpoint({
  method: 'POST',
  path: `${path}/{id}/notes/add`,
  access,
  summary: 'Write a note; a private one only its writer sees',
  params: idParams,
  body: z.object({
    note: z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000)),
    isPrivate: z.optional(z.boolean()),
  }),
  response: z.object({ response: z.string(), id }),
  errors: ['invalid_input', 'not_found', 'archived'],
  idempotent: true,
})

/** Refused where they asked to get nothing more (`stopped`), or have no address (`no_recipients`). */
export const sendEmail = endpoint({
  method: 'POST',
  path: `${path}/{id}/sendemail`,
  access,
  summary: 'Write somebody an email',
  params: idParams,
  body: z.object({
    subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    message: z.string().check(z.trim(), z.minLength(1), z.maxLength(3_700)),
  }),
  response: done,
  errors: ['invalid_input', 'not_found', 'archived', 'stopped', 'no_recipients'],
  idempotent: true,
})

/** What an SMS would cost and in whose name it can go, for the screen that writes it; sends nothing. */
export const quoteWrittenSms = endpoint({
  method: 'POST',
  path: '/api/followup/people/{id}/sms/quote',
  access,
  summary: 'What an SMS to somebody would cost, and under which sender IDs it can go',
  params: idParams,
  body: z.object({ message: z.string().check(z.maxLength(1_600)) }),
  response: z.object({
    /** Those that the church may send under; none: it cannot send yet. */
    senders: z.array(z.string()),
    pages: z.int(),
    units: z.int(),
    available: z.int(),
  }),
  errors: ['invalid_input', 'not_found', 'archived', 'no_recipients'],
})

/** `subject` is the sender ID; without one it is the church's own. What a person must read is answered with `status: false`. */
export const sendSms = endpoint({
  method: 'POST',
  path: `${path}/{id}/sendsms`,
  access,
  summary: 'Write somebody an SMS',
  params: idParams,
  body: z.object({
    subject: line(20),
    message: z.string().check(z.trim(), z.minLength(1), z.maxLength(1_600)),
  }),
  response: smsSent,
  errors: ['invalid_input', 'not_found', 'archived', 'stopped'],
  idempotent: true,
})
