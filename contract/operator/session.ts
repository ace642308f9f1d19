import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { newPassword, password, secondFactor } from '../identity/session.ts'
import { email } from '../identity/signup.ts'

export const deskSession = z.object({
  operator: z.object({ id, name: z.string(), email: z.string(), hasSecondFactor: z.boolean() }),
  /** What waits for a decision. */
  waiting: z.object({ senders: z.int(), payments: z.int() }),
  churches: z.int(),
  /** Address of the sandbox's inbox; null outside the demo. */
  sandboxUrl: z.nullable(z.string()),
})
export type DeskSession = z.infer<typeof deskSession>

/** A cookie of its own: an operator may be signed in to a church besides. */
export const openDesk = endpoint({
  method: 'POST',
  path: '/api/operator/session',
  access: 'public',
  summary: 'Sign in at the operator’s desk',
  body: z.object({
    email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
    password,
    code: z.optional(secondFactor),
  }),
  response: deskSession,
  errors: [
    'invalid_input',
    'wrong_credentials',
    'second_factor_needed',
    'wrong_second_factor',
    'too_many_tries',
    'cross_site',
  ],
})

export const readDesk = endpoint({
  method: 'GET',
  path: '/api/operator/session',
  access: 'operator',
  summary: 'Which operator is signed in, and what waits',
  response: deskSession,
  errors: [],
})

export const closeDesk = endpoint({
  method: 'DELETE',
  path: '/api/operator/session',
  access: 'public',
  summary: 'Sign out of the desk; the token is dead afterwards',
  response: z.object({ signedOut: z.literal(true) }),
  errors: ['cross_site'],
})

export const operatorRow = z.object({
  id,
  name: z.string(),
  email: z.string(),
  hasSecondFactor: z.boolean(),
  /** Invited and not here yet. */
  isInvited: z.boolean(),
  isYou: z.boolean(),
  createdAt: z.string(),
})
export type OperatorRow = z.infer<typeof operatorRow>

export const listOperators = endpoint({
  method: 'GET',
  path: '/api/operator/operators',
  access: 'operator',
  summary: 'Operators of the installation',
  response: z.array(operatorRow),
  errors: [],
})

/** The link of the mail is good for seven days; inviting again replaces it. */
export const inviteOperator = endpoint({
  method: 'POST',
  path: '/api/operator/operators',
  access: 'operator',
  summary: 'Invite another operator by mail',
  body: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)), email }),
  response: operatorRow,
  errors: ['invalid_input', 'email_taken'],
})

/** Not oneself: somebody always remains. */
export const removeOperator = endpoint({
  method: 'DELETE',
  path: '/api/operator/operators/{id}',
  access: 'operator',
  summary: 'Remove an operator; their sessions end',
  params: idParams,
  response: z.object({ removed: z.literal(true) }),
  errors: ['invalid_input', 'not_found', 'not_allowed'],
})

export const acceptOperatorInvite = endpoint({
  method: 'POST',
  path: '/api/operator/invitation/accept',
  access: 'public',
  summary: 'Become an operator: choose a password with the token of the mail',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)), password: newPassword }),
  response: z.object({ email: z.string() }),
  errors: ['invalid_input', 'invalid_token', 'weak_password', 'too_many_tries', 'cross_site'],
})

/** As for churches' staff: begin, confirm with a code, switch off with password and code. */
export const startOperatorFactor = endpoint({
  method: 'POST',
  path: '/api/operator/second-factor/start',
  access: 'operator',
  summary: 'Begin to set up an authenticator app',
  body: z.object({ password }),
  response: z.object({ secret: z.string(), uri: z.string(), setup: z.string() }),
  errors: ['invalid_input', 'wrong_credentials', 'second_factor_on', 'too_many_tries'],
})

export const confirmOperatorFactor = endpoint({
  method: 'POST',
  path: '/api/operator/second-factor/confirm',
  access: 'operator',
  summary: 'Switch the second factor on with a code of the app',
  body: z.object({ setup: z.string().check(z.maxLength(2_000)), code: z.string().check(z.trim(), z.regex(/^\d{6}$/)) }),
  response: z.object({ isOn: z.literal(true) }),
  errors: ['invalid_input', 'invalid_token', 'wrong_code', 'second_factor_on', 'too_many_tries'],
})

export const stopOperatorFactor = endpoint({
  method: 'POST',
  path: '/api/operator/second-factor/off',
  access: 'operator',
  summary: 'Switch the own second factor off',
  body: z.object({ password, code: secondFactor }),
  response: z.object({ isOn: z.literal(false) }),
  errors: ['invalid_input', 'wrong_credentials', 'wrong_second_factor', 'too_many_tries'],
})
