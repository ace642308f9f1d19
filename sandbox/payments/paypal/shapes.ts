import { type Charge, type Dispute, refundedUnits, type Refund, sumOf } from '../till/charge.ts'
import { majorText, type Sum } from '../till/sum.ts'

/** What PayPal knows of a charge besides: it is an order of one unit, with a capture once the money is taken. */
export type Order = {
  charge: Charge
  captureId: string
  customId: string | null
  invoiceId: string | null
  referenceId: string
  returnUrl: string
  cancelUrl: string
  refunds: Map<Refund, { noteToPayer: string | null; invoiceId: string | null }>
}

export type Orders = WeakMap<Charge, Order>

const moneyOf = (sum: Sum) => ({ currency_code: sum.currency, value: majorText(sum) })
const timeOf = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z')
const baseOf = ({ charge }: Order): string => new URL('/paypal', charge.pageUrl).href

/** As PayPal names payers: without the letters and digits that look like others. */
export const PAYER_ID = 'SANDBXPAYER22'
const PAYER = {
  name: { given_name: 'Sandbox', surname: 'Payer' },
  email_address: 'payer@narthex.example',
  payer_id: PAYER_ID,
  address: { country_code: 'US' },
}

function statusOf({ state }: Charge): 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' {
  if (state === 'paid') return 'COMPLETED'
  return state === 'approved' ? 'APPROVED' : 'PAYER_ACTION_REQUIRED'
}

/** An order as `Prefer: return=representation` and `GET` have it. */
export function orderObject(order: Order): object {
  const { charge } = order
  return {
    ...shortOrder(order),
    intent: 'CAPTURE',
    ...(isAgreed(charge) ? { payer: PAYER } : {}),
    purchase_units: [unitObject(order)],
    create_time: timeOf(charge.createdAt),
    ...(charge.takenAt ? { update_time: timeOf(charge.takenAt) } : {}),
  }
}

const isAgreed = ({ state }: Charge): boolean => state === 'paid' || state === 'approved'

/** An order as it is answered unless more is asked for. */
export function shortOrder(order: Order): object {
  const { charge } = order
  return {
    id: charge.id,
    status: statusOf(charge),
    payment_source: { paypal: isAgreed(charge) ? { ...sourceOf(), account_status: 'VERIFIED' } : {} },
    links: linksOf(order),
  }
}

const sourceOf = () => ({
  email_address: PAYER.email_address,
  account_id: PAYER.payer_id,
  name: PAYER.name,
  address: PAYER.address,
})

/** The answer to a capture: short, with what was captured. */
export const capturedOrder = (order: Order): object => ({
  ...shortOrder(order),
  purchase_units: [{ reference_id: order.referenceId, payments: paymentsOf(order) }],
  payer: PAYER,
})

const unitObject = (order: Order) => ({
  reference_id: order.referenceId,
  amount: moneyOf(order.charge.asked),
  ...(order.charge.description ? { description: order.charge.description.slice(0, 127) } : {}),
  ...namesOf(order),
  ...(order.charge.state === 'paid' ? { payments: paymentsOf(order) } : {}),
})

const namesOf = ({ customId, invoiceId }: Order) => ({
  ...(customId === null ? {} : { custom_id: customId }),
  ...(invoiceId === null ? {} : { invoice_id: invoiceId }),
})

const paymentsOf = (order: Order) => ({
  captures: [captureObject(order)],
  ...(order.charge.refunds.length > 0
    ? { refunds: order.charge.refunds.map((refund) => refundObject(order, refund)) }
    : {}),
})

function linksOf(order: Order): object[] {
  const self = `${baseOf(order)}/v2/checkout/orders/${order.charge.id}`
  const links = [{ href: self, rel: 'self', method: 'GET' }]
  const status = statusOf(order.charge)
  if (status === 'PAYER_ACTION_REQUIRED') links.push({ href: order.charge.pageUrl, rel: 'payer-action', method: 'GET' })
  if (status === 'APPROVED') links.push({ href: `${self}/capture`, rel: 'capture', method: 'POST' })
  return links
}

