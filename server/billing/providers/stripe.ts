import type { PaymentKeys } from '../../platform/config/index.ts'
import { patienceOf, type Patience, pageUrl, providerId, read, currencyCode, refundKey } from './calls.ts'
import {
  ProviderRefusal,
  type ProviderStatus,
  type Known,
  type Named,
  type PaymentProvider,
  type Refunded,
  type RefundOrder,
  ProviderAway,
} from './provider.ts'
import { stripeSdk, type AskStripe } from './stripe-sdk.ts'
import { changesSince, disputesOf } from './stripe-afterwards.ts'
import { stripeCards } from './stripe-cards.ts'
import {
  findIntent,
  type Intent,
  intent,
  intentStatus,
  isDisputed,
  keptCardOf,
  refundedOf,
  UNFOLDED,
} from './stripe-intent.ts'
import { readStripeNotice } from './stripe-notice.ts'
import { openSession } from './stripe-page.ts'
import { checkSum } from './amounts.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'

const session = z.object({
  id: providerId,
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  client_reference_id: z.string().nullable(),
  amount_total: z.int().nonnegative().nullable(),
  currency: currencyCode.nullable(),
  payment_intent: z.union([intent, z.string()]).nullable(),
})
type Session = z.infer<typeof session>

const ID = /^cs_\w{1,250}$/

/** The page as Stripe knows it now; null: it knows none by this id, or was never asked for one. */
async function retrieve(ask: AskStripe, { providerId: id }: Named, patience: Patience): Promise<Session | null> {
  if (id === null || !ID.test(id)) return null
  const expand = UNFOLDED.map((name) => `payment_intent.${name}`)
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
const intentOf = ({ payment_intent }: Session): Intent | null =>
  typeof payment_intent === 'string' ? null : payment_intent

/** Stripe's least units are ours: XAF, CLP, GNF, RWF and XOF have no decimals there either, and UGX has two. */
function providerStatusOf(found: Session): ProviderStatus {
  const { id, status, payment_status, client_reference_id, amount_total, currency } = found
  const tried = intentOf(found)
  if (payment_status === 'unpaid') return { state: unpaidState(status, tried) }
  if (amount_total === null || currency === null)
    throw new ProviderAway('The provider answered something that is not its protocol.')
  const taken = { reference: client_reference_id ?? '', providerId: id, amountMinor: amount_total, currency }
  const refundedMinor = tried ? refundedOf(tried) : 0
  const card = tried && keptCardOf(tried)
  if (refundedMinor > 0) return { state: 'refunded', refundedMinor, ...taken }
  return { state: 'paid', ...taken, ...(card && { card }) }
}

function unpaidState(status: Session['status'], tried: Intent | null): 'open' | 'declined' | 'ended' {
  if (status === 'expired' || tried?.status === 'canceled') return 'ended'
  return tried?.status === 'requires_payment_method' && tried.last_payment_error ? 'declined' : 'open'
}

const refund = z.object({
  id: providerId,
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']).nullable(),
})

async function refundSession(ask: AskStripe, order: RefundOrder, patience: Patience): Promise<Refunded> {
  checkSum('stripe', order)
  const intent = await behind(ask, order, patience)
  if (!intent) throw new ProviderRefusal('The provider has taken no money for it.', 'not_paid')
  const { reference, amountMinor } = order
  // Without the reason: a repetition in other words would be refused.
  const wish = { payment_intent: intent.id, amount: amountMinor, metadata: { reference } }
  const options = { idempotencyKey: refundKey(order) }
  try {
    const answer = await ask(patience, (stripe, within) => stripe.refunds.create(wish, { ...options, ...within }))
    const { id, status } = read(refund, answer)
    if (status === 'failed' || status === 'canceled')
      throw new ProviderRefusal('The provider could not give it back.', 'refund_failed')
    return { providerId: id, done: status === 'succeeded' || status === 'pending' }
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'charge_already_refunded')
      return { providerId: null, done: true }
    throw error
  }
}

/** The payment of a page, or of a kept card; null: nobody tried. */
async function behind(ask: AskStripe, named: Named, patience: Patience): Promise<Intent | null> {
  if (named.cardOwner) return findIntent(ask, named, patience)
  const session = await retrieve(ask, named, patience)
  return session && intentOf(session)
}

const customer = z.object({ id: providerId })
const page = z.object({ url: pageUrl })

/** Stripe's own pages of cards and invoices. */
function stripePortal(ask: AskStripe, patienceMs: number | undefined): NonNullable<PaymentProvider['portal']> {
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
    cards: stripeCards(ask, patienceMs),
    changedSince: (since) => changesSince(ask, since, patienceOf(patienceMs)),
    readNotice: (received) => readStripeNotice(received, { ask, secret: keys.webhookSecret, patienceMs }),
  }
}

async function find(ask: AskStripe, known: Known, patience: Patience): Promise<ProviderStatus> {
  const [status, intent] = known.cardOwner
    ? await findCharge(ask, known, patience)
    : await findPage(ask, known, patience)
  if (!known.asksAfterwards || !intent || (status.state !== 'paid' && status.state !== 'refunded')) return status
  return { ...status, disputes: isDisputed(intent) ? await disputesOf(ask, intent.id, patience) : [] }
}

type Found = [ProviderStatus, Intent | null]

async function findPage(ask: AskStripe, named: Named, patience: Patience): Promise<Found> {
  const session = await retrieve(ask, named, patience)
  return session ? [providerStatusOf(session), intentOf(session)] : [{ state: 'unknown' }, null]
}

async function findCharge(ask: AskStripe, named: Named, patience: Patience): Promise<Found> {
  const intent = await findIntent(ask, named, patience)
  return intent ? [intentStatus(intent), intent] : [{ state: 'unknown' }, null]
}

/** Stripe refuses to end what is not open: then it has ended already, or it is paid. */
async function expire(ask: AskStripe, named: Named, patience: Patience): Promise<void> {
  const found = named.cardOwner ? await findIntent(ask, named, patience) : await retrieve(ask, named, patience)
  if (!found) return
  try {
    await ask(patience, (stripe, within) =>
      named.cardOwner
        ? stripe.paymentIntents.cancel(found.id, {}, within)
        : stripe.checkout.sessions.expire(found.id, {}, within),
    )
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    const { state } = await find(ask, { ...named, mayTake: false }, patience)
    if (state !== 'ended') throw error
  }
}
