import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'
import { paymentMethods, provider } from './providers.ts'

export const MONTHS_MOST = 12
/** A sum that was quoted is kept so long for whoever begins to pay. */
export const QUOTE_MINUTES = 30
export const PROOF_MAX_BYTES = 8 * 1024 * 1024

export const currencyCode = z.string().check(z.regex(/^[A-Z]{3}$/))

export const pricing = z.object({
  currency: z.string(),
  /** Its own first, whether or not it has a price; then every currency that has one. Withdrawn ones are shown, never charged. */
  currencies: z.array(z.string()),
  /** Exact decimal of one SMS unit; null: no SMS price in this currency. */
  smsPrice: z.nullable(z.string()),
  /** Plans with a price in this currency, the smallest first. */
  plans: z.array(
    z.object({
      id,
      name: z.string(),
      description: z.string(),
      membershipSize: z.int(),
      /** Exact decimal of one month. */
      perMonth: z.string(),
    }),
  ),
  /** Where transfers in this currency go; null: none. */
  bankAccount: z.nullable(
    z.object({ accountName: z.string(), accountNumber: z.string(), bank: z.string(), note: z.string() }),
  ),
  /**
   * Who takes payments in this currency, by what is bought; in the order in which they are offered. `cards`: those of a
   * subscription who keep the card that it is paid with.
   */
  providers: z.object({ units: z.array(provider), subscription: z.array(provider), cards: z.array(provider) }),
})
export type Pricing = z.infer<typeof pricing>

/** Without `currency`: the church's, or USD where that has no price or is withdrawn. */
export const readPricing = endpoint({
  method: 'GET',
  path: '/api/billing/pricing',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'What things cost in a currency, and where to send the money',
  query: z.object({ currency: z.optional(currencyCode) }),
  response: pricing,
  errors: ['invalid_input'],
})

/** A line of a sum without tax: `units`, `months`, or `upgrade` (the dearer plan for the days already paid). */
export const paymentLine = z.object({
  what: z.enum(['units', 'months', 'upgrade']),
  count: z.int(),
  amountMinor: z.int(),
})

/** What is bought. The amount is in major units, as typed; months are calendar months. */
const unitsPurchase = z.strictObject({
  purpose: z.literal('units'),
  currency: currencyCode,
  amount: z.string().check(z.trim(), z.regex(/^\d{1,9}(\.\d{1,6})?$/)),
})
const subscriptionPurchase = z.strictObject({
  purpose: z.literal('subscription'),
  currency: currencyCode,
  planId: id,
  months: z.int().check(z.gte(1), z.lte(MONTHS_MOST)),
})
export const purchase = z.discriminatedUnion('purpose', [unitsPurchase, subscriptionPurchase])
export type Purchase = z.infer<typeof purchase>

/** Tax of the church's country; 0 where it has none. `taxRate` in percent, exact. */
export const taxOfSum = { taxMinor: z.int(), taxRate: z.string(), taxName: z.string() }

export const purchaseQuote = z.object({
  currency: z.string(),
  /** Lines and tax. */
  amountMinor: z.int(),
  ...taxOfSum,
  units: z.nullable(z.int()),
  /** Last day that it is good for; null for units. */
  expiresOn: z.nullable(z.string()),
  /** From which day on the church is on the plan: today, or when what is paid is over; null for units. */
  planFrom: z.nullable(z.string()),
  lines: z.array(paymentLine),
  /** The sum is kept for whoever begins to pay until then, instant. */
  validUntil: z.string(),
  /** Which price it was reckoned by. */
  priceId: id,
})

/** What it comes to; nothing is kept. */
export const quotePurchase = endpoint({
  method: 'POST',
  path: '/api/billing/quote',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'What a purchase costs',
  body: purchase,
  response: purchaseQuote,
  errors: ['invalid_input', 'no_price', 'plan_not_offered', 'plan_too_small'],
})

export const paymentState = z.enum(['created', 'pending', 'succeeded', 'failed', 'cancelled', 'review', 'refunded'])
export type PaymentState = z.infer<typeof paymentState>

/** Money on its way back (`wanted`), or back (`done`). `units`: those that were taken back for it. */
export const paymentRefund = z.object({
  /** Days of a plan that were taken back for it. */
  days: z.int(),
  amountMinor: z.int(),
  /** The payment's, unless the provider took another. */
  currency: z.string(),
  units: z.int(),
  state: z.enum(['wanted', 'done', 'failed']),
  at: z.string(),
})

