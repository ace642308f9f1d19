import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../pages.ts'
import { careNote } from './family.ts'
import { classChoice } from './registration.ts'

/** As typed or scanned: spaces, dashes and small letters are taken. */
export const codeInput = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))

const desk = { ability: 'checkin.desk' } as const
/** Letting a child go home is never gated by billing. */
const always = { ability: 'checkin.desk', whileGated: true } as const
/** Also a station that was locked into self-service. */
const door = { ability: 'checkin.self_service' } as const

export const stationClass = z.object({
  ...classChoice.shape,
  capacity: z.nullable(z.int()),
  taken: z.int(),
  checkedIn: z.int(),
})

/** The day of a station: which events there are, and the figures of one of them. */
export const readStationDay = endpoint({
  method: 'GET',
  path: '/api/checkin/station/day',
  access: { ability: 'checkin.self_service', whileGated: true },
  summary: 'Events of today with their classes; the next one to come when there is none today',
  response: z.object({
    selfService: z.boolean(),
    events: z.array(
      z.object({
        id,
        name: z.string(),
        place: z.string(),
        startsAt: z.string(),
        endsAt: z.string(),
        isToday: z.boolean(),
        classes: z.array(stationClass),
      }),
    ),
  }),
  errors: [],
})

const stationChild = z.object({
  personId: id,
  firstName: z.string(),
  lastName: z.string(),
  ageMonths: z.nullable(z.int()),
  pictureUrl: z.nullable(z.string()),
  /** Left out in self-service. */
  care: z.array(careNote),
  /** Names of those who may not take this child. Left out in self-service. */
  mayNotLeaveWith: z.array(z.string()),
  classId: z.nullable(id),
  suggestedClassId: z.nullable(id),
  cameLastTime: z.boolean(),
  state: z.enum(['none', 'registered', 'checked_in', 'checked_out']),
})

export const stationFamily = z.object({
  familyId: id,
  name: z.string(),
  registrationId: z.nullable(id),
  /** Whoever registered them, else the first parent; null in self-service. */
  broughtBy: z.nullable(z.object({ personId: id, name: z.string(), phone: z.nullable(z.string()) })),
  children: z.array(stationChild),
})
export type StationFamily = z.infer<typeof stationFamily>

/**
 * By code (one family), or by phone or name (up to ten; `search` needs three signs). The family's own code (`uniqueCode` of the
 * portal) finds it too, here and at the way home; it releases nobody. Codes are limited in tries. In self-service only a whole
 * code of the day finds a family at once. A whole phone number, or the family's own code, answers `confirm`: the family says
 * the first name of one of its children (`childName`), and only then it is found.
 */
export const findFamilies = endpoint({
  method: 'POST',
  path: '/api/checkin/station/find',
  access: door,
  summary: 'Find the families at the door',
  body: z.object({
    eventId: id,
    code: z.optional(codeInput),
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** First name of a child, typed at a station in self-service. */
    childName: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  }),
  response: z.object({
    families: z.array(stationFamily),
    /** In self-service: first letters of the children's names, and nothing else, until the family has named one. */
    confirm: z.optional(z.object({ initials: z.array(z.string()) })),
  }),
  errors: ['invalid_input', 'not_found', 'too_many_tries'],
})

/** One sticker for a child, one matching tag for the guardian. */
export const labels = z.object({
  registrationId: id,
  code: z.string(),
  churchName: z.string(),
  eventName: z.string(),
  /** Instant of the check-in. */
  at: z.string(),
  familyName: z.string(),
  children: z.array(
    z.object({
      personId: id,
      firstName: z.string(),
      lastName: z.string(),
      className: z.string(),
      /** Short words: "Peanuts". */
      allergies: z.array(z.string()),
      medical: z.array(z.string()),
      hasCustodyFlag: z.boolean(),
    }),
  ),
})
export type Labels = z.infer<typeof labels>

const CHECK_IN_ERRORS = ['invalid_input', 'not_found', 'class_full', 'class_removed', 'in_class', 'not_today'] as const
const arriving = z.array(z.object({ personId: id, classId: id })).check(z.minLength(1), z.maxLength(30))

/**
 * Registers who is not registered yet. Again is the same answer; a child who is in already stays in its class, one who went
 * home before comes in anew. A locked station answers `in_class` when nobody came in by it: the code is the desk's to show.
 */
export const checkIn = endpoint({
  method: 'POST',
  path: '/api/checkin/station/check-in',
  access: door,
  summary: 'Check children of a family in',
  body: z.object({ eventId: id, familyId: id, children: arriving, stationId: z.optional(z.nullable(id)) }),
  response: labels,
  errors: CHECK_IN_ERRORS,
  idempotent: true,
})

