import { type Charge, refundedUnits, type Refund, sumOf } from '../till/charge.ts'
import type { Card } from '../till/cards.ts'
import { type Session, amountOf, currencyOf, type Expand, NO_ADDRESS, seconds } from './session.ts'

/** A PaymentIntent: there is one as soon as somebody tried to pay. */
export function intentObject(session: Session, expand: Expand = []): object {
  const { charge } = session
  const paid = charge.state === 'paid'
  return {
    id: session.intentId,
    object: 'payment_intent',
    amount: amountOf(charge),
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: paid ? amountOf(charge) : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: charge.state === 'expired' ? seconds(new Date()) : null,
    cancellation_reason: charge.state === 'expired' ? 'automatic' : null,
    capture_method: 'automatic',
    client_secret: null,
    confirmation_method: 'automatic',
    created: seconds(charge.createdAt),
    currency: currencyOf(charge),
    customer: session.customerId,
    description: charge.description || null,
    invoice: null,
    last_payment_error: paid || charge.tries.length === 0 ? null : declinedBy(session),
    latest_charge: paid ? latestCharge(session, expand) : null,
    livemode: false,
    metadata: session.intentMetadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: paymentMethod(session, expand),
    payment_method_options: {},
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: session.keepsCard ? 'off_session' : null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: statusOf(charge),
    transfer_data: null,
    transfer_group: null,
  }
}

const latestCharge = (session: Session, expand: Expand) =>
  expand.includes('latest_charge') ? chargeObject(session) : session.chargeId

function statusOf({ state }: Charge): string {
  if (state === 'paid') return 'succeeded'
  return state === 'expired' ? 'canceled' : 'requires_payment_method'
}

/** Why a card was declined; without its payer, for want of money or for good. */
export const declinedBy = ({ charge, isPage }: Session) => ({
  code: 'card_declined',
  decline_code: isPage ? 'generic_decline' : DECLINE_CODES[charge.declinedBy],
  doc_url: 'https://stripe.com/docs/error-codes/card-declined',
  message: 'Your card was declined.',
  type: 'card_error',
})

const DECLINE_CODES = { soft: 'insufficient_funds', hard: 'stolen_card' } as const

/** What it was paid with, where that is known. */
function paymentMethod({ charge, customerId, keepsCard }: Session, expand: Expand): object | string | null {
  if (!charge.card) return null
  return expand.includes('payment_method')
    ? methodObject(charge.card, keepsCard ? customerId : null)
    : charge.card.token
}

/** A card as Stripe shows it; `customer`: whose it is, where it is kept. */
export const methodObject = ({ token, brand, last4, expMonth, expYear }: Card, customer: string | null): object => ({
  id: token,
  object: 'payment_method',
  billing_details: { address: NO_ADDRESS, email: null, name: null, phone: null },
  card: {
    brand,
    checks: null,
    country: 'NG',
    exp_month: expMonth,
    exp_year: expYear,
    fingerprint: null,
    funding: 'debit',
    generated_from: null,
    last4,
    networks: null,
    three_d_secure_usage: null,
    wallet: null,
  },
  created: 0,
  customer,
  livemode: false,
  metadata: {},
  type: 'card',
})

export function chargeObject(session: Session): object {
  const { charge } = session
  return {
    id: session.chargeId,
    object: 'charge',
    amount: amountOf(charge),
    amount_captured: amountOf(charge),
    amount_refunded: Number(refundedUnits(charge)),
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: NO_ADDRESS, email: charge.email || null, name: null, phone: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: seconds(charge.takenAt ?? charge.createdAt),
    currency: currencyOf(charge),
    customer: session.customerId,
    description: charge.description || null,
    disputed: charge.disputes.length > 0,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    invoice: null,
    livemode: false,
    metadata: session.intentMetadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: session.intentId,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: refundedUnits(charge) === sumOf(charge).units,
    review: null,
    shipping: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

export const refundObject = (session: Session, refund: Refund, metadata: Record<string, string>): object => ({
  id: refund.id,
  object: 'refund',
  amount: Number(refund.units),
  balance_transaction: null,
  charge: session.chargeId,
  created: seconds(refund.at),
  currency: currencyOf(session.charge),
  metadata,
  payment_intent: session.intentId,
  reason: refund.reason || null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: refund.hasFailed ? 'failed' : 'succeeded',
  transfer_reversal: null,
})
