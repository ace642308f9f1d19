import { type Charge, type ChargeEvent, type Dispute, refundedUnits, type Refund, sumOf } from '../till/charge.ts'

const INTEGRATION = 463_433

const amountOf = (charge: Charge): number => Number(sumOf(charge).units)

/** `abandoned` is what was never tried, and what the payer went away from: it can still be paid. */
function statusOf(charge: Charge): 'success' | 'failed' | 'abandoned' | 'reversed' {
  if (charge.state === 'declined') return 'failed'
  if (charge.state !== 'paid') return 'abandoned'
  return refundedUnits(charge) === sumOf(charge).units ? 'reversed' : 'success'
}

const RESPONSES = {
  success: 'Successful',
  reversed: 'Successful',
  failed: 'Declined',
  abandoned: 'The transaction was not completed',
} as const

/** What a card can be charged by again; empty where none was paid with. */
const authorizationOf = ({ card }: Charge): object =>
  card
    ? {
        authorization_code: card.token,
        bin: '408408',
        last4: card.last4,
        exp_month: String(card.expMonth).padStart(2, '0'),
        exp_year: String(card.expYear),
        channel: 'card',
        card_type: card.brand,
        bank: 'TEST BANK',
        country_code: 'NG',
        brand: card.brand,
        reusable: true,
        signature: `SIG_${card.token.slice(-8)}`,
        account_name: null,
      }
    : {}

/** What the bank said to a declined card, by a number and in words: paystack.com/docs/payments/gateway-responses. */
const DECLINED = {
  soft: { response_code: '51', gateway_response_code: 'insufficient_funds', gateway_response: 'Insufficient Funds' },
  hard: { response_code: '43', gateway_response_code: 'stolen_card', gateway_response: 'Stolen card' },
} as const

const customerOf = (charge: Charge) => ({
  id: charge.number,
  first_name: null,
  last_name: null,
  email: charge.email,
  customer_code: `CUS_${charge.number}`,
  phone: null,
  metadata: null,
  risk_action: 'default',
  international_format_phone: null,
})

/** A transaction as `/transaction/verify` tells it. */
export function transactionObject(charge: Charge, metadata: object | string, takenAt = charge.takenAt): object {
  const status = statusOf(charge)
  const paidAt = takenAt?.toISOString() ?? null
  const createdAt = charge.createdAt.toISOString()
  return {
    id: charge.number,
    domain: 'test',
    status,
    reference: charge.reference,
    receipt_number: null,
    amount: amountOf(charge),
    message: status === 'failed' ? 'Declined' : null,
    gateway_response: RESPONSES[status],
    ...(status === 'failed' && !charge.pageUrl ? DECLINED[charge.declinedBy] : {}),
    paid_at: paidAt,
    created_at: createdAt,
    channel: 'card',
    currency: sumOf(charge).currency,
    ip_address: '127.0.0.1',
    metadata,
    log: charge.tries.length === 0 ? null : logOf(charge),
    fees: paidAt === null ? null : 0,
    fees_split: null,
    authorization: authorizationOf(charge),
    customer: customerOf(charge),
    plan: null,
    split: {},
    order_id: null,
    paidAt,
    createdAt,
    requested_amount: Number(charge.asked.units),
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: createdAt,
    plan_object: {},
    subaccount: {},
  }
}

const logOf = (charge: Charge) => ({
  start_time: Math.floor(charge.createdAt.getTime() / 1_000),
  time_spent: 1,
  attempts: charge.tries.length,
  errors: charge.state === 'paid' ? 0 : 1,
  success: charge.state === 'paid',
  mobile: false,
  input: [],
  history: [{ type: 'action', message: charge.state === 'paid' ? 'Paid with card' : 'Attempted to pay', time: 1 }],
})

/** What `POST /refund` answers: the refund stands in a queue. */
export const queuedRefund = (charge: Charge, refund: Refund): object => ({
  transaction: {
    id: charge.number,
    domain: 'test',
    reference: charge.reference,
    amount: amountOf(charge),
    paid_at: charge.takenAt?.toISOString() ?? '',
    channel: 'card',
    currency: sumOf(charge).currency,
    authorization: { exp_month: null, exp_year: null, account_name: null },
    customer: { international_format_phone: null },
    plan: {},
    subaccount: { currency: null },
    split: {},
    order_id: null,
    paidAt: charge.takenAt?.toISOString() ?? '',
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
  },
  integration: INTEGRATION,
  deducted_amount: 0,
  channel: null,
  merchant_note: refund.reason,
  customer_note: refund.reason,
  status: 'pending',
  refunded_by: 'sandbox@narthex.example',
  expected_at: refund.at.toISOString(),
  currency: sumOf(charge).currency,
  domain: 'test',
  amount: Number(refund.units),
  fully_deducted: false,
  id: refund.number,
  createdAt: refund.at.toISOString(),
  updatedAt: refund.at.toISOString(),
})

