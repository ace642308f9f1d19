import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { payment, paymentRefund, paymentState } from '../billing/payments.ts'
import { paymentMethods } from '../billing/providers.ts'
import { id, pageOf, pageQuery } from '../pages.ts'
import { reason } from './changes.ts'

const ofChurch = z.object({ churchId: id, id })
/** Only what this church asked for. */
const ofOneChurch = { churchId: z.optional(id) }

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

/** `processing`: it is with the networks. Decided ones can be decided anew: networks change their minds. */
export const decideSender = endpoint({
  method: 'POST',
  path: '/api/operator/churches/{churchId}/senders/{id}',
  access: 'operator',
  summary: 'Approve or refuse a sender ID; the church sees the reason',
  params: ofChurch,
  body: z.union([
    z.strictObject({ decision: z.enum(['approve', 'processing']) }),
    z.strictObject({ decision: z.literal('refuse'), reason }),
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
 * units that are spent already (`units_spent`) cannot be, so the refund is refused. Months stay; they are changed on the
 * church's own page. Through a provider the money leaves after the answer (`refund.state`), and one that `failed` may be
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
