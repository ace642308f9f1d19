import { checkSum } from './amounts.ts'
import { type Patience, patienceOf, read } from './calls.ts'
import { type CardCharge, type PaymentProvider, ProviderRefusal, type ProviderStatus } from './provider.ts'
import { findIntent, intentStatus, intent, UNFOLDED } from './stripe-intent.ts'
import type { AskStripe } from './stripe-sdk.ts'
import { stripeDecline } from './declines.ts'

/** Cards that are kept at Stripe: payment methods of a customer. */
export const stripeCards = (ask: AskStripe, patienceMs: number | undefined): NonNullable<PaymentProvider['cards']> => ({
  charge: (charge) => chargeCard(ask, charge, patienceOf(patienceMs)),
  remove: ({ token }) => detach(ask, token, patienceOf(patienceMs)),
})

/**
 * Our reference is the key against charging twice. Stripe forgets keys after a day, so what may have been charged longer
 * ago is looked for by whoever calls this, not charged anew.
 */
async function chargeCard(ask: AskStripe, charge: CardCharge, patience: Patience): Promise<ProviderStatus> {
  checkSum('stripe', charge)
  const { reference, amountMinor: amount, currency, description, token, owner } = charge
  const wish = {
    amount,
    currency: currency.toLowerCase(),
    customer: owner,
    payment_method: token,
    payment_method_types: ['card'],
    off_session: true,
    confirm: true,
    description,
    metadata: { reference },
    expand: UNFOLDED,
  }
  const options = { idempotencyKey: `charge-${reference}` }
  try {
    const answer = await ask(patience, (stripe, within) =>
      stripe.paymentIntents.create(wish, { ...options, ...within }),
    )
    return intentStatus(read(intent, answer))
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || error.code === 'unauthorized') throw error
    // A card that is declined is refused, and what was tried stands in the books.
    const tried = await findIntent(ask, { reference, providerId: null, cardOwner: owner }, patience)
    if (tried) return intentStatus(tried)
    if (error.code === 'resource_missing') return { state: 'declined', decline: stripeDecline(error) }
    throw error
  }
}

async function detach(ask: AskStripe, token: string, patience: Patience): Promise<void> {
  try {
    await ask(patience, (stripe, within) => stripe.paymentMethods.detach(token, {}, within))
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || error.code === 'unauthorized') throw error
    // Stripe refuses to take away what is not there any more, or was never its customer's.
    if (error.code !== 'resource_missing' && error.code !== 'invalid_request_error') throw error
  }
}
