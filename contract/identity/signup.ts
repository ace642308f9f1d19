import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { isoCode, slug, timeZone } from './countries.ts'
import { withoutLink } from './names.ts'
import { newPassword, session } from './session.ts'

export const TRIAL_DAYS = 30
export const TRIAL_MEMBERSHIP_SIZE = 200
/** One-time codes: digits, minutes they live, wrong tries they bear. */
export const CODE_LENGTH = 6
export const CODE_MINUTES = 10
export const CODE_TRIES = 5

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(120), withoutLink)
/** None of the signs that mark names, comments, groups and lists: one address and nothing else. */
export const email = z
  .string()
  .check(z.trim(), z.maxLength(254), z.regex(/^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/))
export const oneTimeCode = z.string().check(z.trim(), z.regex(/^\d{6}$/))

/**
 * Begins a church. The answer is the same whether the address is known or not: whoever holds the mailbox finds the code
 * there, or a note that they have a church already. Nothing exists until the code is typed.
 */
export const startSignup = endpoint({
  method: 'POST',
  path: '/api/identity/signup',
  access: 'public',
  summary: 'Sign a church up: sends a six-digit code to the owner’s address',
  body: z.object({
    churchName: name,
    slug,
    isoCode,
    timeZone,
    firstName: name,
    lastName: z.string().check(z.trim(), z.maxLength(120), withoutLink),
    email,
    password: newPassword,
  }),
  response: z.object({ signupId: id, expiresAt: z.string() }),
  errors: ['invalid_input', 'weak_password', 'slug_taken', 'too_many_tries', 'cross_site'],
})

/** Makes the church, its trial and its owner, and signs the owner in. `slug` replaces one that was taken meanwhile. */
export const confirmSignup = endpoint({
  method: 'POST',
  path: '/api/identity/signup/{id}/confirm',
  access: 'public',
  summary: 'Confirm the sign-up with the code of the mail',
  params: idParams,
  body: z.object({ code: oneTimeCode, slug: z.optional(slug) }),
  response: session,
  errors: ['invalid_input', 'wrong_code', 'slug_taken', 'too_many_tries', 'cross_site'],
})

export const resendSignup = endpoint({
  method: 'POST',
  path: '/api/identity/signup/{id}/resend',
  access: 'public',
  summary: 'Send a new code; the one before no longer works',
  params: idParams,
  response: z.object({ expiresAt: z.string() }),
  errors: ['invalid_input', 'wrong_code', 'too_many_tries', 'cross_site'],
})
