import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint } from '../endpoint.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'

export const DEFAULT_CAPACITY = 200
/** Days of a repeating service are made this far ahead. */
export const MADE_AHEAD_DAYS = 60
/** `YYYY-MM-DDTHH:mm` in the church's zone. */
const localTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/))

export const eventClass = z.object({
  id,
  groupId: z.nullable(id),
  /** Its own name; a class with a group may be called otherwise than the group. */
  name: z.string(),
  /** In months, both included; null: no limit. */
  ageFrom: z.nullable(z.int()),
  ageUntil: z.nullable(z.int()),
  /** Null: as many as come. */
  capacity: z.nullable(z.int()),
  taken: z.int(),
  checkedIn: z.int(),
  waiting: z.int(),
  /** Children whom one adult may look after; null: nobody counts. */
  ratio: z.nullable(z.int()),
})
export type EventClass = z.infer<typeof eventClass>

export const registrationState = z.enum(['open', 'not_yet', 'closed', 'over', 'cancelled'])

export const eventRow = z.object({
  id,
  name: z.string(),
  place: z.string(),
  bannerUrl: z.nullable(z.string()),
  startsAt: z.string(),
  endsAt: z.string(),
  opensAt: z.nullable(z.string()),
  closesAt: z.nullable(z.string()),
  state: registrationState,
  /** Of a repeating service. */
  series: z.nullable(z.object({ id, intervalWeeks: z.int(), untilDay: z.nullable(z.string()), ended: z.boolean() })),
  families: z.int(),
  children: z.int(),
  checkedIn: z.int(),
  classes: z.array(eventClass),
  version: z.int(),
})
export type EventRow = z.infer<typeof eventRow>

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/checkin/events',
  access: { ability: 'checkin.desk' },
  summary: 'Events to come in their order, or those that are over, the latest first',
  query: z.object({ ...pageQuery, when: z.optional(z.enum(['coming', 'over'])) }),
  response: pageOf(eventRow),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const readEvent = endpoint({
  method: 'GET',
  path: '/api/checkin/events/{id}',
  access: { ability: 'checkin.desk' },
  summary: 'One event with its classes',
  params: idParams,
  response: eventRow,
  errors: ['invalid_input', 'not_found'],
})

const classInput = z.object({
  /** Null: a new one. Classes left out are removed, which only works while nobody is registered in them. */
  id: z.nullable(id),
  groupId: z.nullable(id),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  ageFrom: z.nullable(z.int().check(z.gte(0), z.lte(1200))),
  ageUntil: z.nullable(z.int().check(z.gte(0), z.lte(1200))),
  capacity: z.nullable(z.int().check(z.gte(0), z.lte(100_000))),
  ratio: z.nullable(z.int().check(z.gte(1), z.lte(100))),
})
export type ClassInput = z.infer<typeof classInput>

const eventInput = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  place: z.string().check(z.trim(), z.maxLength(200)),
  startsAt: localTime,
  endsAt: localTime,
  opensAt: z.nullable(localTime),
  closesAt: z.nullable(localTime),
  classes: z.array(classInput).check(z.minLength(1), z.maxLength(40)),
}

export const addEvent = endpoint({
  method: 'POST',
  path: '/api/checkin/events',
  access: { ability: 'checkin.manage' },
  summary: 'Add an event, or a service that repeats',
  body: z.object({
    ...eventInput,
    repeat: z.nullable(
      z.object({ intervalWeeks: z.int().check(z.gte(1), z.lte(52)), untilDay: z.nullable(calendarDay) }),
    ),
  }),
  response: eventRow,
  errors: ['invalid_input', 'not_found'],
  idempotent: true,
})

/**
 * `following` changes this and every later one of the series: name, place, day (by as many days), times of day and classes,
 * which are matched by name; there a class keeps at least the places that are taken, and stays while somebody is in it.
 * Capacity below what is taken is `places_taken` (fields: class id → places taken).
 */
export const editEvent = endpoint({
  method: 'PUT',
  path: '/api/checkin/events/{id}',
  access: { ability: 'checkin.manage' },
  summary: 'Change an event',
  params: idParams,
  body: z.object({ ...eventInput, scope: z.enum(['this', 'following']), version: z.int() }),
  response: eventRow,
  errors: ['invalid_input', 'not_found', 'changed_meanwhile', 'places_taken'],
})

/** Families that are registered or wait are told. One that is over is `invalid_input`. Not while children are in their classes (`in_class`). */
export const cancelEvent = endpoint({
  method: 'POST',
  path: '/api/checkin/events/{id}/cancel',
  access: { ability: 'checkin.manage' },
  summary: 'Cancel an event, or it and all that follow',
  params: idParams,
  body: z.object({ scope: z.enum(['this', 'following']) }),
  response: eventRow,
  errors: ['invalid_input', 'not_found', 'in_class'],
})

export const uploadBanner = endpoint({
  method: 'POST',
  path: '/api/checkin/events/{id}/banner',
  access: { ability: 'checkin.manage' },
  summary: 'The picture of an event, and of all that follow in its series',
  params: idParams,
  multipart: { field: 'banner', maxBytes: 8 * 1024 * 1024 },
  response: eventRow,
  errors: ['invalid_input', 'not_found', 'unsupported_image', 'too_large'],
})

export const removeBanner = endpoint({
  method: 'DELETE',
  path: '/api/checkin/events/{id}/banner',
  access: { ability: 'checkin.manage' },
  summary: 'Take the picture of an event away',
  params: idParams,
  response: eventRow,
  errors: ['invalid_input', 'not_found'],
})

// ── for families ──

/** Own fields stand beside those of existing clients (activityID, name, date, eventBanner). */
export const upcomingEvent = z.object({
  activityID: id,
  name: z.string(),
  /** Instant of the beginning. */
  date: z.string(),
  eventBanner: z.nullable(z.string()),
  endsAt: z.string(),
  place: z.string(),
  state: registrationState,
  opensAt: z.nullable(z.string()),
  closesAt: z.nullable(z.string()),
  /** The own family's registration; null: none. */
  registrationId: z.nullable(id),
})
export type UpcomingEvent = z.infer<typeof upcomingEvent>

export const upcomingCheckinEvents = endpoint({
  method: 'GET',
  path: '/api/CheckInAttendance/upcomingCheckinEvents',
  access: 'guardian_always',
  summary: 'Events to come, the next one first',
  response: z.array(upcomingEvent),
  errors: [],
})

/** `personsinAttendance` are children of the own family only. */
export const checkinEvents = endpoint({
  method: 'GET',
  path: '/api/CheckInAttendance/checkinevents',
  access: 'guardian_always',
  summary: 'The classes of an event with the places that are left',
  query: z.object({ activityId: id }),
  response: z.array(
    z.object({
      id,
      /** The group behind the class; without one the class itself. */
      groupID: id,
      fullGroupName: z.string(),
      /** Places left; null: unlimited. */
      registrationSlot: z.nullable(z.int()),
      personsinAttendance: z.array(z.object({ id, isActive: z.boolean() })),
    }),
  ),
  errors: ['invalid_input', 'not_found'],
})
