import type { PaymentKeys } from '#server/platform/config/index.ts'
import { patienceOf, type Patience } from '../calls/patience.ts'
import { ProviderRefusal, type Finding, type Named, type PaymentProvider } from '../provider.ts'
import { readStripeNotice } from './notice.ts'
import { openSession } from './open-session.ts'
import { stripePortal } from './portal.ts'
import { refundSession } from './refund-session.ts'
import { findingOf, retrieve } from './session.ts'
import { stripeSdk, type AskStripe } from './stripe-sdk.ts'

/** Stripe by its SDK, on its hosted page. `patienceMs`: how long one thing may take. */
export function stripeProvider(keys: NonNullable<PaymentKeys['stripe']>, patienceMs?: number): PaymentProvider {
  const ask = stripeSdk(keys)
  return {
    name: 'stripe',
    begin: (charge) => openSession(ask, charge, patienceOf(patienceMs)),
    find: (known) => find(ask, known, patienceOf(patienceMs)),
    refund: (order) => refundSession(ask, order, patienceOf(patienceMs)),
    end: (named) => expire(ask, named, patienceOf(patienceMs)),
    portal: stripePortal(ask, patienceMs),
    readNotice: (received) => readStripeNotice(received, keys.webhookSecret),
  }
}

async function find(ask: AskStripe, named: Named, patience: Patience): Promise<Finding> {
  const session = await retrieve(ask, named, patience)
  return session ? findingOf(session) : { state: 'unknown' }
}

/** Stripe refuses to end what is not open: then it has ended already, or it is paid. */
async function expire(ask: AskStripe, named: Named, patience: Patience): Promise<void> {
  const session = await retrieve(ask, named, patience)
  if (!session) return
  try {
    await ask(patience, (stripe, within) => stripe.checkout.sessions.expire(session.id, {}, within))
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    const { state } = await find(ask, named, patience)
    if (state !== 'ended') throw error
  }
}
