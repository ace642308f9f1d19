import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { numberedPage, numberedPageQuery } from '../pages.ts'
import { currencyCode } from './payments.ts'

/**
 * The payment calls of clients that exist already, in their own shapes. What they do is that of `checkout.ts`.
 */

/** Numbers as clients reckon them (0.1 + 0.2), or the text of one. */
const claimed = [z.number(), z.string().check(z.maxLength(40))] as const

const begun = z.object({
  status: z.boolean(),
  transactionReference: z.string(),
  /** What the provider's own code needs; null: it is paid on the page of `checkoutUrl`. */
  clientSecret: z.nullable(z.string()),
  checkoutUrl: z.string(),
})

const confirming = z.object({
  /** What the provider calls the payment. */
  id: z.optional(z.string().check(z.maxLength(255))),
  /** Our reference. */
  txnref: z.optional(z.string().check(z.maxLength(255))),
})

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
  response: begun,
  errors: ['invalid_input', 'no_price', 'not_offered', 'changed_meanwhile', 'too_many_open', 'provider_unavailable'],
  idempotent: true,
})

/** True once the units are there, however often it is asked; false for whatever is not, or not known here. */
export const confirmSmsPayment = endpoint({
  method: 'POST',
  path: '/api/Payment/ConfirmSMSPayment',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Whether a purchase of SMS units has been paid',
  query: confirming,
  response: z.boolean(),
  errors: ['invalid_input', 'provider_unavailable'],
})

/**
 * `totalAmount` only has to agree with our reckoning, and `productPriceId` with the price that is in force, where it is one of
 * ours; a client's own name of a price says nothing. Without a currency it is the one that suits the church.
 */
export const initializeSubscription = endpoint({
  method: 'POST',
  path: '/api/Payment/InitializeSubscription',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Buy months of a plan on the page of a payment provider',
  body: z.object({
    subscriptionPlanID: z.string().check(z.maxLength(40)),
    durationInMonths: z.union(claimed),
    totalAmount: z.optional(z.nullable(z.union(claimed))),
    productPriceId: z.optional(z.nullable(z.union([z.number(), z.string().check(z.maxLength(60))]))),
    /** As `ProductPricingByCountryID` names it. */
    currencyId: z.optional(z.nullable(z.union([z.number(), z.string().check(z.maxLength(60))]))),
    currency: z.optional(z.nullable(currencyCode)),
    /** `Stripe`, `Paystack`, `Flutterwave` or `PayPal`, in any case. */
    paymentGateway: z.string().check(z.maxLength(40)),
  }),
  response: begun,
  errors: [
    'invalid_input',
    'no_price',
    'not_offered',
    'plan_not_offered',
    'plan_too_small',
    'changed_meanwhile',
    'too_many_open',
    'provider_unavailable',
  ],
  idempotent: true,
})

/** Once it is paid `{data: true}`; a bare `false` for whatever is not, or not known here. */
export const confirmSubscriptionPayment = endpoint({
  method: 'POST',
  path: '/api/Payment/ConfirmSubscriptionPayment',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Whether months of a plan have been paid',
  query: confirming,
  response: z.union([z.object({ data: z.literal(true) }), z.literal(false)]),
  errors: ['invalid_input', 'provider_unavailable'],
})

const legacyPlan = {
  description: z.string(),
  membershipSize: z.int(),
  /** Of a month, in the currency that suits the church; 0: it has no price there. */
  amount: z.number(),
  amountInNaira: z.number(),
  amountInDollar: z.number(),
}

export const subscriptions = endpoint({
  method: 'GET',
  path: '/api/Subscription/subscriptions',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'What the church is subscribed to, and what it could be',
  response: z.object({
    /** null: a trial. */
    id: z.nullable(z.string()),
    ...legacyPlan,
    /** Calendar day, YYYY-MM-DD. */
    subscriptionExpiration: z.string(),
    modifiedSubcriptionDate: z.string(),
    subscriptionPlans: z.array(
      z.object({
        id: z.string(),
        ...legacyPlan,
        price: z.number(),
        order: z.int(),
        currency: z.object({ id: z.string(), shortCode: z.string(), symbol: z.string() }),
      }),
    ),
    productsList: z.array(
      z.object({ id: z.string(), name: z.enum(['SMS', 'Email']), price: z.number(), type: z.string() }),
    ),
  }),
  errors: [],
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
      /** Of the price: another one once it has changed. */
      id: z.string(),
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
