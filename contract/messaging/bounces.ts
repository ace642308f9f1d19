import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/**
 * What came back of an email, as the mail server got it (`message/rfc822`), with the address it came to. That address names
 * the email and was sealed by us: nobody can report about emails that they did not get.
 */
export const receiveMailReport = endpoint({
  method: 'POST',
  path: '/api/webhooks/mail/{to}',
  access: 'public',
  summary: 'A bounce, a delivery report or a complaint about an email, whole',
  params: z.object({ to: z.string().check(z.maxLength(254)) }),
  body: z.unknown(),
  bodyBytes: 1024 * 1024,
  signed: true,
  response: z.object({ kind: z.enum(['hard', 'soft', 'complaint', 'delivered', 'accepted', 'other']) }),
  errors: ['invalid_input', 'not_found'],
})
