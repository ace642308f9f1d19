import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, numberedPage, numberedPageQuery } from '../pages.ts'

/** Lists of people who are followed up, for clients that exist already. */

const text = z.nullable(z.string())

const firstTimer = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: text,
  email: text,
  imageURL: text,
  howDidYouAboutUsName: text,
  interestedInJoining: text,
  /** Day of the first visit, YYYY-MM-DD. */
  date: z.string(),
  lifeCycle: text,
  /** The stage that they stood in before. */
  movement: text,
  interactions: z.int(),
})
export type FirstTimerRow = z.infer<typeof firstTimer>

export const getAllFirstTimers = endpoint({
  method: 'GET',
  path: '/api/People/GetAllFirstTimers',
  access: { ability: 'people.read' },
  summary: 'First-timers, the latest first, 50 a page',
  query: numberedPageQuery,
  response: z.object({ response: numberedPage(firstTimer) }),
  errors: ['invalid_input'],
})

const part = z.optional(z.string().check(z.maxLength(100)))

/** Parts of a name, digits of a phone number, and the name of a stage. */
export const filterFirstTimers = endpoint({
  method: 'GET',
  path: '/api/People/FilterFirstTimers',
  access: { ability: 'people.read' },
  summary: 'First-timers by name, phone number and life cycle, 50 a page',
  query: z.object({ ...numberedPageQuery.shape, firstname: part, phone_number: part, lifecycle: part }),
  response: z.array(firstTimer),
  errors: ['invalid_input'],
})

export const getHowYouHeardAboutUs = endpoint({
  method: 'GET',
  path: '/api/membership/howyouheardaboutus',
  access: 'signed_in',
  summary: 'How people heard of the church',
  response: z.array(z.object({ id: z.int(), name: z.string() })),
  errors: [],
})

/** Archived, and for a week undone like every archiving. */
const removed = z.object({ response: z.string(), deleted: z.int() })

/** Whoever may only follow up archives first-timers and new converts, nobody else: `not_allowed`. */
export const deletePeople = endpoint({
  method: 'POST',
  path: '/api/People/DeletePeople',
  access: { ability: 'followup.manage' },
  summary: 'Archive people by their ids',
  body: z.array(id).check(z.minLength(1), z.maxLength(1_000)),
  response: removed,
  errors: ['invalid_input', 'has_account', 'too_many_people', 'not_allowed'],
})

export const deleteOnePerson = endpoint({
  method: 'DELETE',
  path: '/api/People/DeleteOnePerson/{id}',
  access: { ability: 'followup.manage' },
  summary: 'Archive one person',
  params: z.object({ id }),
  response: removed,
  errors: ['invalid_input', 'not_found', 'has_account', 'not_allowed'],
})
