import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Delivery receipts of a gateway, signed over the raw body. Repeats and late ones are harmless. */
export const smsReceipts = endpoint({
  method: 'POST',
  path: '/api/webhooks/sms/{gateway}',
  access: 'public',
  summary: 'Delivery receipts from an SMS gateway',
  params: z.object({ gateway: z.string().check(z.maxLength(40)) }),
  body: z.unknown(),
  bodyBytes: 512 * 1024,
  signed: true,
  response: z.object({ received: z.int() }),
  errors: ['invalid_input', 'bad_signature', 'not_found'],
})
