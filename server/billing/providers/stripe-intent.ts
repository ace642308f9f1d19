import { currencyCode, type Patience, providerId, read } from './calls.ts'
import { stripeDecline } from './declines.ts'
import { type KeptCard, type Named, ProviderAway, ProviderRefusal, type ProviderStatus } from './provider.ts'
import type { AskStripe } from './stripe-sdk.ts'
import { z } from 'zod'

const charge = z.object({ amount_refunded: z.int().nonnegative(), disputed: z.boolean().nullish() })
const method = z.object({
  id: providerId,
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }).nullish(),
})
const word = z.string().nullish()

/** A payment at Stripe: what stands behind a page that somebody tried to pay, and what a kept card is charged with. */
export const intent = z.object({
  id: providerId,
  status: z.string(),
  amount_received: z.int().nonnegative().optional(),
  currency: currencyCode.optional(),
  customer: z.union([providerId, z.object({ id: providerId }).transform(({ id }) => id)]).nullish(),
  metadata: z.object({ reference: word }).nullish(),
  setup_future_usage: word,
  last_payment_error: z.object({ code: word, decline_code: word, advice_code: word }).nullish(),
  latest_charge: z.union([charge, z.string()]).nullish(),
  payment_method: z.union([method, z.string()]).nullish(),
})
export type Intent = z.infer<typeof intent>

/** What of a payment is told only where it is asked for. */
export const UNFOLDED = ['latest_charge', 'payment_method']

const ID = /^pi_\w{1,250}$/
/** More than a church's card is charged in the days in which anybody asks about one of them. */
const NEWEST = 50

/**
 * The payment that a kept card was charged with; null: Stripe knows none. By its own name, or else by our reference among
 * the newest of its customer, for whoever charged it may have been stopped before the answer came.
 */
export async function findIntent(ask: AskStripe, named: Named, patience: Patience): Promise<Intent | null> {
  const { providerId: id, cardOwner: customer, reference } = named
  try {
    if (id !== null) {
      if (!ID.test(id)) return null
      const found = await ask(patience, (stripe, within) =>
        stripe.paymentIntents.retrieve(id, { expand: UNFOLDED }, within),
      )
      return read(intent, found)
    }
    if (!customer) return null
    const expand = UNFOLDED.map((name) => `data.${name}`)
    const list = await ask(patience, (stripe, within) =>
      stripe.paymentIntents.list({ customer, limit: NEWEST, expand }, within),
    )
    const { data } = read(z.object({ data: z.array(intent) }), list)
    return data.find(({ metadata }) => metadata?.reference === reference) ?? null
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'resource_missing') return null
    throw error
  }
}

/** How the charge of a kept card stands. */
export function intentStatus(found: Intent): ProviderStatus {
  const { id, status, amount_received: amountMinor, currency, metadata, last_payment_error: error } = found
  if (status === 'canceled') return { state: 'ended' }
  if (status === 'requires_payment_method' && error) return { state: 'declined', decline: stripeDecline(error) }
  if (status !== 'succeeded') return { state: 'open' }
  if (amountMinor === undefined || currency === undefined)
    throw new ProviderAway('The provider answered something that is not its protocol.')
  const taken = { reference: metadata?.reference ?? '', providerId: id, amountMinor, currency }
  const refundedMinor = refundedOf(found)
  return refundedMinor > 0 ? { state: 'refunded', refundedMinor, ...taken } : { state: 'paid', ...taken }
}

export const refundedOf = ({ latest_charge: last }: Intent): number =>
  last && typeof last === 'object' ? last.amount_refunded : 0

/** Whether the payer went to the bank because of it, now or before. */
export const isDisputed = ({ latest_charge: last }: Intent): boolean =>
  Boolean(last && typeof last === 'object' && last.disputed)

/** The card behind a payment, where its payer let it be kept. */
export function keptCardOf({ payment_method: by, customer, setup_future_usage }: Intent): KeptCard | null {
  if (setup_future_usage !== 'off_session' || !customer || !by || typeof by !== 'object' || !by.card) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = by.card
  return { token: by.id, owner: customer, brand, last4, expMonth, expYear }
}
