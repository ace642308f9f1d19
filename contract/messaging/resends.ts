import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { destination, routeId, smsQuote } from './sms.ts'

const RESEND = '/api/messaging/sms/sent/{id}/resend'

export const quoteResend = endpoint({
  method: 'GET',
  path: RESEND,
  access: { ability: 'messages.send', whileGated: true },
  summary: 'What it would cost to send a message again to those whom it failed to reach',
  params: idParams,
  query: z.object({
    routeId: z.optional(z.string().check(z.maxLength(40))),
    /** As `failedFor` of a destination, split by commas. */
    reasons: z.optional(z.string().check(z.maxLength(400))),
  }),
  response: smsQuote,
  errors: ['invalid_input', 'not_found', 'too_many_recipients'],
})

export const resendSms = endpoint({
  method: 'POST',
  path: RESEND,
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Send a message again, as a new one, to those whom it failed to reach',
  idempotent: true,
  params: idParams,
  body: z.object({
    routeId,
    quotedUnits: z.optional(z.int()),
    reasons: destination.shape.failedFor,
    /** Another sender ID than that of the message. */
    senderId: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(20))),
  }),
  response: z.object({ id, recipients: z.int(), units: z.int() }),
  errors: [
    'invalid_input',
    'not_found',
    'sender_not_approved',
    'no_recipients',
    'too_many_recipients',
    'quote_changed',
    'not_enough_units',
  ],
})
