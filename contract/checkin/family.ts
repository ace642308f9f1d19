import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { familyRole } from '../people/families.ts'

/** Genders by the numbers that existing clients know. */
export const genderIds = { male: 1, female: 2 } as const

const nullableText = z.nullable(z.string())

const parent = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  mobilePhone: nullableText,
  homeAddress: nullableText,
  pictureUrl: nullableText,
  email: nullableText,
})

/** What a class has to know of a child. */
export const careNote = z.object({
  kind: z.enum(['allergy', 'medical']),
  /** Peanuts. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  /** Adrenaline pen in her bag. */
  instruction: z.string().check(z.trim(), z.maxLength(200)),
})
export type CareNote = z.infer<typeof careNote>

const birthday = {
  dayOfBirth: z.nullable(z.int()),
  monthOfBirth: z.nullable(z.int()),
  yearOfBirth: z.nullable(z.int()),
}

const familyMember = z.object({
  /** Of the member in the family: what `editfamilymember` and `removeAFamilyMember` want. It is the person's id. */
  id,
  familyRoleID: familyRole,
  person: z.object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    pictureUrl: nullableText,
    genderID: z.nullable(z.int()),
    ...birthday,
    care: z.array(careNote),
  }),
})
export type PortalMember = z.infer<typeof familyMember>

const family = z.object({
  id,
  tenantID: id,
  familyName: z.string(),
  fatherID: z.nullable(id),
  motherID: z.nullable(id),
  father: z.nullable(parent),
  mother: z.nullable(parent),
  homePhone: nullableText,
  email: nullableText,
  address: nullableText,
  /** By it a station finds the family; it releases nobody. */
  uniqueCode: z.string(),
  /** Parents, children and wards; guardians (6) have a page of their own and stand in `familyGuidians`. */
  familyMembers: z.array(familyMember),
})
export type PortalFamily = z.infer<typeof family>

const personQuery = z.object({ personId: z.optional(id) })
const familyQuery = z.object({ familyId: z.optional(id) })

/** `personId` is a claim: anybody but a member of the guardian's own family is `not_found`. */
export const readOwnFamily = endpoint({
  method: 'GET',
  path: '/api/Family/family',
  access: 'guardian_always',
  summary: 'The family of the guardian who is signed in',
  query: personQuery,
  response: family,
  errors: ['invalid_input', 'not_found'],
})

export const readFamilyByMember = endpoint({
  method: 'GET',
  path: '/api/Family/getfamilybymemberid',
  access: 'guardian_always',
  summary: 'The same under its older name',
  query: personQuery,
  response: family,
  errors: ['invalid_input', 'not_found'],
})

export const getFamilyRoles = endpoint({
  method: 'GET',
  path: '/getfamilyroles',
  access: 'public',
  summary: 'Roles in a family',
  response: z.array(z.object({ id: z.int(), name: z.string() })),
  errors: [],
})

export const getAllLookUps = endpoint({
  method: 'GET',
  path: '/api/LookUp/GetAllLookUps',
  access: 'public',
  summary: 'What may be chosen from: genders, marital statuses, how contacts went, kinds of activity',
  response: z.array(z.object({ type: z.string(), lookUps: z.array(z.object({ id: z.int(), value: z.string() })) })),
  errors: [],
})

/** An untouched birth date may come as `"Day", 0, "Year"`: none. */
const datePart = z.optional(z.nullable(z.union([z.int(), z.string().check(z.maxLength(20))])))
const memberPerson = {
  firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  lastName: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(120)))),
  /** As `UploadProfilePicture` answered it. */
  pictureUrl: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  genderId: z.optional(z.nullable(z.int())),
  dayOfBirth: datePart,
  monthOfBirth: datePart,
  yearOfBirth: datePart,
  care: z.optional(z.array(careNote).check(z.maxLength(20))),
}

/**
 * Somebody of this name and role who is in the family already is answered instead of added again. Nobody new looks after
 * children under the name of whom the church has barred or limited (`set_by_church`).
 */
