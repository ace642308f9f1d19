import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'

/** One first-timer or new convert, read and changed by clients that exist already. */

const access = { ability: 'followup.manage' } as const
const text = z.nullable(z.string())
const line = (most: number) => z.optional(z.nullable(z.string().check(z.maxLength(most))))
const lookUp = z.optional(z.nullable(z.int()))
/** A number, its text, or `"Day"` where nothing was chosen. */
const datePart = z.optional(z.nullable(z.union([z.int(), z.string().check(z.maxLength(20))])))

const profile = {
  firstName: z.string(),
  lastName: z.string(),
  pictureUrl: text,
}

export const readFirstTimer = endpoint({
  method: 'GET',
  path: '/api/People/firstTimer/{id}',
  access,
  summary: 'A first-timer',
  params: idParams,
  response: z.object({
    ...profile,
    email: text,
    phoneNumber: text,
    address: text,
    genderId: z.nullable(z.int()),
    maritalStatusId: z.nullable(z.int()),
    birthday: z.nullable(z.int()),
    birthMonth: z.nullable(z.int()),
    birthYear: z.nullable(z.int()),
    activityID: z.nullable(id),
    communicationMeans: z.nullable(z.int()),
    howDidYouAboutUsId: z.nullable(z.int()),
    interestedInJoining: z.nullable(z.int()),
    wantsToBeVisited: z.nullable(z.int()),
    leadStatus: z.int(),
    firstTimerCycleStageID: z.int(),
    contactOwnerID: z.nullable(id),
    followUpPersonName: text,
    customAttributeData: z.array(z.unknown()),
  }),
  errors: ['invalid_input', 'not_found'],
})

export const readNewConvert = endpoint({
  method: 'GET',
  path: '/api/People/GetPersonInfoWithAssignments/{id}',
  access,
  summary: 'A new convert',
  params: idParams,
  response: z.object({
    ...profile,
    email: text,
    mobilePhone: text,
    homeAddress: text,
    genderID: z.nullable(z.int()),
    maritalStatusID: z.nullable(z.int()),
    dayOfBirth: z.nullable(z.int()),
    monthOfBirth: z.nullable(z.int()),
    yearOfBirth: z.nullable(z.int()),
    followupPersonID: z.nullable(id),
    followupPersonName: text,
    leadStatus: z.int(),
    newConvertCycleStageID: z.int(),
  }),
  errors: ['invalid_input', 'not_found'],
})

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
  activityID: z.optional(z.nullable(z.union([id, z.literal('')]))),
  howDidYouAboutUsId: lookUp,
  communicationMeans: lookUp,
  interestedInJoining: lookUp,
  wantsToBeVisited: lookUp,
})
export type EditedNewcomer = z.infer<typeof edited>
const saved = z.object({ response: z.string(), id })
/** Whoever may only follow up changes first-timers and new converts, and nobody who is a member by now: `not_allowed`. */
const editErrors = ['invalid_input', 'not_found', 'archived', 'retired', 'not_allowed'] as const

export const editFirstTimer = endpoint({
  method: 'PUT',
  path: '/api/People/EditFirstTimer',
  access,
  summary: 'Change a first-timer',
  body: edited,
  response: saved,
  errors: editErrors,
})

export const updateNewConvert = endpoint({
  method: 'PUT',
  path: '/api/People/UpdateNewConvert',
  access,
  summary: 'Change a new convert',
  body: edited,
  response: saved,
  errors: editErrors,
})