/** What `GET /refund/{id}` answers, a moment later: it is done. */
export const doneRefund = (charge: Charge, refund: Refund): object => ({
  integration: INTEGRATION,
  transaction: charge.number,
  dispute: null,
  settlement: null,
  id: refund.number,
  domain: 'test',
  currency: sumOf(charge).currency,
  amount: Number(refund.units),
  status: refund.hasFailed ? 'failed' : 'processed',
  refunded_at: refund.at.toISOString(),
  refunded_by: 'sandbox@narthex.example',
  customer_note: refund.reason,
  merchant_note: refund.reason,
  deducted_amount: Number(refund.units),
  fully_deducted: 1,
  createdAt: refund.at.toISOString(),
  bank_reference: null,
  transaction_reference: charge.reference,
  reason: refund.reason,
  customer: {
    ...customerOf(charge),
    first_name: '',
    last_name: '',
    phone: '',
    metadata: '',
    international_format_phone: '',
  },
  refund_type: refund.units === sumOf(charge).units ? 'full' : 'partial',
  transaction_amount: amountOf(charge),
  initiated_by: 'sandbox@narthex.example',
  refund_channel: 'migs',
  session_id: null,
  collect_account_number: false,
})

type Told = { charge: Charge; metadata: object | string }

/** `charge.success` and `refund.processed`; of a declined charge Paystack tells nothing. */
export function paystackNotice({ charge, metadata }: Told, event: ChargeEvent, at: Date): object | null {
  if (event === 'paid') return { event: 'charge.success', data: transactionObject(charge, metadata, at) }
  const dispute = charge.disputes.at(-1)
  if ((event === 'disputed' || event === 'dispute-closed') && dispute)
    return {
      event: event === 'disputed' ? 'charge.dispute.create' : 'charge.dispute.resolve',
      data: disputeObject({ charge, metadata }, dispute),
    }
  const refund = charge.refunds.at(-1)
  if ((event !== 'refunded' && event !== 'refund-failed') || !refund) return null
  const status = refund.hasFailed ? 'failed' : 'processed'
  return {
    event: `refund.${status}`,
    data: {
      status,
      transaction_reference: charge.reference,
      refund_reference: `TRF_${refund.number}`,
      amount: Number(refund.units),
      currency: sumOf(charge).currency,
      customer: customerOf(charge),
      integration: INTEGRATION,
      domain: 'test',
    },
  }
}

const DISPUTED = { open: 'awaiting-merchant-feedback', won: 'resolved', lost: 'resolved' } as const
const RESOLVED = { open: null, won: 'declined', lost: 'merchant-accepted' } as const
const ANSWER_MS = 3 * 24 * 60 * 60_000

/** A dispute as `GET /dispute` lists it. */
export const disputeObject = ({ charge, metadata }: Told, dispute: Dispute): object => ({
  id: dispute.number,
  refund_amount: Number(dispute.units),
  currency: sumOf(charge).currency,
  status: DISPUTED[dispute.state],
  resolution: RESOLVED[dispute.state],
  domain: 'test',
  transaction: {
    ...transactionObject(charge, {}),
    metadata: { custom_fields: [], ...(typeof metadata === 'string' ? {} : metadata) },
    message: null,
    fees: 0,
    customer: null,
    plan: {},
  },
  transaction_reference: null,
  category: 'chargeback',
  customer: {
    ...customerOf(charge),
    first_name: '',
    last_name: '',
    phone: '',
    metadata: '',
    international_format_phone: '',
  },
  bin: '408408',
  last4: charge.card?.last4 ?? '',
  dueAt: new Date(dispute.at.getTime() + ANSWER_MS).toISOString(),
  resolvedAt: null,
  evidence: null,
  attachments: null,
  note: null,
  history: [],
  messages: [],
  createdAt: dispute.at.toISOString(),
  updatedAt: dispute.at.toISOString(),
})
