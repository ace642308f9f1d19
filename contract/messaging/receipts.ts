import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const gateway = z.object({ gateway: z.string().check(z.maxLength(40)) })

/**
 * Delivery receipts of a gateway, signed or with its key; replies too, where it has one address for both. Repeats and late
 * ones are harmless.
 */
export const smsReceipts = endpoint({
  method: 'POST',
  path: '/api/webhooks/sms/{gateway}',
  access: 'public',
  summary: 'Delivery receipts from an SMS gateway',
  params: gateway,
  body: z.unknown(),
  bodyBytes: 512 * 1024,
  signed: true,
  response: z.object({ received: z.int() }),
  errors: ['invalid_input', 'bad_signature', 'not_found'],
})

/** The same as Kannel brings it: in the address, with the key that we gave it. */
export const askedSmsReceipts = endpoint({
  method: 'GET',
  path: '/api/webhooks/sms/{gateway}',
  access: 'public',
  summary: 'One delivery receipt from an SMS gateway that calls by address',
  params: gateway,
  response: z.object({ received: z.int() }),
  errors: ['invalid_input', 'bad_signature', 'not_found'],
})
