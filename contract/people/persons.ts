import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, pageOf, pageQuery } from '../pages.ts'

export const SEARCH_MIN_LENGTH = 3

/** States of a person, never copies of one. */
export const personKind = z.enum(['member', 'first_timer', 'new_convert'])
export type PersonKind = z.infer<typeof personKind>

export const personRow = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  /** E.164, for example +2348031234567. */
  phone: z.nullable(z.string()),
  kind: personKind,
  groups: z.array(z.string()),
  /** True when the person refused bulk messages by SMS. */
  smsOptedOut: z.boolean(),
  /** Calendar day YYYY-MM-DD. */
  joinedOn: z.string(),
})
export type PersonRow = z.infer<typeof personRow>

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  access: { ability: 'people.read' },
  summary: 'People of the church by name; search by name, phone or e-mail, with or without marks',
  query: z.object({ ...pageQuery, kind: z.optional(personKind), groupId: z.optional(id) }),
  response: pageOf(personRow),
  errors: ['invalid_input', 'invalid_cursor'],
})

/** Figures of the dashboard that come from people. */
export const peopleSummary = endpoint({
  method: 'GET',
  path: '/api/people/summary',
  access: { ability: 'people.read' },
  summary: 'How many people, and who came for the first time lately',
  response: z.object({
    people: z.int(),
    withPhone: z.int(),
    firstTimersLast30Days: z.int(),
    firstTimersBefore: z.int(),
    /** First-timers of each of the last 13 weeks, oldest first; the last week is not over. */
    firstTimersByWeek: z.array(z.object({ weekStartsOn: z.string(), count: z.int() })),
  }),
  errors: [],
})

export const groupRow = z.object({ id, name: z.string(), category: z.string(), people: z.int() })
export type GroupRow = z.infer<typeof groupRow>

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/people/groups',
  access: { ability: 'people.read', whileGated: true },
  summary: 'Groups of the church with the number of people in each',
  response: z.array(groupRow),
  errors: [],
})

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
