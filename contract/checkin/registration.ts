import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { familyRole } from '../people/families.ts'
import { upcomingEvent } from './events.ts'

const REGISTRATION_ERRORS = [
  'invalid_input',
  'not_found',
  'class_full',
  'registration_closed',
  'in_class',
  'class_removed',
] as const

/** A class as a family sees it. */
export const classChoice = z.object({
  id,
  name: z.string(),
  ageFrom: z.nullable(z.int()),
  ageUntil: z.nullable(z.int()),
  /** Null: unlimited. */
  placesLeft: z.nullable(z.int()),
})
export type ClassChoice = z.infer<typeof classChoice>

export const registrable = z.object({
  personId: id,
  firstName: z.string(),
  lastName: z.string(),
  role: familyRole,
  /** In months on the day of the event; null: the birthday is not known. */
  ageMonths: z.nullable(z.int()),
  pictureUrl: z.nullable(z.string()),
  /** The class they are registered in. */
  classId: z.nullable(id),
  /** The class that fits: what was chosen last time, else by age. Null: none does. */
  suggestedClassId: z.nullable(id),
  /** Was registered by the family the last time: ticked from the start. */
  cameLastTime: z.boolean(),
  /** The full class they wait for, and their place in the line, counted from 1. */
  waiting: z.nullable(z.object({ classId: id, place: z.int() })),
  state: z.enum(['none', 'registered', 'checked_in', 'checked_out']),
})
export type Registrable = z.infer<typeof registrable>

/** Everything that the event's page needs. */
export const readRegistrable = endpoint({
  method: 'GET',
  path: '/api/checkin/events/{id}/registration',
  access: 'guardian_always',
  summary: 'An event with its classes and the own family’s people',
  params: idParams,
  response: z.object({
    event: upcomingEvent,
    familyName: z.string(),
    classes: z.array(classChoice),
    people: z.array(registrable),
  }),
  errors: ['invalid_input', 'not_found'],
})

/** Each message is the whole list of what is left. */
export const watchPlaces = endpoint({
  method: 'GET',
  path: '/api/checkin/events/{id}/places',
  access: 'guardian_always',
  summary: 'Places of an event’s classes as they change (server-sent events)',
  params: idParams,
  response: z.array(z.object({ classId: id, placesLeft: z.nullable(z.int()) })),
  stream: true,
  errors: ['invalid_input', 'not_found', 'busy'],
})

const children = z.array(z.object({ personId: id, classId: id })).check(z.minLength(1), z.maxLength(30))

/**
 * Registers people of the own family: all of them, or, when a class is full, none: `class_full` names the classes in
 * `fields` (id → name). Again with the same is the same answer; with another class it moves the child there. Whoever is
 * not named stays as they are. Who is registered by another family of theirs is `invalid_input`.
 */
export const register = endpoint({
  method: 'POST',
  path: '/api/checkin/events/{id}/register',
  access: 'guardian',
  summary: 'Register people of the own family for an event',
  params: idParams,
  body: z.object({ children }),
  response: z.object({ registrationId: id, code: z.string() }),
  errors: REGISTRATION_ERRORS,
})

const registered = z.object({
  personId: id,
  firstName: z.string(),
  lastName: z.string(),
  classId: id,
  className: z.string(),
  state: z.enum(['registered', 'checked_in', 'checked_out']),
})

/** What the thank-you page shows. `id` is what stands in its address; the code never does. */
export const pass = z.object({
  id,
  code: z.string(),
  churchName: z.string(),
  event: z.object({
    id,
    name: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
    place: z.string(),
    cancelled: z.boolean(),
  }),
  familyName: z.string(),
  children: z.array(registered),
  waiting: z.array(z.object({ personId: id, firstName: z.string(), className: z.string(), place: z.int() })),
})
export type Pass = z.infer<typeof pass>

export const readPass = endpoint({
  method: 'GET',
  path: '/api/checkin/registrations/{id}',
  access: 'guardian_always',
  summary: 'A registration of the own family with its code',
  params: idParams,
  response: pass,
  errors: ['invalid_input', 'not_found'],
})

/** Passes that are still needed: for keeping on the phone. */
export const listPasses = endpoint({
  method: 'GET',
  path: '/api/checkin/registrations',
  access: 'guardian_always',
  summary: 'The own family’s registrations for events that are not over',
  response: z.array(pass),
  errors: [],
})

