import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { payment, paymentRefund, paymentState } from '../billing/payments.ts'
import { paymentMethods } from '../billing/providers.ts'
import { networkDecision, senderDocument } from '../messaging/sender-ids.ts'
import { id, pageOf, pageQuery } from '../pages.ts'
import { reason } from './changes.ts'

const ofChurch = z.object({ churchId: id, id })
/** Only what this church asked for. */
const ofOneChurch = { churchId: z.optional(id) }

const networkId = z.optional(z.string().check(z.maxLength(40)))

export const senderRequest = z.object({
  id,
  churchId: id,
  churchName: z.string(),
  isoCode: z.string(),
  mask: z.string(),
  state: z.enum(['pending', 'processing', 'approved', 'refused']),
  refusedReason: z.nullable(z.string()),
  requestedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  networks: z.array(networkDecision),
})
export type SenderRequest = z.infer<typeof senderRequest>

/** Those that wait first, the oldest of them first; then the decided ones, the newest first. */
export const listSenderRequests = endpoint({
  method: 'GET',
  path: '/api/operator/senders',
  access: 'operator',
  summary: 'Sender IDs that churches asked for',
  query: z.object({ ...pageQuery, ...ofOneChurch, state: z.optional(z.enum(['waiting', 'approved', 'refused'])) }),
  response: pageOf(senderRequest),
  errors: ['invalid_input', 'invalid_cursor'],
})

/**
 * Without a network: for all of the church's country. `processing`: it is with them; `documents` is what the church is
 * asked for. Decided ones can be decided anew: networks change their minds. A sender ID is approved as soon as one network
 * approved it.
 */
export const decideSender = endpoint({
  method: 'POST',
  path: '/api/operator/churches/{churchId}/senders/{id}',
  access: 'operator',
  summary: 'Approve or refuse a sender ID; the church sees the reason',
  params: ofChurch,
  body: z.union([
    z.strictObject({ decision: z.literal('approve'), networkId }),
    z.strictObject({
      decision: z.literal('processing'),
      networkId,
      documents: z.optional(z.array(senderDocument).check(z.maxLength(10))),
    }),
    z.strictObject({ decision: z.literal('refuse'), networkId, reason }),
  ]),
  response: senderRequest,
  errors: ['invalid_input', 'not_found'],
})

export const reviewReason = z.enum([
  'plan_changed',
  'too_old',
  'amount_differs',
  'currency_differs',
  'reference_differs',
])
export type ReviewReason = z.infer<typeof reviewReason>

/** What happened to a payment without our doing: money wanted back through the payer's bank, or paid twice. */
export const paymentIncident = z.object({
  kind: z.enum(['dispute', 'second_taking']),
  /** What the provider calls the dispute, or the second taking. */
  providerId: z.string(),
  /** `handled`: an operator has seen to it. */
  state: z.enum(['open', 'won', 'lost', 'handled']),
  amountMinor: z.int(),
  currency: z.string(),
  /** Until when a dispute may be answered, at the provider's own desk; null: not said, or over. */
  answerBy: z.nullable(z.string()),
  noticedAt: z.string(),
  note: z.nullable(z.string()),
})
export type PaymentIncident = z.infer<typeof paymentIncident>

export const consolePayment = z.object({
  ...payment.shape,
  churchId: id,
  churchName: z.string(),
  payerEmail: z.string(),
  /**
   * Whether it takes two operators: its sum, with what you alone have moved of the currency in the last 24 hours or one
   * alone has moved for this church, is above the limit of its currency, or the currency has no limit.
   */
  needsTwo: z.boolean(),
  /**
   * Why an approval took it aside (`review`) instead of giving what was paid for: the church's plan or expiry are no
   * longer what it was quoted on, or it was begun more than 30 days ago. Approving it now is an explicit decision.
   */
  reviewReason: z.nullable(reviewReason),
  /** What the provider says it took, where that is not our sum. */
  taken: z.nullable(z.object({ amountMinor: z.int(), currency: z.string() })),
  /** What the provider calls it; null: a bank transfer, or nothing yet. */
  providerId: z.nullable(z.string()),
  /** Money on its way back or back: why, and, where it `failed`, what the provider said. */
  refund: z.nullable(z.extend(paymentRefund, { reason: z.string(), failure: z.nullable(z.string()) })),
  /** What one operator asked for and a second one has to confirm. */
  waiting: z.nullable(
    z.object({
      changeId: id,
      what: z.enum(['approve', 'refund']),
      operatorId: id,
      name: z.string(),
      at: z.string(),
      reason: z.string(),
    }),
  ),
  decidedByName: z.nullable(z.string()),
  /** The newest first. One that is open waits for an operator, whatever became of the payment. */
  incidents: z.array(paymentIncident),
})
export type ConsolePayment = z.infer<typeof consolePayment>

