import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint } from '../endpoint.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'
import { careNote } from './family.ts'

const teacher = { ability: 'checkin.class', whileGated: true } as const

export const rosterChild = z.object({
  personId: id,
  firstName: z.string(),
  lastName: z.string(),
  ageMonths: z.nullable(z.int()),
  pictureUrl: z.nullable(z.string()),
  care: z.array(careNote),
  mayNotLeaveWith: z.array(z.string()),
  state: z.enum(['registered', 'checked_in', 'checked_out']),
  checkedInAt: z.nullable(z.string()),
  checkedOutAt: z.nullable(z.string()),
  /** Somebody has come for the child; instant. */
  collectorAt: z.nullable(z.string()),
  /** A teacher ticked that the notes were read. */
  seen: z.nullable(z.object({ at: z.string(), by: z.string() })),
  guardians: z.array(z.object({ name: z.string(), phone: z.nullable(z.string()) })),
  /** The last time the class asked for a parent. */
  call: z.nullable(
    z.object({
      at: z.string(),
      sms: z.enum(['sent', 'no_phone', 'no_sender', 'no_units']),
      answeredAt: z.nullable(z.string()),
    }),
  ),
})
export type RosterChild = z.infer<typeof rosterChild>

export const roster = z.object({
  classId: id,
  className: z.string(),
  event: z.object({ id, name: z.string(), startsAt: z.string(), endsAt: z.string() }),
  capacity: z.nullable(z.int()),
  ratio: z.nullable(z.int()),
  adults: z.int(),
  /** `short`: more children than the adults may look after; `edge`: one more would be; `free`: nobody counts. */
  light: z.enum(['free', 'enough', 'edge', 'short']),
  children: z.array(rosterChild),
})
export type Roster = z.infer<typeof roster>

export const readRoster = endpoint({
  method: 'GET',
  path: '/api/checkin/classes/{id}/roster',
  access: teacher,
  summary: 'A class with its children and what has to be known of them',
  params: idParams,
  response: roster,
  errors: ['invalid_input', 'not_found'],
})

/** For choosing: the classes of today's events, or of the next one. */
export const listClasses = endpoint({
  method: 'GET',
  path: '/api/checkin/classes',
  access: teacher,
  summary: 'The classes of today',
  response: z.array(
    z.object({
      id,
      name: z.string(),
      eventId: id,
      eventName: z.string(),
      startsAt: z.string(),
      isToday: z.boolean(),
      registered: z.int(),
      checkedIn: z.int(),
    }),
  ),
  errors: [],
})

export const markSeen = endpoint({
  method: 'POST',
  path: '/api/checkin/classes/{id}/seen',
  access: teacher,
  summary: 'Tick that the notes about a child were read, or take the tick back',
  params: idParams,
  body: z.object({ personId: id, seen: z.boolean() }),
  response: roster,
  errors: ['invalid_input', 'not_found'],
})

export const countAdults = endpoint({
  method: 'PUT',
  path: '/api/checkin/classes/{id}/adults',
  access: teacher,
  summary: 'How many adults are with the class now',
  params: idParams,
  body: z.object({ adults: z.int().check(z.gte(0), z.lte(200)) }),
  response: roster,
  errors: ['invalid_input', 'not_found'],
})

/** At most once a minute for a child (`too_many_tries`). */
export const pageParent = endpoint({
  method: 'POST',
  path: '/api/checkin/classes/{id}/page',
  access: teacher,
  summary: 'Ask the parents of a child to come to the class',
  params: idParams,
  body: z.object({ personId: id }),
  response: roster,
  errors: ['invalid_input', 'not_found', 'too_many_tries'],
})

// ── the custody log ──

export const custodyActs = [
  'checked_in',
  'moved',
  'labels_reprinted',
  'collector_came',
  'parent_called',
  'checked_out',
  'release_refused',
  'released_by_two',
  'taken_over',
] as const
export const custodyAct = z.enum(custodyActs)
export type CustodyAct = z.infer<typeof custodyAct>

export const custodyRow = z.object({
  eventId: id,
  eventName: z.string(),
  /** Counted from 1 in the event, without a gap. */
  number: z.int(),
  at: z.string(),
  act: custodyAct,
  childName: z.nullable(z.string()),
  className: z.nullable(z.string()),
  collectorName: z.nullable(z.string()),
  actorName: z.string(),
  secondActorName: z.nullable(z.string()),
  stationName: z.nullable(z.string()),
  /** Why a release was refused, or was made by two. */
  reason: z.nullable(z.string()),
  /** False: this entry was changed, or stands where another was. */
  intact: z.boolean(),
})
export type CustodyRow = z.infer<typeof custodyRow>

export const custodyFilter = {
  eventId: z.optional(id),
  act: z.optional(custodyAct),
  from: z.optional(calendarDay),
  until: z.optional(calendarDay),
}

export const listCustody = endpoint({
  method: 'GET',
  path: '/api/checkin/custody',
  access: { ability: 'checkin.manage', whileGated: true },
  summary: 'Who was let in and out, when and by whom; the latest first',
  query: z.object({ ...pageQuery, ...custodyFilter }),
  response: pageOf(custodyRow),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const verifyCustody = endpoint({
  method: 'GET',
  path: '/api/checkin/custody/check',
  access: { ability: 'checkin.manage', whileGated: true },
  summary: 'Goes through the whole log and says where it was changed',
  response: z.object({
    entries: z.int(),
    intact: z.boolean(),
    /** The first place of each event at which something is not as it was written. */
    broken: z.array(z.object({ eventId: id, eventName: z.string(), number: z.int() })),
  }),
  errors: [],
})