export function captureObject(order: Order): object {
  const { charge } = order
  const at = timeOf(charge.takenAt ?? new Date())
  return {
    id: order.captureId,
    status: captureStatus(charge),
    amount: moneyOf(sumOf(charge)),
    final_capture: true,
    disbursement_mode: 'INSTANT',
    seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'] },
    seller_receivable_breakdown: {
      gross_amount: moneyOf(sumOf(charge)),
      paypal_fee: moneyOf({ ...sumOf(charge), units: 0n }),
      net_amount: moneyOf(sumOf(charge)),
    },
    ...namesOf(order),
    links: [
      { href: `${baseOf(order)}/v2/payments/captures/${order.captureId}`, rel: 'self', method: 'GET' },
      { href: `${baseOf(order)}/v2/payments/captures/${order.captureId}/refund`, rel: 'refund', method: 'POST' },
      { href: `${baseOf(order)}/v2/checkout/orders/${charge.id}`, rel: 'up', method: 'GET' },
    ],
    create_time: at,
    update_time: at,
  }
}

function captureStatus(charge: Charge): 'COMPLETED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' {
  const refunded = refundedUnits(charge)
  if (refunded === 0n) return 'COMPLETED'
  return refunded === sumOf(charge).units ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

/** A refund as `Prefer: return=representation` has it. */
export function refundObject(order: Order, refund: Refund): object {
  const sum = { ...sumOf(order.charge), units: refund.units }
  const { noteToPayer = null, invoiceId = null } = order.refunds.get(refund) ?? {}
  return {
    ...shortRefund(order, refund),
    amount: moneyOf(sum),
    ...(order.customId === null ? {} : { custom_id: order.customId }),
    ...(invoiceId === null ? {} : { invoice_id: invoiceId }),
    ...(noteToPayer === null ? {} : { note_to_payer: noteToPayer }),
    seller_payable_breakdown: {
      gross_amount: moneyOf(sum),
      paypal_fee: moneyOf({ ...sum, units: 0n }),
      net_amount: moneyOf(sum),
      total_refunded_amount: moneyOf({ ...sum, units: refundedUnits(order.charge) }),
    },
    create_time: timeOf(refund.at),
    update_time: timeOf(refund.at),
  }
}

export const shortRefund = (order: Order, refund: Refund) => ({
  id: refund.id,
  status: refund.hasFailed ? 'FAILED' : 'COMPLETED',
  links: [
    { href: `${baseOf(order)}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
    { href: `${baseOf(order)}/v2/payments/captures/${order.captureId}`, rel: 'up', method: 'GET' },
  ],
})

const ANSWER_MS = 20 * 24 * 60 * 60_000

/** A dispute in a list, which names neither its payment nor how it ended. */
export const disputeInfo = ({ charge }: Order, dispute: Dispute) => ({
  dispute_id: dispute.id,
  create_time: timeOf(dispute.at),
  update_time: timeOf(dispute.at),
  reason: 'UNAUTHORISED',
  status: dispute.state === 'open' ? 'WAITING_FOR_SELLER_RESPONSE' : 'RESOLVED',
  dispute_state: dispute.state === 'open' ? 'REQUIRED_ACTION' : 'RESOLVED',
  dispute_amount: moneyOf({ ...sumOf(charge), units: dispute.units }),
  dispute_life_cycle_stage: 'CHARGEBACK',
  dispute_channel: 'INTERNAL',
  seller_response_due_date: timeOf(new Date(dispute.at.getTime() + ANSWER_MS)),
})

/** The whole of it. */
export function disputeObject(order: Order, dispute: Dispute): object {
  const { dispute_state: _, ...info } = disputeInfo(order, dispute)
  const outcome_code = dispute.state === 'lost' ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR'
  return {
    ...info,
    disputed_transactions: [
      {
        seller_transaction_id: order.captureId,
        create_time: timeOf(order.charge.takenAt ?? dispute.at),
        transaction_status: 'COMPLETED',
        gross_amount: moneyOf(sumOf(order.charge)),
        ...(order.invoiceId === null ? {} : { invoice_number: order.invoiceId }),
        ...(order.customId === null ? {} : { custom: order.customId }),
      },
    ],
    ...(dispute.state === 'open' ? {} : { dispute_outcome: { outcome_code } }),
  }
}
