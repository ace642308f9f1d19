import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ability } from '../abilities.ts'

export const PASSWORD_MIN_LENGTH = 10
/** Longer passwords are refused before they reach the hash. */
export const PASSWORD_MAX_LENGTH = 200

const userName = z.string().check(z.trim(), z.minLength(1), z.maxLength(254))
export const password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX_LENGTH))
export const newPassword = z.string().check(z.minLength(PASSWORD_MIN_LENGTH), z.maxLength(PASSWORD_MAX_LENGTH))
/** Six digits of the authenticator app, or one of the recovery codes. */
export const secondFactor = z.string().check(z.trim(), z.minLength(6), z.maxLength(20))
/** `code` where the account has a second factor; `tenantId` where the password opens several churches. */
const credentials = z.object({
  userName,
  password,
  code: z.optional(secondFactor),
  tenantId: z.optional(z.uuid()),
})

/** Where a church stands: `open`, or why most of its screens are shut. */
export const gate = z.enum(['open', 'expired', 'over_capacity'])
export type Gate = z.infer<typeof gate>

/** Days that a church with more people than its plan allows goes on as before. */
export const GRACE_DAYS = 14

/** From so many days before its end on a church is told on every screen. */
export const ENDING_DAYS = 7

/** The last day of them in the church's zone, and how many are left after today. */
export const grace = z.object({ until: z.string(), daysLeft: z.int() })
export type Grace = z.infer<typeof grace>

/** Everything the shell of the tenant door needs, in one answer. */
export const session = z.object({
  /** Who is signed in: a station without a network says so of what was done at it. */
  accountId: z.uuid(),
  person: z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), roles: z.array(z.string()) }),
  church: z.object({
    id: z.uuid(),
    name: z.string(),
    city: z.nullable(z.string()),
    isoCode: z.string(),
    currency: z.string(),
    currencySymbol: z.string(),
    timeZone: z.string(),
    /** Address of the logo; null: none. */
    logoUrl: z.nullable(z.string()),
    /** Calendar day (YYYY-MM-DD) in the church's zone on which the subscription ends. */
    expiresOn: z.string(),
    planName: z.string(),
    membershipSize: z.int(),
    /** Those who count for the plan: taken in by staff or seen at a check-in. */
    people: z.int(),
    groups: z.int(),
  }),
  /** Free SMS units: what may still be spent. */
  units: z.int(),
  gate,
  /** More people than the plan allows, and the gate still open; null: neither. */
  grace: z.nullable(grace),
  /**
   * Days to the last day of the subscription on the church's own calendar, from so many on (`ENDING_DAYS`); negative: it
   * ended so many days ago. Null: it is farther away.
   */
  endsIn: z.nullable(z.int()),
  abilities: z.array(ability),
})
export type Session = z.infer<typeof session>

/** Sign-in of the web page: the token travels in an HttpOnly cookie and is never in the answer. */
export const openSession = endpoint({
  method: 'POST',
  path: '/api/identity/session',
  access: 'public',
  summary: 'Sign in with a cookie',
  body: credentials,
  response: session,
  /** `choose_church` names the churches in `fields`: id → name. */
  errors: [
    'invalid_input',
    'wrong_credentials',
    'second_factor_needed',
    'wrong_second_factor',
    'choose_church',
    'too_many_tries',
    'cross_site',
  ],
})

export const readSession = endpoint({
  method: 'GET',
  path: '/api/identity/session',
  access: 'signed_in',
  whileLocked: true,
  summary: 'Who is signed in, for which church, with which abilities',
  response: session,
  errors: ['not_signed_in'],
})

export const closeSession = endpoint({
  method: 'DELETE',
  path: '/api/identity/session',
  access: 'public',
  summary: 'Sign out; the token is dead afterwards',
  response: z.object({ signedOut: z.literal(true) }),
  errors: ['cross_site'],
})

/** Sign-in of API clients: the token goes into `Authorization: Bearer`. */
export const login = endpoint({
  method: 'POST',
  path: '/login',
  access: 'public',
  summary: 'Sign in and receive a Bearer token',
  body: credentials,
  response: z.object({
    token: z.string(),
    /** Instant at which the token ends, ISO 8601. */
    expiryTime: z.string(),
    roles: z.array(z.string()),
    subStatus: z.string(),
    isVerified: z.boolean(),
    churchSize: z.int(),
  }),
  errors: ['invalid_input', 'wrong_credentials', 'second_factor_needed', 'wrong_second_factor', 'too_many_tries'],
})

/** The same answer whether the address is known or not. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgotpassword/{email}',
  access: 'public',
  summary: 'Send a link to choose a new password',
  params: z.object({ email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)) }),
  response: z.object({ message: z.string() }),
  errors: ['invalid_input', 'too_many_tries'],
})

/** Ends every session of the account. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/PasswordReset',
  access: 'public',
  summary: 'Choose a new password with the one-time token of the mail',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)), password: newPassword }),
  response: z.object({ message: z.string() }),
  errors: ['invalid_input', 'invalid_token', 'weak_password', 'too_many_tries'],
})

export const getCurrentSignedInUser = endpoint({
  method: 'GET',
  path: '/api/Membership/GetCurrentSignedInUser',
  access: 'signed_in',
  summary: 'The signed-in user in the flat shape of existing clients',
  response: z.object({
    currency: z.string(),
    currencySymbol: z.string(),
    smsBalance: z.int(),
    tenantId: z.uuid(),
    churchName: z.string(),
    userEmail: z.string(),
    email: z.string(),
    isoCode: z.string(),
    country: z.string(),
    subStatus: z.enum(['Active', 'Expired']),
    churchSize: z.int(),
    subscribedChurchSize: z.int(),
    subscriptionName: z.string(),
  }),
  errors: ['not_signed_in'],
})
