import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { newPassword } from './session.ts'

const token = z.string().check(z.minLength(1), z.maxLength(200))

/** The token travels in a body, never in an address. */
export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/identity/invitation',
  access: 'public',
  summary: 'What the invitation of a mail is for',
  body: z.object({ token }),
  response: z.object({
    churchName: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    roles: z.array(z.string()),
  }),
  errors: ['invalid_input', 'invalid_token', 'too_many_tries'],
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/identity/invitation/accept',
  access: 'public',
  summary: 'Join the staff: choose a password and be signed in',
  body: z.object({
    token,
    firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    lastName: z.string().check(z.trim(), z.maxLength(120)),
    password: newPassword,
  }),
  response: z.object({ joined: z.literal(true) }),
  errors: ['invalid_input', 'invalid_token', 'weak_password', 'email_taken', 'too_many_tries', 'cross_site'],
})
