import { z } from 'zod'
import type { Patience } from '../calls/patience.ts'
import { currencyCode, providerId, read } from '../calls/read.ts'
import { ProviderAway, ProviderRefusal, type Finding, type Named } from '../provider.ts'
import type { AskStripe } from './stripe-sdk.ts'

const charge = z.object({ amount_refunded: z.int().nonnegative() })
const intent = z.object({
  id: providerId,
  status: z.string(),
  last_payment_error: z.object({}).nullish(),
  latest_charge: z.union([charge, z.string()]).nullish(),
})
const session = z.object({
  id: providerId,
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  client_reference_id: z.string().nullable(),
  amount_total: z.int().nonnegative().nullable(),
  currency: currencyCode.nullable(),
  payment_intent: z.union([intent, z.string()]).nullable(),
})
export type Session = z.infer<typeof session>
type Intent = z.infer<typeof intent>

const ID = /^cs_\w{1,250}$/

/** The page as Stripe knows it now; null: it knows none by this id, or was never asked for one. */
export async function retrieve(ask: AskStripe, { providerId: id }: Named, patience: Patience): Promise<Session | null> {
  if (id === null || !ID.test(id)) return null
  const expand = ['payment_intent.latest_charge']
  try {
    return read(
      session,
      await ask(patience, (stripe, within) => stripe.checkout.sessions.retrieve(id, { expand }, within)),
    )
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'resource_missing') return null
    throw error
  }
}

/** The payment behind a page, once somebody tried. */
export const intentOf = ({ payment_intent }: Session): Intent | null =>
  typeof payment_intent === 'string' ? null : payment_intent

/** Stripe's least units are ours: XAF, CLP, GNF, RWF and XOF have no decimals there either, and UGX has two. */
export function findingOf(found: Session): Finding {
  const { id, status, payment_status, client_reference_id, amount_total, currency } = found
  const tried = intentOf(found)
  if (payment_status === 'unpaid') return { state: unpaidState(status, tried) }
  if (amount_total === null || currency === null)
    throw new ProviderAway('The provider answered something that is not its protocol.')
  const taken = { reference: client_reference_id ?? '', providerId: id, amountMinor: amount_total, currency }
  const last = tried?.latest_charge
  const refundedMinor = last && typeof last === 'object' ? last.amount_refunded : 0
  return refundedMinor > 0 ? { state: 'refunded', refundedMinor, ...taken } : { state: 'paid', ...taken }
}

function unpaidState(status: Session['status'], tried: Intent | null): 'open' | 'declined' | 'ended' {
  if (status === 'expired' || tried?.status === 'canceled') return 'ended'
  return tried?.status === 'requires_payment_method' && tried.last_payment_error ? 'declined' : 'open'
}
