import { createHash } from 'node:crypto'
import { z } from 'zod'
import { patienceOf } from '../calls/patience.ts'
import { pageUrl, providerId, read } from '../calls/read.ts'
import type { PaymentProvider } from '../provider.ts'
import type { AskStripe } from './stripe-sdk.ts'

const customer = z.object({ id: providerId })
const page = z.object({ url: pageUrl })

/** Stripe's own pages of cards and invoices. */
export function stripePortal(ask: AskStripe, patienceMs: number | undefined): NonNullable<PaymentProvider['portal']> {
  return {
    openCustomer: async ({ key, name, email }) => {
      // The same church asked for twice at once is one customer; a key that was used with another name is refused.
      const words = createHash('sha256').update(`${key}\n${name}\n${email}`).digest('hex').slice(0, 32)
      const wish = { name, email, metadata: { church: key } }
      const answer = await ask(patienceOf(patienceMs), (stripe, within) =>
        stripe.customers.create(wish, { idempotencyKey: `customer-${words}`, ...within }),
      )
      return read(customer, answer).id
    },
    pageFor: async (customerId, returnUrl) => {
      const wish = { customer: customerId, return_url: returnUrl }
      const answer = await ask(patienceOf(patienceMs), (stripe, within) =>
        stripe.billingPortal.sessions.create(wish, within),
      )
      return read(page, answer).url
    },
  }
}
