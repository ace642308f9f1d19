import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
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
      /** Browsers of the parents that the push service took the call for; null: that is not known yet. */
      devices: z.nullable(z.int()),
      /** `follows`: their devices were told first, the SMS goes when nobody has answered after a while; `not_needed`: somebody has. */
      sms: z.enum(['follows', 'sent', 'not_needed', 'no_phone', 'no_sender', 'no_units']),
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
