import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { newPassword, password, secondFactor } from './session.ts'

/** A device that somebody is signed in on. */
export const sessionRow = z.object({
  id,
  /** Browser and system, for example `Chrome on Android`; null: unknown. */
  device: z.nullable(z.string()),
  /** Network address of the sign-in; null: unknown. */
  ip: z.nullable(z.string()),
  signedInAt: z.string(),
  /** Within ten minutes; null: not since the sign-in. */
  lastSeenAt: z.nullable(z.string()),
  isCurrent: z.boolean(),
})
export type SessionRow = z.infer<typeof sessionRow>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/identity/sessions',
  access: 'signed_in',
  summary: 'Where the own account is signed in, the latest used first',
  response: z.array(sessionRow),
  errors: [],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/identity/sessions/{id}',
  access: 'signed_in',
  summary: 'Sign out on one other device',
  params: idParams,
  response: z.object({ ended: z.literal(true) }),
  errors: ['invalid_input', 'not_found'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/identity/sessions',
  access: 'signed_in',
  summary: 'Sign out everywhere but here',
  response: z.object({ ended: z.int() }),
  errors: [],
})

/** Ends every other session of the account. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/identity/password',
  access: 'signed_in',
  summary: 'Change the own password',
  body: z.object({ current: password, password: newPassword }),
  response: z.object({ changed: z.literal(true) }),
  errors: ['invalid_input', 'wrong_credentials', 'weak_password', 'too_many_tries'],
})

export const readSecondFactor = endpoint({
  method: 'GET',
  path: '/api/identity/second-factor',
  access: 'signed_in',
  summary: 'Whether the own account has a second factor',
  response: z.object({ isOn: z.boolean(), since: z.nullable(z.string()), recoveryCodesLeft: z.int() }),
  errors: [],
})

/** A new secret, not in force yet; the password is asked again. Nothing is stored until it is confirmed. */
export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/api/identity/second-factor/start',
  access: 'signed_in',
  summary: 'Begin to set up an authenticator app',
  body: z.object({ password }),
  response: z.object({
    /** Base-32, for typing. */
    secret: z.string(),
    /** `otpauth://` address for the QR code. */
    uri: z.string(),
    /** Hands the secret back in `confirmSecondFactor`: sealed, good for ten minutes. */
    setup: z.string(),
  }),
  errors: ['invalid_input', 'wrong_credentials', 'second_factor_on', 'too_many_tries'],
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/identity/second-factor/confirm',
  access: 'signed_in',
  summary: 'Switch the second factor on with a code of the app',
  body: z.object({ setup: z.string().check(z.maxLength(2_000)), code: z.string().check(z.trim(), z.regex(/^\d{6}$/)) }),
  /** Ten one-time codes, shown once. */
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['invalid_input', 'invalid_token', 'wrong_code', 'second_factor_on', 'too_many_tries'],
})

export const stopSecondFactor = endpoint({
  method: 'POST',
  path: '/api/identity/second-factor/off',
  access: 'signed_in',
  summary: 'Switch the own second factor off',
  body: z.object({ password, code: secondFactor }),
  response: z.object({ isOn: z.literal(false) }),
  errors: ['invalid_input', 'wrong_credentials', 'wrong_second_factor', 'too_many_tries'],
})

/** The codes before no longer work. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/identity/second-factor/recovery-codes',
  access: 'signed_in',
  summary: 'New recovery codes',
  body: z.object({ password, code: secondFactor }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['invalid_input', 'wrong_credentials', 'wrong_second_factor', 'too_many_tries'],
})
