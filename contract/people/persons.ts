import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'
import { addressStop, optOut, releaseReason } from './consent.ts'

export const SEARCH_MIN_LENGTH = 3

/** States of a person, never copies of one. */
export const personKind = z.enum(['member', 'first_timer', 'new_convert'])
export type PersonKind = z.infer<typeof personKind>

export const gender = z.enum(['male', 'female'])
export const maritalStatus = z.enum(['single', 'married', 'divorced', 'separated', 'widowed'])

export const personRow = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  /** E.164, for example +2348031234567. */
  phone: z.nullable(z.string()),
  kind: personKind,
  /** False: came by the portal, and neither staff nor a check-in has seen them yet. They do not count for the plan. */
  confirmed: z.boolean(),
  groups: z.array(z.string()),
  /** True when the person gets no bulk messages by SMS. */
  smsOptedOut: z.boolean(),
  /** Calendar day YYYY-MM-DD. */
  joinedOn: z.string(),
  /** Address of the picture, for the signed-in browser; null: none. */
  pictureUrl: z.nullable(z.string()),
})
export type PersonRow = z.infer<typeof personRow>

/** What a list of people is narrowed by. */
export const peopleFilter = {
  search: pageQuery.search,
  kind: z.optional(personKind),
  groupId: z.optional(id),
  gender: z.optional(gender),
  /** First and last day of joining. */
  joinedFrom: z.optional(calendarDay),
  joinedUntil: z.optional(calendarDay),
  /** Whether a phone number is known. */
  phone: z.optional(z.enum(['yes', 'no'])),
  /** Only those whom nobody has confirmed yet. */
  unconfirmed: z.optional(z.enum(['yes'])),
  /** The archived people instead of the others. */
  archived: z.optional(z.enum(['yes'])),
}

/** By name, or by the day of joining; with a minus from the end. */
export const peopleSort = z.enum(['name', '-name', 'joined', '-joined'])
export type PeopleSort = z.infer<typeof peopleSort>

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  access: { ability: 'people.read', whileGated: true },
  summary: 'People of the church; search by name, phone or e-mail, with or without marks',
  query: z.object({ ...pageQuery, ...peopleFilter, sort: z.optional(peopleSort) }),
  response: pageOf(personRow),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const peopleColumns = [
  'firstName',
  'lastName',
  'phone',
  'email',
  'groups',
  'kind',
  'gender',
  'maritalStatus',
  'birthday',
  'address',
  'joined',
] as const