export const addFamilyMember = endpoint({
  method: 'POST',
  path: '/api/Family/addFamilyMember',
  access: 'guardian',
  summary: 'Add somebody to the own family',
  body: z.object({
    familyId: z.optional(z.nullable(id)),
    tenantId: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
    familyRoleId: familyRole,
    person: z.object(memberPerson),
  }),
  response: z.object({ id, person: z.object({ id }) }),
  errors: ['invalid_input', 'not_found', 'not_allowed', 'set_by_church', 'family_full', 'too_many_tries'],
  idempotent: true,
})

/** What is not sent stays as it is, and so does a birth date that was not touched. Who changes has to stay a parent, guardian or other. */
export const editFamilyMember = endpoint({
  method: 'PUT',
  path: '/api/Family/editfamilymember',
  access: 'guardian',
  summary: 'Change somebody of the own family',
  body: z.object({
    id,
    tenantId: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
    familyRoleId: familyRole,
    person: z.object({ id: z.optional(z.nullable(id)), ...memberPerson }),
  }),
  response: z.object({ id, person: z.object({ id }) }),
  errors: ['invalid_input', 'not_found', 'not_allowed', 'set_by_church'],
})

/**
 * Takes a member or guardian out of the own family; the church keeps the person. Not oneself (`own_family`), nobody who is
 * in a class at the moment (`in_class`), and nobody of whom, or of whose way home, the church itself has said something
 * (`set_by_church`): its limits end with the church's word only.
 */
export const removeFamilyMember = endpoint({
  method: 'DELETE',
  path: '/api/Family/removeAFamilyMember',
  access: 'guardian_always',
  summary: 'Take somebody out of the own family',
  query: z.object({ id }),
  response: z.object({ response: z.string() }),
  errors: ['invalid_input', 'not_found', 'not_allowed', 'own_family', 'in_class', 'set_by_church'],
})

const profileParent = z.optional(
  z.nullable(
    z.object({
      firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
      lastName: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(120)))),
      pictureUrl: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
    }),
  ),
)

export const editFamilyProfile = endpoint({
  method: 'PUT',
  path: '/api/Family/editProfile',
  access: 'guardian',
  summary: 'Change the family’s name, addresses and one of its parents',
  body: z.object({
    id,
    familyName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    address: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(300)))),
    email: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(254)))),
    homePhone: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(60)))),
    father: profileParent,
    mother: profileParent,
  }),
  response: family,
  errors: ['invalid_input', 'not_found', 'not_allowed', 'set_by_church'],
})

/** What cannot be is told in the answer, which existing clients show. */
export const changeUniqueCode = endpoint({
  method: 'PUT',
  path: '/api/Family/changeUniqueCode',
  access: 'guardian',
  summary: 'Choose the code by which a station finds the own family',
  body: z.object({
    oldCode: z.string().check(z.maxLength(60)),
    newCode: z.string().check(z.maxLength(60)),
    tenantId: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
    familyId: z.optional(z.nullable(id)),
  }),
  response: z.object({ status: z.boolean(), response: z.string() }),
  errors: ['invalid_input', 'not_found', 'not_allowed', 'too_many_tries'],
})

export const uploadProfilePicture = endpoint({
  method: 'POST',
  path: '/api/Media/UploadProfilePicture',
  access: 'guardian_always',
  summary: 'Upload a portrait; the address it answers goes into the person’s `pictureUrl`',
  multipart: { field: 'mediaFileImage', maxBytes: 8 * 1024 * 1024 },
  response: z.object({ pictureUrl: z.string() }),
  errors: ['invalid_input', 'unsupported_image', 'too_large', 'too_many_tries'],
})

/** Pictures of the own family, banners of events and the church's logo; any other is `not_found`. */
export const readFamilyPicture = endpoint({
  method: 'GET',
  path: '/api/checkin/pictures/{id}',
  access: 'guardian_always',
  summary: 'A picture that a guardian may see',
  params: idParams,
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found'],
})

export const familyGuardians = endpoint({
  method: 'GET',
  path: '/api/Family/familyGuidians',
  access: 'guardian_always',
  summary: 'The guardians of the own family',
  query: familyQuery,
  response: z.object({ returnObject: z.array(familyMember) }),
  errors: ['invalid_input', 'not_found'],
})