/** Those that wait first, the oldest of them first; then the decided ones, the newest first. */
export const listConsolePayments = endpoint({
  method: 'GET',
  path: '/api/operator/payments',
  access: 'operator',
  summary: 'Payments of churches: transfers they say they made, and those of the providers',
  query: z.object({
    ...pageQuery,
    ...ofOneChurch,
    state: z.optional(paymentState),
    method: z.optional(z.enum(paymentMethods)),
  }),
  response: pageOf(consolePayment),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const readProof = endpoint({
  method: 'GET',
  path: '/api/operator/churches/{churchId}/proofs/{id}',
  access: 'operator',
  summary: 'The proof that a church sent',
  params: ofChurch,
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found'],
})

/**
 * Approves: units or months are given at once, exactly once. Where two operators are needed (`needsTwo`) it becomes a
 * change that waits (`waiting`) and another operator's approval confirms it (`same_operator` for the same one again). One whose sum may no longer be right answers in the
 * state `review` with its `reviewReason`, and nothing is given; approved again, it is. Of a payment through a provider
 * only one in `review` is approved here: before, the provider says whether it was paid (`provider_decides`).
 */
export const approvePayment = endpoint({
  method: 'POST',
  path: '/api/operator/churches/{churchId}/payments/{id}/approve',
  access: 'operator',
  recentPassword: true,
  summary: 'The money has arrived: give what was paid for',
  params: ofChurch,
  /** What the operator saw on the screen; another amount is refused. */
  body: z.object({ amountMinor: z.int() }),
  response: consolePayment,
  errors: [
    'invalid_input',
    'not_found',
    'already_decided',
    'provider_decides',
    'same_operator',
    'not_your_second',
    'changed_meanwhile',
  ],
})

/**
 * Of a payment through a provider only one in `review` is refused for which no money was taken, or only under a reference
 * that is not ours (`provider_decides`): other money is not kept for nothing, it is approved or given back.
 */
export const refusePayment = endpoint({
  method: 'POST',
  path: '/api/operator/churches/{churchId}/payments/{id}/refuse',
  access: 'operator',
  summary: 'The money has not arrived; the church reads why',
  params: ofChurch,
  body: z.object({ reason }),
  response: consolePayment,
  errors: ['invalid_input', 'not_found', 'already_decided', 'provider_decides'],
})

/**
 * The whole sum goes back: what the provider took, where it is not ours (`taken`). What was bought is taken back first:
 * units that are spent already (`units_spent`) cannot be, so the refund is refused. Months go with their money: the church
 * stands as if it had not paid them. Through a provider the money leaves after the answer (`refund.state`), and one that `failed` may be
 * tried again; a bank transfer an operator has sent back by hand. `not_refundable`: neither succeeded nor in review, on
 * its way already, or taken under a reference that is not ours. Where two operators are needed it waits, as an approval does.
 */
export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/operator/churches/{churchId}/payments/{id}/refund',
  access: 'operator',
  recentPassword: true,
  summary: 'Give the money of a payment back',
  params: ofChurch,
  /** The payment's `amountMinor`, as the operator saw it on the screen; another is refused. */
  body: z.object({ amountMinor: z.int(), reason }),
  response: consolePayment,
  errors: [
    'invalid_input',
    'not_found',
    'already_decided',
    'not_refundable',
    'units_spent',
    'same_operator',
    'not_your_second',
    'changed_meanwhile',
  ],
})

/** Somebody has seen to a dispute or a second taking, at the provider's own desk; the other operators read how. */
export const closeIncident = endpoint({
  method: 'POST',
  path: '/api/operator/churches/{churchId}/payments/{id}/incidents/close',
  access: 'operator',
  summary: 'Mark a dispute or a second taking as handled',
  params: ofChurch,
  body: z.strictObject({
    kind: paymentIncident.shape.kind,
    providerId: z.string().check(z.minLength(1), z.maxLength(255)),
    reason,
  }),
  response: consolePayment,
  errors: ['invalid_input', 'not_found', 'already_decided'],
})
