import type { PaymentKeys } from '../../platform/config/index.ts'
import { patienceOf, type Patience, providerId, read, pageUrl, refundKey } from './calls.ts'
import {
  type PaymentProvider,
  ProviderRefusal,
  type Refunded,
  type RefundOrder,
  ProviderAway,
  type Begun,
  type Charge,
  type ProviderStatus,
  type Known,
} from './provider.ts'
import { readPayPalNotice } from './paypal-notice.ts'
import {
  paypalCaller,
  type AskPayPal,
  captureOf,
  readOrder,
  captureOrder,
  providerStatusOf,
  referenceOf,
  type Order,
} from './paypal-orders.ts'
import { changesSince, withDisputes } from './paypal-disputes.ts'
import { checkSum } from './amounts.ts'
import { z } from 'zod'
import { majorText } from '#contract/billing/exact.ts'

/**
 * What became of an order. PayPal moves the money of an approved one only when it is told to, so it is told here, where
 * it may be taken. Never that of another reference: the id may have come from outside.
 */
async function findOrder(paypal: AskPayPal, known: Known, patience: Patience): Promise<ProviderStatus> {
  const found = await readOrder(paypal, known.providerId, patience)
  if (!found) return { state: 'unknown' }
  if (found.status !== 'APPROVED') return afterwards(paypal, found, { known, patience })
  if (referenceOf(found) !== known.reference) return { state: 'unknown' }
  return known.mayTake ? takeMoney(paypal, found, patience) : { state: 'open' }
}

type Asking = { known: Known; patience: Patience }

/** What has happened to it since, where that is asked. */
async function afterwards(paypal: AskPayPal, found: Order, { known, patience }: Asking): Promise<ProviderStatus> {
  const [status, capture] = [providerStatusOf(found), captureOf(found)]
  if (!known.asksAfterwards || !capture || (status.state !== 'paid' && status.state !== 'refunded')) return status
  return withDisputes(paypal, status, { captureId: capture.id, patience })
}

async function takeMoney(paypal: AskPayPal, approved: Order, patience: Patience): Promise<ProviderStatus> {
  try {
    return providerStatusOf(await captureOrder(paypal, approved, patience))
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    if (error.code === 'ORDER_ALREADY_CAPTURED') {
      const taken = await readOrder(paypal, approved.id, patience)
      return taken ? providerStatusOf(taken) : { state: 'unknown' }
    }
    const state = REFUSED.get(error.code)
    if (!state) throw error
    return { state }
  }
}

/** developer.paypal.com/api/rest/reference/orders/v2/errors: what they say of the payer's means, not of our call. */
const REFUSED = new Map<string, 'open' | 'declined' | 'ended'>([
  ['ORDER_NOT_APPROVED', 'open'],
  ['PAYER_ACTION_REQUIRED', 'open'],
  ['ORDER_EXPIRED', 'ended'],
  ['INSTRUMENT_DECLINED', 'declined'],
  ['TRANSACTION_REFUSED', 'declined'],
  ['PAYER_CANNOT_PAY', 'declined'],
  ['PAYER_ACCOUNT_RESTRICTED', 'declined'],
  ['PAYER_ACCOUNT_LOCKED_OR_CLOSED', 'declined'],
  ['CARD_EXPIRED', 'declined'],
  ['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'declined'],
  ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'declined'],
])

const DESCRIPTION_MAX_LENGTH = 127

const created = z.object({ id: providerId, links: z.array(z.object({ href: z.string(), rel: z.string() })) })

/** The reference is the key by which a repetition is answered with the same order, for six hours. */
async function createOrder(paypal: AskPayPal, charge: Charge, patience: Patience): Promise<Begun> {
  checkSum('paypal', charge)
  const answer = await paypal.ask({
    method: 'POST',
    path: '/v2/checkout/orders',
    headers: { 'paypal-request-id': `begin-${charge.reference}` },
    body: orderOf(charge),
    patience,
  })
  const { id, links } = read(created, answer)
  const page = links.find(({ rel }) => rel === 'payer-action') ?? links.find(({ rel }) => rel === 'approve')
  if (!page) throw new ProviderAway('The provider answered something that is not its protocol.')
  return { providerId: id, checkoutUrl: read(pageUrl, page.href) }
}

/** The payer's address stays with us: whose PayPal account pays is not ours to say. */
const orderOf = ({ reference, amountMinor, currency, description, paidUrl, cancelledUrl }: Charge): object => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: reference,
      // PayPal takes money for an invoice once: a second order of the same would be refused.
      invoice_id: reference,
      description: [...description].slice(0, DESCRIPTION_MAX_LENGTH).join(''),
      amount: { currency_code: currency, value: majorText(amountMinor, currency) },
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        shipping_preference: 'NO_SHIPPING',
        user_action: 'PAY_NOW',
        return_url: paidUrl,
        cancel_url: cancelledUrl,
      },
    },
  },
})

const refund = z.object({ id: providerId, status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']) })
const ALREADY = new Set(['CAPTURE_FULLY_REFUNDED', 'CAPTURED_AMOUNT_FULLY_REFUNDED'])

/** What PayPal keeps of a refund the payer reads: our reason stays with us. */
async function refundOrder(paypal: AskPayPal, wish: RefundOrder, patience: Patience): Promise<Refunded> {
  checkSum('paypal', wish)
  const order = await readOrder(paypal, wish.providerId, patience)
  const capture = order && captureOf(order)
  if (!capture) throw new ProviderRefusal('The provider has taken no money for it.', 'not_paid')
  try {
    const answer = await paypal.ask({
      method: 'POST',
      path: `/v2/payments/captures/${encodeURIComponent(capture.id)}/refund`,
      headers: { 'paypal-request-id': refundKey(wish) },
      body: {
        amount: { currency_code: wish.currency, value: majorText(wish.amountMinor, wish.currency) },
        custom_id: wish.reference,
      },
      patience,
    })
    const { id, status } = read(refund, answer)
    if (status === 'FAILED' || status === 'CANCELLED')
      throw new ProviderRefusal('The provider could not give it back.', 'refund_failed')
    return { providerId: id, done: true }
  } catch (error) {
    if (error instanceof ProviderRefusal && ALREADY.has(error.code)) return { providerId: null, done: true }
    throw error
  }
}

/** Its book of disputes is read in many small calls, by nobody who waits for them. */
const BOOKS_MS = 60_000

/** PayPal by its Orders API v2. `patienceMs`: how long one thing may take. */
export function paypalProvider(keys: NonNullable<PaymentKeys['paypal']>, patienceMs?: number): PaymentProvider {
  const paypal = paypalCaller(keys)
  return {
    name: 'paypal',
    begin: (charge) => createOrder(paypal, charge, patienceOf(patienceMs)),
    find: (known) => findOrder(paypal, known, patienceOf(patienceMs)),
    refund: (order) => refundOrder(paypal, order, patienceOf(patienceMs)),
    changedSince: (since) => changesSince(paypal, since, patienceOf(BOOKS_MS)),
    readNotice: (received) =>
      readPayPalNotice(paypal, received, { webhookId: keys.webhookId, patience: patienceOf(patienceMs) }),
  }
}
