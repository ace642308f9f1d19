import { z } from 'zod'
import type Stripe from 'stripe'
import { checkSum } from './amounts.ts'
import { type Patience, pageUrl, providerId, read } from './calls.ts'
import { ProviderRefusal, type Begun, type Charge } from './provider.ts'
import type { AskStripe } from './stripe-sdk.ts'

const MINUTE_MS = 60_000
/** Stripe allows half an hour to a day from its own now; a minute for our clocks to differ. */
const SOONEST_MS = 31 * MINUTE_MS
const LATEST_MS = (24 * 60 - 1) * MINUTE_MS
/**
 * Added to every end, so that one that is half an hour ahead is still allowed when it is repeated some minutes later: only
 * a repetition that is the same word for word is answered with the same page.
 */
const SLACK_MS = 6 * MINUTE_MS

const opened = z.object({ id: providerId, url: pageUrl })

/**
 * Opens a page of Stripe; the reference is the key that makes a repetition answer the same one. A customer that Stripe no
 * longer knows (deleted there, or of another account) is left out: the payer can pay all the same.
 */
export async function openSession(ask: AskStripe, charge: Charge, patience: Patience): Promise<Begun> {
  checkSum('stripe', charge)
  const key = `begin-${charge.reference}`
  try {
    return await open(ask, { charge, key }, patience)
  } catch (error) {
    if (charge.customerId === null || !(error instanceof ProviderRefusal) || error.code !== 'resource_missing')
      throw error
    // Under another key, because the first one may be kept with its refusal.
    const begun = await open(ask, { charge: { ...charge, customerId: null }, key: `${key}-unnamed` }, patience)
    return { ...begun, isCustomerUnknown: true }
  }
}

type Opening = { charge: Charge; key: string }

async function open(ask: AskStripe, { charge, key }: Opening, patience: Patience): Promise<Begun> {
  const page = pageOf(charge)
  const answer = await ask(patience, (stripe, within) =>
    stripe.checkout.sessions.create(page, { idempotencyKey: key, ...within }),
  )
  const { id, url } = read(opened, answer)
  return { providerId: id, checkoutUrl: url }
}

function pageOf(charge: Charge): Stripe.Checkout.SessionCreateParams {
  const metadata = { reference: charge.reference }
  const price_data = {
    currency: charge.currency.toLowerCase(),
    unit_amount: charge.amountMinor,
    product_data: { name: charge.description },
  }
  return {
    mode: 'payment',
    // Others can stay unpaid for days, long after the quote is over.
    allowed_payment_method_types: ['card'],
    client_reference_id: charge.reference,
    metadata,
    // Charges and refunds carry it on: their notices tell us what they are about.
    payment_intent_data: {
      metadata,
      description: charge.description,
      ...(charge.keepsCard && { setup_future_usage: 'off_session' as const }),
    },
    line_items: [{ quantity: 1, price_data }],
    success_url: charge.paidUrl,
    cancel_url: charge.cancelledUrl,
    expires_at: endOf(charge.expiresAt),
    ...payerOf(charge),
  }
}

/** A kept card is a customer's: where Stripe knows none, it makes one. */
function payerOf({ customerId, payerEmail, keepsCard }: Charge): Stripe.Checkout.SessionCreateParams {
  if (customerId !== null) return { customer: customerId }
  return { customer_email: payerEmail, ...(keepsCard && { customer_creation: 'always' }) }
}

function endOf(expiresAt: Date): number {
  const now = Date.now()
  const end = Math.min(Math.max(expiresAt.getTime() + SLACK_MS, now + SOONEST_MS), now + LATEST_MS)
  return Math.floor(end / 1_000)
}
