import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, numberedPage, numberedPageQuery } from '../pages.ts'

/**
 * The calls about people of clients that exist already, in their shapes. What the church does not keep yet is null or empty:
 * follow-up, visits and how somebody heard of it.
 */

const text = z.nullable(z.string())

const basicInfo = z.object({ id, firstName: z.string(), lastName: z.string(), email: text, mobilePhone: text })

export const getMembersBasicInfo = endpoint({
  method: 'GET',
  path: '/api/People/GetmembersBasicInfo',
  access: { ability: 'people.read' },
  summary: 'Everybody by name, 50 a page',
  query: numberedPageQuery,
  response: z.array(basicInfo),
  errors: ['invalid_input'],
})

export const getPeopleBasicInfo = endpoint({
  method: 'GET',
  path: '/api/People/GetPeopleBasicInfo',
  access: { ability: 'people.read' },
  summary: 'The same under its other name',
  query: numberedPageQuery,
  response: z.array(basicInfo),
  errors: ['invalid_input'],
})

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

/** Beginnings of a first or last name, and digits of a phone number. No first-timer is at any stage yet. */
export const filterFirstTimers = endpoint({
  method: 'GET',
  path: '/api/People/FilterFirstTimers',
  access: { ability: 'people.read' },
  summary: 'First-timers by name, phone number and life cycle, 50 a page',
  query: z.object({ ...numberedPageQuery.shape, firstname: part, phone_number: part, lifecycle: part }),
  response: z.array(firstTimer),
  errors: ['invalid_input'],
})

const line = (most: number) => z.optional(z.nullable(z.string().check(z.maxLength(most))))
/** A number, its text, or `"Day"` where nothing was chosen. */
const datePart = z.optional(z.nullable(z.union([z.int(), z.string().check(z.maxLength(20))])))
const lookUp = z.optional(z.nullable(z.int()))

/** What is not sent stays as it is. */
const edited = z.object({
  personId: z.optional(z.nullable(id)),
  firstTimerId: z.optional(z.nullable(id)),
  firstName: line(120),
  lastName: line(120),
  email: line(254),
  phoneNumber: line(60),
  address: line(300),
  genderId: lookUp,
  maritalStatusId: lookUp,
  birthday: datePart,
  birthMonth: datePart,
  birthYear: datePart,
})
export type EditedPerson = z.infer<typeof edited>

export const editFirstTimer = endpoint({
  method: 'PUT',
  path: '/api/People/EditFirstTimer',
  access: { ability: 'people.write' },
  summary: 'Change a first-timer',
  body: edited,
  response: z.object({ response: z.string(), id }),
  errors: ['invalid_input', 'not_found', 'archived'],
})

export const updateNewConvert = endpoint({
  method: 'PUT',
  path: '/api/People/UpdateNewConvert',
  access: { ability: 'people.write' },
  summary: 'Change a new convert',
  body: edited,
  response: z.object({ response: z.string(), id }),
  errors: ['invalid_input', 'not_found', 'archived'],
})

/** Archived, and for a week undone like every archiving. */
const removed = z.object({ response: z.string(), deleted: z.int() })

export const deletePeople = endpoint({
  method: 'POST',
  path: '/api/People/DeletePeople',
  access: { ability: 'people.write' },
  summary: 'Archive people by their ids',
  body: z.array(id).check(z.minLength(1), z.maxLength(1_000)),
  response: removed,
  errors: ['invalid_input', 'has_account', 'too_many_people'],
})

export const deleteOnePerson = endpoint({
  method: 'DELETE',
  path: '/api/People/DeleteOnePerson/{id}',
  access: { ability: 'people.write' },
  summary: 'Archive one person',
  params: z.object({ id }),
  response: removed,
  errors: ['invalid_input', 'not_found', 'has_account'],
})

const named = z.array(z.object({ id, name: z.string() }))

export const getAllGroupBasicInformation = endpoint({
  method: 'GET',
  path: '/api/GetAllGroupBasicInformation',
  access: { ability: 'people.read' },
  summary: 'Groups by name',
  response: named,
  errors: [],
})

const choices = z.array(z.object({ id: z.int(), name: z.string() }))

export const getPeopleClassification = endpoint({
  method: 'GET',
  path: '/api/Settings/GetTenantPeopleClassification',
  access: 'signed_in',
  summary: 'What somebody can be to the church',
  response: choices,
  errors: [],
})

export const getHowYouHeardAboutUs = endpoint({
  method: 'GET',
  path: '/api/membership/howyouheardaboutus',
  access: 'signed_in',
  summary: 'How people heard of the church: nothing to choose from yet',
  response: choices,
  errors: [],
})

export const dashboardBasic = endpoint({
  method: 'GET',
  path: '/dashboard/basic',
  access: 'signed_in',
  summary: 'The first figures of the dashboard',
  response: z.object({
    returnObject: z.object({
      members: z.int(),
      firstTimers: z.int(),
      newConverts: z.int(),
      total: z.int(),
      smsBalance: z.int(),
      subscription: z.object({ description: z.string(), membershipSize: z.int(), subscriptionExpiration: z.string() }),
    }),
  }),
  errors: [],
})

const nothingYet = z.object({ returnObject: z.array(z.unknown()) })

export const dashboardCelebrations = endpoint({
  method: 'GET',
  path: '/dashboard/celebrations',
  access: 'signed_in',
  summary: 'Celebrations: none are kept yet',
  response: nothingYet,
  errors: [],
})

export const dashboardAttendance = endpoint({
  method: 'GET',
  path: '/dashboard/attendance',
  access: 'signed_in',
  summary: 'Attendance figures: none are kept yet',
  response: nothingYet,
  errors: [],
})