export const payment = z.object({
  id,
  /** What the payer writes on the transfer. */
  reference: z.string(),
  purpose: z.enum(['units', 'subscription']),
  method: z.enum(paymentMethods),
  amountMinor: z.int(),
  currency: z.string(),
  units: z.nullable(z.int()),
  planName: z.nullable(z.string()),
  months: z.nullable(z.int()),
  ...taxOfSum,
  lines: z.array(paymentLine),
  /** Begun by the server for a church that renews by itself. */
  automatic: z.boolean(),
  state: paymentState,
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  refusedReason: z.nullable(z.string()),
  /** The provider's own page, while it can be paid there. */
  checkoutUrl: z.nullable(z.string()),
  /** Every payment that succeeded has one: `NX-2026-000123`. */
  receiptNumber: z.nullable(z.string()),
  refund: z.nullable(paymentRefund),
  proofs: z.array(z.object({ id, fileName: z.string(), contentType: z.string() })),
})
export type Payment = z.infer<typeof payment>

/**
 * The quote that the payer was shown: when it comes to another sum by now, nothing is begun (`changed_meanwhile`), nor when
 * its time is over (`quote_expired`).
 */
const shown = { amountMinor: z.optional(z.int()), validUntil: z.optional(z.iso.datetime()) }
/** Carried by whoever begins to pay: a purchase, and the quote that was shown for it. */
export const transfer = z.discriminatedUnion('purpose', [
  z.extend(unitsPurchase, shown),
  z.extend(subscriptionPurchase, shown),
])

/** A purchase to be paid by bank transfer; the sum is the server's, never the client's. */
export const startTransfer = endpoint({
  method: 'POST',
  path: '/api/billing/transfers',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Buy by bank transfer: a reference to write on it',
  body: transfer,
  response: payment,
  errors: [
    'invalid_input',
    'no_price',
    'no_bank_account',
    'plan_not_offered',
    'plan_too_small',
    'changed_meanwhile',
    'quote_expired',
    'too_many_open',
  ],
  idempotent: true,
})

export const PROOFS_MOST = 10
/** Payments of a church that nobody has decided: each of them is one that an operator looks at. */
export const OPEN_MOST = 10

/** The first proof makes the payment `pending`: an operator looks at it. Pictures are encoded anew, a PDF is kept as it is. */
export const addProof = endpoint({
  method: 'POST',
  path: '/api/billing/payments/{id}/proof',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Send the proof of a transfer: a picture or a PDF',
  params: idParams,
  multipart: { field: 'proof', maxBytes: PROOF_MAX_BYTES },
  response: payment,
  errors: [
    'invalid_input',
    'not_found',
    'unsupported_proof',
    'too_large',
    'already_decided',
    'provider_decides',
    'too_many_tries',
  ],
})

export const readOwnProof = endpoint({
  method: 'GET',
  path: '/api/billing/payments/{id}/proofs/{proofId}',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'A proof that the church sent',
  params: z.object({ id, proofId: id }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found'],
})

/**
 * A provider is asked first, and ends its page where it can: what turns out to be paid is not given up
 * (`already_decided`), and what is paid there in spite of all counts all the same. Asked again, it is still given up.
 */
export const cancelPayment = endpoint({
  method: 'POST',
  path: '/api/billing/payments/{id}/cancel',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Give up a payment that nobody has decided',
  params: idParams,
  response: payment,
  errors: ['invalid_input', 'not_found', 'already_decided'],
})

export const readPayment = endpoint({
  method: 'GET',
  path: '/api/billing/payments/{id}',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'One payment',
  params: idParams,
  response: payment,
  errors: ['invalid_input', 'not_found'],
})

const purpose = z.enum(['units', 'subscription'])
const paymentsFilter = {
  search: pageQuery.search,
  state: z.optional(paymentState),
  purpose: z.optional(purpose),
}

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/billing/payments',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'Payments of the church, the newest first',
  query: z.object({
    ...pageQuery,
    ...paymentsFilter,
    /** Only those that nobody has decided, `OPEN_MOST` and what was taken aside. */
    open: z.optional(z.enum(['yes'])),
  }),
  response: pageOf(payment),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const paymentColumns = ['date', 'what', 'method', 'reference', 'amount', 'currency', 'state'] as const
export const exportPayments = endpoint({
  method: 'GET',
  path: '/api/billing/payments/export',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'The payments as a file',
  query: z.object({ ...paymentsFilter, ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})
