import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint } from '../endpoint.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'
import { personDetail, personInput } from '../people/persons.ts'
import { channels, outcomes } from './look-ups.ts'
import { stage, source, track } from './settings.ts'
import { followupTask, taskComment } from './tasks.ts'

const access = { ability: 'followup.manage' } as const
const text = z.nullable(z.string())
const channel = z.enum(channels)
const outcome = z.enum(outcomes)
/** Yes 0, No 1, Maybe 2, On Transit 3. */
const answer = z.nullable(z.int().check(z.gte(0), z.lte(3)))

/** How somebody was entered. */
const origin = z.enum(['staff', 'import', 'walk_in', 'form'])
export type Origin = z.infer<typeof origin>

export const newcomerRow = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: text,
  mobilePhone: text,
  /** First-timer 0, new convert 1. */
  memberType: z.int(),
  pictureUrl: text,
  ownerName: text,
  /** Whoever looked after them has left the staff. */
  ownerLeft: z.boolean(),
  stage: z.string(),
  firstVisitOn: text,
  origin,
})
export type NewcomerRow = z.infer<typeof newcomerRow>

export const listNewcomers = endpoint({
  method: 'GET',
  path: '/api/followup/people',
  access,
  summary: 'Who is followed up, the latest first; search in any field',
  query: z.object({
    ...pageQuery,
    /** Account that looks after them; `none`: nobody does. */
    owner: z.optional(z.union([z.literal('none'), id])),
  }),
  response: pageOf(newcomerRow),
  errors: ['invalid_input', 'invalid_cursor'],
})

/** A phone that is known is the same person: `known` says so, and nobody is added. */
export const addNewcomer = endpoint({
  method: 'POST',
  path: '/api/followup/people',
  access,
  summary: 'Add a first-timer or new convert',
  body: z.object({
    ...personInput.shape,
    kind: track,
    sourceId: z.nullable(z.int()),
    interest: answer,
    wantsVisit: answer,
    ownerId: z.nullable(id),
  }),
  response: z.object({ id, known: z.boolean() }),
  errors: ['invalid_input', 'not_found', 'retired', 'not_on_team', 'away'],
  idempotent: true,
})

const logEntry = z.object({
  id,
  at: z.string(),
  kind: z.enum([
    'entered',
    'visit',
    'contact',
    'message',
    'note',
    'owner',
    'stage',
    'lead_status',
    'task',
    'member',
    'merged',
    'check_in',
  ]),
  byName: text,
  isMine: z.boolean(),
  channel: z.nullable(channel),
  outcome: z.nullable(outcome),
  text: z.string(),
  isPrivate: z.boolean(),
  isEdited: z.boolean(),
  /** Names of stages and owners, numbers of lead status and task; null: none. */
  before: text,
  after: text,
  reason: text,
  taskId: z.nullable(id),
  ruleVersion: z.nullable(z.int()),
})
export type LogLine = z.infer<typeof logEntry>

const member = z.object({ id, firstName: z.string(), lastName: z.string(), isAway: z.boolean() })

export const newcomerDetail = z.object({
  person: personDetail,
  kind: track,
  firstVisitOn: text,
  owner: z.nullable(
    z.object({ id, name: z.string(), since: text, deputyName: text, isMine: z.boolean(), hasLeft: z.boolean() }),
  ),
  leadStatus: z.int(),
  stageId: z.int(),
  /** The path of this person, with the stage they stand in even where it is retired; `since`: last entered. */
  path: z.array(z.object({ ...stage.shape, since: text, isPassed: z.boolean() })),
  sources: z.array(source),
  sourceId: z.nullable(z.int()),
  interest: answer,
  wantsVisit: answer,
  means: answer,
  origin,
  /** Hours from the visit to the first contact; null: not yet, or no clock ran. */
  contactedAfterHours: z.nullable(z.int()),
  waitingHours: z.nullable(z.int()),
  snoozedUntil: text,
  smsRefused: z.boolean(),
  emailRefused: z.boolean(),
  tasks: z.array(z.extend(followupTask, { discussion: z.array(taskComment) })),
  log: z.array(logEntry),
  team: z.array(member),
})
export type NewcomerDetail = z.infer<typeof newcomerDetail>

export const readNewcomer = endpoint({
  method: 'GET',
  path: '/api/followup/people/{id}',
  access,
  summary: 'Everything about somebody who is followed up; private notes only for their writer',
  params: idParams,
  response: newcomerDetail,
  errors: ['invalid_input', 'not_found'],
})

const done = { response: z.object({ id: z.nullable(id) }), errors: ['invalid_input', 'not_found', 'archived'] } as const
/** Instant; null: none. */
const until = z.nullable(z.iso.datetime({ offset: true }))

export const logContact = endpoint({
  method: 'POST',
  path: '/api/followup/people/{id}/contacts',
  access,
  summary: 'How a call, a message or a visit went; who was reached is contacted',
  params: idParams,
  body: z.object({
    channel,
    outcome: z.nullable(outcome),
    text: z.string().check(z.trim(), z.maxLength(4_000)),
    /** The card is out of the way until then. */
    snoozeUntil: until,
  }),
  ...done,
  idempotent: true,
})

export const snoozeNewcomer = endpoint({
  method: 'PUT',
  path: '/api/followup/people/{id}/snooze',
  access,
  summary: 'Put a card out of the way until an instant; null: bring it back',
  params: idParams,
  body: z.object({ until }),
  ...done,
})

export const markVisit = endpoint({
  method: 'POST',
  path: '/api/followup/people/{id}/visits',
  access,
  summary: 'They were at church on a day; saying it twice changes nothing',
  params: idParams,
  body: z.object({ day: calendarDay }),
  ...done,
})

export const unmarkVisit = endpoint({
  method: 'DELETE',
  path: '/api/followup/people/{id}/visits/{day}',
  access,
  summary: 'Take back a visit that was marked by hand',
  params: z.object({ id, day: calendarDay }),
  ...done,
})

export const editLogLine = endpoint({
  method: 'PUT',
  path: '/api/followup/log/{id}',
  access,
  summary: 'Change the words of an own note or contact',
  params: idParams,
  body: z.object({ text: z.string().check(z.trim(), z.maxLength(4_000)), isPrivate: z.optional(z.boolean()) }),
  response: z.object({ id: z.nullable(id) }),
  errors: ['invalid_input', 'not_found', 'not_allowed'],
})

/** Archived, and for a week undone like every archiving. */
export const removeNewcomer = endpoint({
  method: 'DELETE',
  path: '/api/followup/people/{id}',
  access,
  summary: 'Archive a first-timer or new convert',
  params: idParams,
  response: z.object({ id: z.nullable(id) }),
  errors: ['invalid_input', 'not_found', 'has_account', 'not_allowed'],
})
