import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { newPassword, password, secondFactor } from '../identity/session.ts'
import { email } from '../identity/signup.ts'
import { consoleChange, reason } from './changes.ts'

export const consoleSession = z.object({
  operator: z.object({
    id,
    name: z.string(),
    email: z.string(),
    /** Without one nothing but setting one up is answered (`second_factor_required`), the demo's operators aside. */
    hasSecondFactor: z.boolean(),
    /** Of the demo: let in by password alone. */
    isDemo: z.boolean(),
  }),
  /** What waits for a decision; `changes`: for a second operator. */
  waiting: z.object({ senders: z.int(), payments: z.int(), changes: z.int(), replies: z.int() }),
  churches: z.int(),
  /** Address of the sandbox's inbox; null outside the demo. */
  sandboxUrl: z.nullable(z.string()),
})
export type ConsoleSession = z.infer<typeof consoleSession>

/** A cookie of its own: an operator may be signed in to a church besides. */
export const openConsole = endpoint({
  method: 'POST',
  path: '/api/operator/session',
  access: 'public',
  summary: 'Sign in at the operator console',
  body: z.object({
    email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
    password,
    code: z.optional(secondFactor),
  }),
  response: consoleSession,
  errors: [
    'invalid_input',
    'wrong_credentials',
    'second_factor_needed',
    'wrong_second_factor',
    'too_many_tries',
    'cross_site',
  ],
})

export const readConsole = endpoint({
  method: 'GET',
  path: '/api/operator/session',
  access: 'operator',
  whileEnrolling: true,
  summary: 'Which operator is signed in, and what waits',
  response: consoleSession,
  errors: [],
})

/** Calls that move money or power answer `password_needed` when the password was typed more than 15 minutes ago. */
export const confirmConsole = endpoint({
  method: 'POST',
  path: '/api/operator/session/confirm',
  access: 'operator',
  summary: 'Type the password once more',
  body: z.object({ password }),
  response: z.object({ confirmed: z.literal(true) }),
  errors: ['invalid_input', 'wrong_credentials', 'too_many_tries'],
})

export const closeConsole = endpoint({
  method: 'DELETE',
  path: '/api/operator/session',
  access: 'public',
  summary: 'Sign out of the operator console; the token is dead afterwards',
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

/** Once confirmed the link is mailed; it is good for seven days. */
export const inviteOperator = endpoint({
  method: 'POST',
  path: '/api/operator/operators',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for another operator; a second one confirms the invitation',
  body: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)), email, reason }),
  response: consoleChange,
  errors: ['invalid_input', 'email_taken'],
})

/** To the same address under the same name; the link before is dead. */
export const resendOperatorInvite = endpoint({
  method: 'POST',
  path: '/api/operator/operators/{id}/resend',
  access: 'operator',
  summary: 'Mail somebody who was invited a new link',
  params: idParams,
  response: operatorRow,
  errors: ['invalid_input', 'not_found'],
})

/** Not oneself: somebody always remains. An invitation that nobody accepted yet is withdrawn at once, the answer is null. */
export const removeOperator = endpoint({
  method: 'POST',
  path: '/api/operator/operators/{id}/remove',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for the removal of an operator; a second one confirms, and their sessions end',
  params: idParams,
  body: z.object({ reason }),
  response: z.nullable(consoleChange),
  errors: ['invalid_input', 'not_found', 'not_allowed'],
})

/** Who has lost authenticator app and recovery codes sets a new one up at the next sign-in. Not oneself. */
export const resetOperatorFactor = endpoint({
  method: 'POST',
  path: '/api/operator/operators/{id}/reset-factor',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for a new second factor of another operator; a second one confirms',
  params: idParams,
  body: z.object({ reason }),
  response: consoleChange,
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

/** Where one is on already a code of it is needed, or a recovery code: the new app replaces the one before. */
export const startOperatorFactor = endpoint({
  method: 'POST',
  path: '/api/operator/second-factor/start',
  access: 'operator',
  whileEnrolling: true,
  summary: 'Begin to set up an authenticator app',
  body: z.object({ password, code: z.optional(secondFactor) }),
  response: z.object({ secret: z.string(), uri: z.string(), setup: z.string() }),
  errors: ['invalid_input', 'wrong_credentials', 'second_factor_needed', 'wrong_second_factor', 'too_many_tries'],
})

/** Answers ten recovery codes, which are shown once; those before no longer work. */
export const confirmOperatorFactor = endpoint({
  method: 'POST',
  path: '/api/operator/second-factor/confirm',
  access: 'operator',
  whileEnrolling: true,
  summary: 'Put the second factor into force with a code of the app',
  body: z.object({ setup: z.string().check(z.maxLength(2_000)), code: z.string().check(z.trim(), z.regex(/^\d{6}$/)) }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['invalid_input', 'invalid_token', 'wrong_code', 'second_factor_on', 'too_many_tries'],
})