/** To the guardian's own phone. `sent` false: the church cannot send at the moment, with the reason. */
export const textPass = endpoint({
  method: 'POST',
  path: '/api/checkin/registrations/{id}/text',
  access: 'guardian_always',
  summary: 'Send the code to the guardian’s own phone',
  params: idParams,
  response: z.object({ sent: z.boolean(), reason: z.nullable(z.enum(['no_phone', 'no_sender', 'no_units'])) }),
  errors: ['invalid_input', 'not_found', 'too_many_tries'],
  idempotent: true,
})

const childParams = z.object({ id, personId: id })

/** Gives the place back, to the first who waits. Not once the child is in class (`in_class`). */
export const cancelChild = endpoint({
  method: 'DELETE',
  path: '/api/checkin/events/{id}/children/{personId}',
  access: 'guardian_always',
  summary: 'Take one of the own family out of an event, or off its waiting list',
  params: childParams,
  response: z.object({ cancelled: z.literal(true) }),
  errors: ['invalid_input', 'not_found', 'in_class', 'registration_closed'],
})

/** Moves up by itself when a place is free; the family is told. Registering in another class ends the waiting;
 * who has a place in another class does not wait (`invalid_input`). Whom `first` names is registered in the class before, in
 * the same step or, when it has too few places (`class_full`), nobody is: who waits overtakes none of their own family. */
export const waitForClass = endpoint({
  method: 'POST',
  path: '/api/checkin/events/{id}/waiting',
  access: 'guardian',
  summary: 'Wait for a place in a full class',
  params: idParams,
  body: z.object({ personId: id, classId: id, first: z.optional(z.array(id).check(z.maxLength(29))) }),
  /** `registered`: there was a place after all. */
  response: z.object({ outcome: z.enum(['waiting', 'registered']), place: z.nullable(z.int()) }),
  errors: REGISTRATION_ERRORS,
})

/** Answers within `response` contain "success". A refusal is an error with its status, and nothing is registered. */
export const registerChildren = endpoint({
  method: 'POST',
  path: '/api/CheckInAttendance/RegisterChildren',
  access: 'guardian',
  summary: 'Register people of the own family, in the shape of existing clients',
  body: z
    .array(
      z.object({
        personId: id,
        activityId: id,
        /** The class. */
        checkInAttendanceId: id,
        groupId: z.optional(z.nullable(id)),
        checkInBy: z.optional(z.nullable(id)),
      }),
    )
    .check(z.minLength(1), z.maxLength(30)),
  response: z.object({ response: z.string(), returnObject: z.string() }),
  errors: REGISTRATION_ERRORS,
})

export const familyAttendanceRecord = endpoint({
  method: 'GET',
  path: '/api/CheckInAttendance/FamilyAttendanceRecord',
  access: 'guardian_always',
  summary: 'How many events the own family registered for and missed',
  query: z.object({ familyId: z.optional(id) }),
  response: z.object({ returnObject: z.object({ allRegisteredEvents: z.int(), totalAbsent: z.int() }) }),
  errors: ['invalid_input', 'not_found'],
})

export const readAttendance = endpoint({
  method: 'GET',
  path: '/api/checkin/attendance',
  access: 'guardian_always',
  summary: 'The events the own family registered for, the latest first, and who came',
  response: z.object({
    registeredEvents: z.int(),
    absent: z.int(),
    /** The latest 100. */
    events: z.array(
      z.object({
        eventId: id,
        name: z.string(),
        startsAt: z.string(),
        children: z.array(
          z.object({
            firstName: z.string(),
            className: z.string(),
            state: z.enum(['to_come', 'came', 'absent']),
            checkedInAt: z.nullable(z.string()),
            checkedOutAt: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  }),
  errors: ['not_found'],
})

/** The portal's first screen in one answer. */
export const readHome = endpoint({
  method: 'GET',
  path: '/api/checkin/home',
  access: 'guardian_always',
  summary: 'What the family’s dashboard shows',
  response: z.object({
    /** Father's first name, else mother's, else the guardian's own. */
    welcomeName: z.string(),
    /** Children, wards and others; not the parents, guardians and whoever looks. 0: nobody was added yet. */
    members: z.int(),
    next: z.nullable(upcomingEvent),
    /** Passes of events that are not over. */
    passes: z.array(pass),
    /** A class that asks for a parent now. */
    calls: z.array(z.object({ id, firstName: z.string(), className: z.string(), at: z.string() })),
  }),
  errors: ['not_found'],
})

export const answerCall = endpoint({
  method: 'POST',
  path: '/api/checkin/calls/{id}/answer',
  access: 'guardian_always',
  summary: 'Tell the class that the parent is on the way',
  params: idParams,
  response: z.object({ answered: z.literal(true) }),
  errors: ['invalid_input', 'not_found'],
})
