import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { slug } from '../identity/countries.ts'
import { gate, newPassword, password } from '../identity/session.ts'
import { id } from '../pages.ts'

const slugParams = z.object({ slug })

/** What stands on a church's portal before anybody signs in. */
export const portalChurch = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  /** Address of the logo, for anybody; null: none. */
  logoUrl: z.nullable(z.string()),
  isoCode: z.string(),
  timeZone: z.string(),
})
export type PortalChurch = z.infer<typeof portalChurch>

/** The same, and whether families can sign up now; who has an account signs in all the same. */
export const churchDoor = z.extend(portalChurch, { gate })
export type ChurchDoor = z.infer<typeof churchDoor>

export const readDoor = endpoint({
  method: 'GET',
  path: '/api/checkin/door/{slug}',
  access: 'public',
  summary: 'The church behind a portal’s address',
  params: slugParams,
  response: churchDoor,
  errors: ['invalid_input', 'not_found'],
})

export const readDoorLogo = endpoint({
  method: 'GET',
  path: '/api/checkin/door/{slug}/logo',
  access: 'public',
  summary: 'The logo of the church behind a portal’s address',
  params: slugParams,
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found'],
})

/** A guardian who is signed in. */
export const familySession = z.object({
  person: z.object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    pictureUrl: z.nullable(z.string()),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
  church: portalChurch,
  /** While it is shut, families see everything and register nobody. */
  gate,
})
export type FamilySession = z.infer<typeof familySession>

/** E-mail or phone, as it was typed: a phone in any usual way of the church's country. */
const userName = z.string().check(z.trim(), z.minLength(1), z.maxLength(254))

/** Sign-in of the portal's page: the token travels in an HttpOnly cookie and is never in the answer. */
export const openFamilySession = endpoint({
  method: 'POST',
  path: '/api/checkin/session',
  access: 'public',
  summary: 'Sign a guardian in with a cookie',
  body: z.object({ tenantId: z.optional(id), userName, password }),
  response: familySession,
  /** `choose_church` names the churches in `fields`: id → name. */
  errors: ['invalid_input', 'wrong_credentials', 'choose_church', 'too_many_tries', 'cross_site'],
})

export const readFamilySession = endpoint({
  method: 'GET',
  path: '/api/checkin/session',
  access: 'guardian_always',
  summary: 'Which guardian is signed in, at which church',
  response: familySession,
  errors: ['not_signed_in'],
})

export const closeFamilySession = endpoint({
  method: 'DELETE',
  path: '/api/checkin/session',
  access: 'public',
  summary: 'Sign the guardian out; the token is dead afterwards',
  response: z.object({ signedOut: z.literal(true) }),
  errors: ['cross_site'],
})

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))
const lastName = z.string().check(z.trim(), z.maxLength(120))

/**
 * A new guardian with a family of their own. Who is known already and shows the right password is signed in instead, so
 * that a repeated press gives one family; with another password the answer is `wrong_credentials`.
 */
export const signUpFamily = endpoint({
  method: 'POST',
  path: '/api/checkin/signup',
  access: 'public',
  summary: 'Sign a guardian up and in, with a cookie',
  body: z.object({
    tenantId: id,
    firstName: name,
    lastName,
    userName,
    /** Father 1, Mother 2, Guardian 6, Other 7. */
    familyRole: z.union([z.literal(1), z.literal(2), z.literal(6), z.literal(7)]),
    password: newPassword,
  }),
  response: familySession,
  errors: [
    'invalid_input',
    'not_found',
    'weak_password',
    'wrong_credentials',
    'subscription_expired',
    'member_capacity_exceeded',
    'too_many_tries',
    'cross_site',
  ],
})

// ── the same in the shapes of existing clients ──

const address = { email: z.optional(z.nullable(userName)), phoneNumber: z.optional(z.nullable(userName)) }
const tenantId = z.optional(z.nullable(id))

/** `statusCode` 200 with a token, 401 without, 400 for a sign-up that is refused. The HTTP status is 200 each time. */
const loginResult = z.object({
  result: z.object({
    statusCode: z.int(),
    message: z.string(),
    value: z.object({ token: z.nullable(z.string()), tenantID: z.nullable(z.string()), message: z.string() }),
  }),
})

/** What a sign-up needs; existing clients are told in their own answer what of it is missing. */
export const registerFields = z.object({ tenantId: id, firstName: name, lastName, password: newPassword })
const loose = z.optional(z.nullable(z.string().check(z.maxLength(300))))

export const familyRegister = endpoint({
  method: 'POST',
  path: '/familyRegister',
  access: 'public',
  summary: 'Sign a guardian up and receive a Bearer token',
  body: z.object({
    tenantId: loose,
    firstName: loose,
    lastName: loose,
    email: loose,
    phoneNumber: loose,
    familyRole: z.optional(z.nullable(z.int())),
    password: z.optional(z.nullable(z.string().check(z.maxLength(1_000)))),
  }),
  response: z.object({
    personID: z.nullable(z.string()),
    loginData: z.object({ value: z.object({ login: loginResult }) }),
  }),
  errors: ['invalid_input', 'too_many_tries'],
})

export const familyLogin = endpoint({
  method: 'POST',
  path: '/familyLogin',
  access: 'public',
  summary: 'Sign a guardian in and receive a Bearer token',
  body: z.object({ ...address, password, tenantId }),
  response: z.object({ personID: z.nullable(z.string()), login: loginResult }),
  errors: ['invalid_input', 'too_many_tries'],
})

/**
 * Sends a one-time code by SMS or e-mail. Whom the church knows already as a parent or guardian, and who has no password
 * yet, gets one this way. The answer is the same for known and unknown addresses.
 */
export const familyRetrievePassword = endpoint({
  method: 'POST',
  path: '/familyRetrivePassword',
  access: 'public',
  summary: 'Ask for a one-time code to choose a password',
  body: z.object({ ...address, tenantId }),
  response: z.object({ response: z.string() }),
  errors: ['invalid_input', 'too_many_tries'],
})

/** Ends every session of the guardian. With several churches, `tenantId` says which. */
export const familyResetPassword = endpoint({
  method: 'POST',
  path: '/familyResetPassword',
  access: 'public',
  summary: 'Choose a password with the one-time code',
  body: z.object({
    ...address,
    tenantId,
    code: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
    password: newPassword,
  }),
  response: z.object({ response: z.string(), returnObject: z.object({ personID: id, tenantID: id }) }),
  errors: ['invalid_input', 'wrong_code', 'weak_password', 'too_many_tries'],
})
