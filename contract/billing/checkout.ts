import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../pages.ts'
import { payment, transfer } from './payments.ts'
import { provider } from './providers.ts'

/**
 * Begins a payment on a provider's own page. The answer's `checkoutUrl` leads there; from there the payer comes back to
 * `/tenant/units?payment=<id>` (or the page of the subscription, or, with `whileGated`, those of a shut gate) with
 * `&outcome=paid` or `&outcome=cancelled`, which is a hint and never evidence.
 */
export const startCheckout = endpoint({
  method: 'POST',
  path: '/api/billing/checkouts',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Buy on the page of a payment provider',
  body: z.strictObject({
    purchase: transfer,
    provider,
    whileGated: z.optional(z.boolean()),
    /** The card is kept, and the church renewed with it from then on; of months only, and where the provider keeps cards. */
    renews: z.optional(z.boolean()),
  }),
  response: payment,
  errors: [
    'invalid_input',
    'no_price',
    'not_offered',
    'plan_not_offered',
    'plan_too_small',
    'changed_meanwhile',
    'quote_expired',
    'too_many_open',
    'provider_unavailable',
  ],
  idempotent: true,
})

/**
 * Asks the provider what became of it and settles by its answer, however often it is called. Asked more often than makes
 * sense, it answers what is known already.
 */
export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/billing/payments/{id}/confirm',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'The payer is back from the provider: what became of the payment?',
  params: idParams,
  response: payment,
  errors: ['invalid_input', 'not_found', 'provider_unavailable'],
})

/**
 * A provider tells us that something became of a payment. It is believed only as far as its signature goes, and then the
 * provider is asked: what is in it is never given by itself. Notices of payments that we do not know are taken and let go.
 */
export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/payments/{provider}',
  access: 'public',
  summary: 'Notices of a payment provider',
  params: z.object({ provider: z.string().check(z.maxLength(40)) }),
  body: z.unknown(),
  bodyBytes: 256 * 1024,
  signed: true,
  response: z.object({ received: z.boolean() }),
  errors: ['invalid_input', 'bad_signature', 'not_found', 'too_many_tries', 'provider_unavailable'],
})
