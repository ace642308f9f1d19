import type { Dispute } from '../till/charge.ts'
import type { Desk } from '../till/pages.ts'
import { everyCharge } from './find-session.ts'
import { readForm } from './form.ts'
import { type Books, currencyOf, seconds, type Session } from './session.ts'

const DAY = 24 * 60 * 60
const ANSWER_DAYS = 7

const STATUS = { open: 'needs_response', won: 'won', lost: 'lost' } as const

/** A dispute as Stripe shows it: it names the payment, and carries nothing that we wrote. */
export const disputeObject = (session: Session, dispute: Dispute): object => ({
  id: dispute.id,
  object: 'dispute',
  amount: Number(dispute.units),
  balance_transactions: [],
  charge: session.chargeId,
  created: seconds(dispute.at),
  currency: currencyOf(session.charge),
  evidence: Object.fromEntries(EVIDENCE.map((name) => [name, null])),
  evidence_details: {
    due_by: dispute.state === 'open' ? seconds(dispute.at) + ANSWER_DAYS * DAY : null,
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: session.intentId,
  reason: 'fraudulent',
  status: STATUS[dispute.state],
})

const EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
]

/** `GET /v1/disputes?payment_intent=…`: the newest first. */
export function listDisputes(desk: Desk, books: Books, url: string): object {
  const { payment_intent: wanted } = readForm(url.split('?')[1] ?? '')
  const data = [...everyCharge(desk, books)]
    .filter(({ intentId }) => wanted === undefined || intentId === wanted)
    .flatMap((session) => session.charge.disputes.toReversed().map((dispute) => disputeObject(session, dispute)))
  return { object: 'list', data, has_more: false, url: '/v1/disputes' }
}