/** `ids` (comma list, 200 at most) takes only these of those that match. */
export const exportPeople = endpoint({
  method: 'GET',
  path: '/api/people/export',
  access: { ability: 'people.read' },
  summary: 'Everybody who matches, as a file: one state of the list, whatever changes meanwhile',
  query: z.object({
    ...peopleFilter,
    sort: z.optional(peopleSort),
    ids: z.optional(z.string().check(z.maxLength(8_000), z.regex(/^[0-9a-f,-]*$/i))),
    ...exportQuery,
  }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})

const name = z.string().check(z.trim(), z.maxLength(120))
const birthday = {
  birthDay: z.nullable(z.int().check(z.gte(1), z.lte(31))),
  birthMonth: z.nullable(z.int().check(z.gte(1), z.lte(12))),
  birthYear: z.nullable(z.int().check(z.gte(1880), z.lte(2200))),
}

/** What is written about a person. A phone may be typed in any usual way; it is kept as E.164. */
export const personInput = z.object({
  firstName: name.check(z.minLength(1)),
  lastName: name,
  email: z.nullable(z.string().check(z.trim(), z.maxLength(254))),
  phone: z.nullable(z.string().check(z.trim(), z.maxLength(60))),
  kind: personKind,
  gender: z.nullable(gender),
  maritalStatus: z.nullable(maritalStatus),
  ...birthday,
  address: z.nullable(z.string().check(z.trim(), z.maxLength(300))),
  joinedOn: calendarDay,
})
export type PersonInput = z.input<typeof personInput>

export const personDetail = z.object({
  ...personRow.shape,
  groups: z.array(z.object({ id, name: z.string() })),
  gender: z.nullable(gender),
  maritalStatus: z.nullable(maritalStatus),
  birthDay: z.nullable(z.int()),
  birthMonth: z.nullable(z.int()),
  birthYear: z.nullable(z.int()),
  address: z.nullable(z.string()),
  families: z.array(
    z.object({
      id,
      name: z.string(),
      role: z.int(),
      /** The others of the family. */
      members: z.array(z.object({ id, firstName: z.string(), lastName: z.string(), role: z.int() })),
    }),
  ),
  /** What was refused of bulk messages for the person's number and address, the newest first. */
  optOuts: z.array(optOut),
  /** Why no bulk emails go to the person's address; null: they do. */
  emailStop: z.nullable(addressStop),
  /** How many others have the same number. */
  samePhone: z.int(),
  /** Signs in as staff. */
  isStaff: z.boolean(),
  /** Instant; null: not archived. */
  archivedAt: z.nullable(z.string()),
  /** The person this one was merged into. */
  mergedInto: z.nullable(id),
  /**
   * The act that archived this person or merged them away, while it can be undone and nobody has changed the person
   * since; `until` is an instant.
   */
  undoChange: z.nullable(z.object({ id, kind: z.enum(['merge', 'archive']), until: z.string() })),
  /** Grows with each change: hand it back when editing. */
  version: z.int(),
})
export type PersonDetail = z.infer<typeof personDetail>

export const readPerson = endpoint({
  method: 'GET',
  path: '/api/people/{id}',
  access: { ability: 'people.read' },
  summary: 'One person',
  params: idParams,
  response: personDetail,
  errors: ['invalid_input', 'not_found'],
})

/** Names of the people of these ids, for screens that were handed ids; unknown and archived ones are left out. */
export const namePeople = endpoint({
  method: 'POST',
  path: '/api/people/names',
  access: { ability: 'people.read', whileGated: true },
  summary: 'Names of people by their ids',
  body: z.object({ ids: z.array(id).check(z.maxLength(1_000)) }),
  response: z.array(z.object({ id, name: z.string(), phone: z.nullable(z.string()) })),
  errors: ['invalid_input'],
})

export const addPerson = endpoint({
  method: 'POST',
  path: '/api/people',
  access: { ability: 'people.write' },
  summary: 'Add a person; `groupIds` and `family` put them where they belong in the same step',
  body: z.object({
    ...personInput.shape,
    groupIds: z._default(z.array(id).check(z.maxLength(50)), []),
    family: z.optional(z.object({ id, role: z.int().check(z.gte(1), z.lte(7)) })),
  }),
  response: personDetail,
  errors: ['invalid_input', 'not_found', 'beyond_largest_plan'],
  idempotent: true,
})

/**
 * Refused as `changed_meanwhile` when somebody else has changed the person since `version`; archived people are only read.
 * `groupIds` go with `groupsBefore`, the ids that were read: only the difference of the two is written, so that what others
 * have done to groups meanwhile stays.
 */
export const editPerson = endpoint({
  method: 'PUT',
  path: '/api/people/{id}',
  access: { ability: 'people.write' },
  summary: 'Change a person',
  params: idParams,
  body: z.object({
    ...personInput.shape,
    groupIds: z.optional(z.array(id).check(z.maxLength(200))),
    groupsBefore: z.optional(z.array(id).check(z.maxLength(200))),
    version: z.int(),
  }),
  response: personDetail,
  errors: ['invalid_input', 'not_found', 'changed_meanwhile', 'archived'],
})

export const uploadPersonPicture = endpoint({
  method: 'POST',
  path: '/api/people/{id}/picture',
  access: { ability: 'people.write' },
  summary: 'Set the picture: JPEG, PNG or WebP; it is re-encoded and loses its metadata',
  params: idParams,
  multipart: { field: 'picture', maxBytes: 8 * 1024 * 1024 },
  response: personDetail,
  errors: ['invalid_input', 'not_found', 'archived', 'unsupported_image', 'too_large', 'too_many_tries'],
})

export const removePersonPicture = endpoint({
  method: 'DELETE',
  path: '/api/people/{id}/picture',
  access: { ability: 'people.write' },
  summary: 'Remove the picture',
  params: idParams,
  response: personDetail,
  errors: ['invalid_input', 'not_found', 'archived'],
})

/**
 * By the desk: this person wants no bulk messages, or does again. Kept for the phone number and address, whoever else has
 * them. `sms` is what the desk itself noted of SMS; `all` is every channel, whoever stopped it.
 */
export const setOptOut = endpoint({
  method: 'PUT',
  path: '/api/people/{id}/opt-out',
  access: { ability: 'people.write' },
  summary: 'Note that a person wants no bulk messages, by SMS or at all, or wants them again',
  params: idParams,
  body: z.object({ optedOut: z.boolean(), channel: z._default(z.enum(['sms', 'all']), 'sms') }),
  response: personDetail,
  errors: ['invalid_input', 'not_found', 'archived'],
})

/** Bulk emails go to the person's address again, where what came back had stopped them. */
export const releaseEmail = endpoint({
  method: 'POST',
  path: '/api/people/{id}/release-email',
  access: { ability: 'people.write' },
  summary: 'Send emails to a stopped address again, with the reason why it works now',
  params: idParams,
  body: z.object({ reason: releaseReason }),
  response: personDetail,
  errors: ['invalid_input', 'not_found', 'archived'],
})

/** Figures of the dashboard that come from people. */
/** How many people there are, and who came for the first time lately. */
export const peopleFigures = z.object({
  people: z.int(),
  withPhone: z.int(),
  firstTimersLast30Days: z.int(),
  firstTimersBefore: z.int(),
  /** First-timers of each of the last 13 weeks, oldest first; the last week is not over. */
  firstTimersByWeek: z.array(z.object({ weekStartsOn: z.string(), count: z.int() })),
})
export type PeopleFigures = z.infer<typeof peopleFigures>

/** Answers `[]` below three letters: a picker may ask at every keystroke. */
export const getSearchedUsers = endpoint({
  method: 'GET',
  path: '/api/Membership/GetSearchedUSers',
  access: { ability: 'people.read', whileGated: true },
  summary: 'Persons found by a text of at least three letters',
  query: z.object({ searchText: z.string().check(z.maxLength(100)) }),
  response: z.array(z.object({ id, name: z.string(), phone: z.nullable(z.string()), email: z.nullable(z.string()) })),
  errors: ['invalid_input'],
})
