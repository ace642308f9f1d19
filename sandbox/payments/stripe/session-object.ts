import type { ChargeState } from '../till/charge.ts'
import { intentObject } from './intent-object.ts'
import { type Session, amountOf, currencyOf, type Expand, NO_ADDRESS, seconds } from './session.ts'

const STATUS: Record<ChargeState, 'open' | 'complete' | 'expired'> = {
  open: 'open',
  declined: 'open',
  cancelled: 'open',
  approved: 'open',
  paid: 'complete',
  expired: 'expired',
}

export function sessionObject(session: Session, expand: Expand = []): object {
  const { charge } = session
  const status = STATUS[charge.state]
  return {
    id: charge.id,
    object: 'checkout.session',
    after_expiration: null,
    allow_promotion_codes: null,
    amount_subtotal: amountOf(charge),
    amount_total: amountOf(charge),
    automatic_tax: { enabled: false, liability: null, status: null },
    billing_address_collection: null,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: null,
    consent: null,
    consent_collection: null,
    created: seconds(charge.createdAt),
    currency: currencyOf(charge),
    currency_conversion: null,
    custom_fields: [],
    custom_text: { shipping_address: null, submit: null },
    customer: session.customerId,
    customer_creation: session.customerId ? null : 'if_required',
    customer_details: customerDetails(session),
    customer_email: session.customerEmail,
    expires_at: seconds(session.expiresAt),
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: intentOf(session, expand),
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: charge.state === 'paid' ? 'paid' : 'unpaid',
    phone_number_collection: { enabled: false },
    recovered_from: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_details: null,
    shipping_options: [],
    status,
    submit_type: null,
    subscription: null,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    url: status === 'open' ? charge.pageUrl : null,
  }
}

const customerDetails = ({ charge, customerEmail }: Session) =>
  charge.email === '' && charge.state !== 'paid'
    ? null
    : {
        address: NO_ADDRESS,
        email: charge.email || customerEmail,
        name: null,
        phone: null,
        tax_exempt: 'none',
        tax_ids: [],
      }

/** There is none before somebody tries to pay. */
function intentOf(session: Session, expand: Expand): object | string | null {
  if (session.charge.tries.length === 0) return null
  return expand.some((name) => name.startsWith('payment_intent'))
    ? intentObject(session, below(expand))
    : session.intentId
}

const below = (expand: Expand): Expand =>
  expand.filter((name) => name.startsWith('payment_intent.')).map((name) => name.slice('payment_intent.'.length))
