import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { numberedPage, numberedPageQuery } from '../pages.ts'
import { currencyCode } from './payments.ts'

/**
 * The payment calls of clients that exist already, in their own shapes. What they do is that of `checkout.ts`.
 */

/** Numbers as clients reckon them (0.1 + 0.2), or the text of one. */
const claimed = [z.number(), z.string().check(z.maxLength(40))] as const

/** `smsUnit` only has to agree with our reckoning; without `currency` it is the church's. */
export const initializeSmsPayment = endpoint({
  method: 'POST',
  path: '/api/Payment/InitializeSMSPayment',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Buy SMS units on the page of a payment provider',
  body: z.object({
    smsUnit: z.optional(z.nullable(z.union(claimed))),
    amount: z.union(claimed, 'Please enter amount'),
    /** `Stripe`, `Paystack` or `Flutterwave`, in any case. */
    paymentGateway: z.string().check(z.maxLength(40)),
    currency: z.optional(z.nullable(currencyCode)),
  }),
  response: z.object({
    status: z.boolean(),
    transactionReference: z.string(),
    /** What the provider's own code needs; null: it is paid on the page of `checkoutUrl`. */
    clientSecret: z.nullable(z.string()),
    checkoutUrl: z.string(),
  }),
  errors: ['invalid_input', 'no_price', 'not_offered', 'changed_meanwhile', 'too_many_open', 'provider_unavailable'],
  idempotent: true,
})

/** True once the units are there, however often it is asked; false for whatever is not, or not known here. */
export const confirmSmsPayment = endpoint({
  method: 'POST',
  path: '/api/Payment/ConfirmSMSPayment',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Whether a purchase of SMS units has been paid',
  query: z.object({
    /** What the provider calls the payment. */
    id: z.optional(z.string().check(z.maxLength(255))),
    /** Our reference. */
    txnref: z.optional(z.string().check(z.maxLength(255))),
  }),
  response: z.boolean(),
  errors: ['invalid_input', 'provider_unavailable'],
})

/** `data` is a link, or an empty text where the church has never paid by card. */
export const stripeCustomerPortal = endpoint({
  method: 'GET',
  path: '/api/Payment/StripeCustomerPortalManagement',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'The page of the card provider where a church sees its cards and invoices',
  response: z.object({ data: z.string() }),
  errors: ['provider_unavailable'],
})

/** What things cost in a country, in its currency or, where that has no prices, in USD. `CountryID` as in `GetAllCountries`. */
export const productPricingByCountryId = endpoint({
  method: 'GET',
  path: '/Public/ProductPricingByCountryID',
  access: 'public',
  summary: 'Prices of SMS units and plans by country',
  query: z.object({ CountryID: z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000)) }),
  response: z.array(
    z.object({
      product: z.object({ name: z.enum(['SMS', 'Email', 'Subscription']) }),
      /** Of one unit, or of one month. */
      price: z.number(),
      order: z.int(),
      currency: z.object({ id: z.string(), shortCode: z.string(), symbol: z.string() }),
      subscriptionPlan: z.nullable(z.object({ id: z.string(), description: z.string(), membershipSize: z.int() })),
    }),
  ),
  errors: ['invalid_input', 'not_found'],
})

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/Subscription/GetSubscription',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'The plan of the church and when it ends',
  response: z.object({
    returnObject: z.object({
      id: z.nullable(z.string()),
      description: z.string(),
      /** Calendar day, YYYY-MM-DD. */
      subscriptionExpiration: z.string(),
      subscriptionPlans: z.array(z.object({ id: z.string() })),
    }),
  }),
  errors: [],
})

/** Gifts are not a part of Narthex. */
export const contributionTransactions = endpoint({
  method: 'GET',
  path: '/api/Financials/Contributions/Transactions',
  access: 'signed_in',
  summary: 'Contributions: an empty list',
  query: numberedPageQuery,
  response: numberedPage(z.unknown()),
  errors: ['invalid_input'],
})