/** The same code as the first time. */
export const reprint = endpoint({
  method: 'POST',
  path: '/api/checkin/station/reprint',
  access: always,
  summary: 'The labels of a registration once more',
  body: z.object({ registrationId: id, stationId: z.optional(z.nullable(id)) }),
  response: labels,
  errors: ['invalid_input', 'not_found'],
})

/** A child moves to another class, also while it is checked in. */
export const moveChild = endpoint({
  method: 'POST',
  path: '/api/checkin/station/move',
  access: desk,
  summary: 'Put a child into another class of the event',
  body: z.object({ eventId: id, personId: id, classId: id }),
  response: labels,
  errors: ['invalid_input', 'not_found', 'class_full', 'class_removed'],
})

/** Who stands at the desk, and what the rules say of them for each child, at this moment. */
export const verdict = z.enum(['allowed', 'no_grant', 'not_authorised', 'not_yet', 'no_longer', 'wrong_day', 'used'])
export type Verdict = z.infer<typeof verdict>

export const collection = z.object({
  eventId: id,
  registrationId: id,
  familyName: z.string(),
  /** False: found by name or phone, so the code is still to be shown. */
  codeShown: z.boolean(),
  children: z.array(
    z.object({
      personId: id,
      firstName: z.string(),
      lastName: z.string(),
      pictureUrl: z.nullable(z.string()),
      className: z.string(),
      state: z.enum(['registered', 'checked_in', 'checked_out']),
      checkedInAt: z.nullable(z.string()),
    }),
  ),
  collectors: z.array(
    z.object({
      personId: id,
      name: z.string(),
      role: z.int(),
      phone: z.nullable(z.string()),
      pictureUrl: z.nullable(z.string()),
      /** For each child, in the order above. */
      verdicts: z.array(verdict),
      note: z.string(),
    }),
  ),
})
export type Collection = z.infer<typeof collection>

/** Tells the classes that somebody has come for the children. */
export const lookAtCollection = endpoint({
  method: 'POST',
  path: '/api/checkin/station/collection',
  access: always,
  summary: 'Who may collect the children of a code, or of a family that is looked for',
  body: z.object({
    eventId: id,
    code: z.optional(codeInput),
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  response: z.object({ found: z.array(collection) }),
  errors: ['invalid_input', 'not_found', 'too_many_tries'],
})

const leaving = z.array(id).check(z.minLength(1), z.maxLength(30))

/**
 * Lets children go home: the code of their registration and a collector whom a grant allows, for every child named, or
 * none goes: `not_released` says why in `fields` (child id → verdict). Again is the same answer. A `stationId` that is none,
 * or no longer, counts as null.
 */
export const checkOut = endpoint({
  method: 'POST',
  path: '/api/checkin/station/check-out',
  access: always,
  summary: 'Let children go home',
  body: z.object({
    eventId: id,
    code: codeInput,
    childIds: leaving,
    collectorId: id,
    stationId: z.optional(z.nullable(id)),
  }),
  response: z.object({ released: z.array(id) }),
  errors: ['invalid_input', 'not_found', 'wrong_code', 'not_released', 'gone_home', 'too_many_tries'],
  idempotent: true,
})

/**
 * Without the code, or without a grant: two of the staff together, with a reason. The second one shows their own password.
 * Never to somebody who is named as not authorised. A typed name that is only like theirs (`like_barred`, in `fields` child id →
 * who is barred) takes the word that it is somebody else (`isSomebodyElse`), which the custody log keeps.
 */
export const overrideCheckOut = endpoint({
  method: 'POST',
  path: '/api/checkin/station/override',
  access: always,
  summary: 'Let children go home on the word of two of the staff',
  body: z.object({
    eventId: id,
    registrationId: id,
    childIds: leaving,
    /** A collector of the list; null: somebody else, by name. */
    collectorId: z.nullable(id),
    collectorName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    reason: z.string().check(z.trim(), z.minLength(5), z.maxLength(500)),
    isSomebodyElse: z.optional(z.boolean()),
    stationId: z.optional(z.nullable(id)),
    second: z.object({
      userName: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
      password: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
  }),
  response: z.object({ released: z.array(id) }),
  errors: ['invalid_input', 'not_found', 'second_person', 'not_released', 'gone_home', 'like_barred', 'too_many_tries'],
})

/** From now on this browser's session may do nothing but let families check themselves in. */
export const lockStation = endpoint({
  method: 'POST',
  path: '/api/checkin/station/lock',
  access: desk,
  summary: 'Lock the station into self-service',
  response: z.object({ selfService: z.literal(true) }),
  errors: [],
})

export const unlockStation = endpoint({
  method: 'POST',
  path: '/api/checkin/station/unlock',
  access: { ability: 'checkin.self_service', whileGated: true },
  summary: 'Unlock the station with the password of whoever locked it',
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: z.object({ selfService: z.literal(false) }),
  errors: ['invalid_input', 'wrong_credentials', 'too_many_tries'],
})
