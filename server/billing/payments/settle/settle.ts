import {
  saveReceiptNumber,
  askAgainAt,
  claimProviderId,
  endPayment,
  takeAside,
  type Decision,
} from '../records/payment-changes-store.ts'
import { issueReceipt } from '../../receipts/index.ts'
import { lockPayment, selectPayment, type PaymentRecord } from '../records/payment-store.ts'
import { noteProviderRefund } from './provider-refund.ts'
import { endsAt, isDecided, lateAsk, stepAfter, type Found, type Step } from './step-after.ts'
import { addPaidMonths, isAsQuoted, lockBook, remainingOf, type QuotedOn } from '../../subscription/index.ts'
import { grantUnits } from '../../units/index.ts'
import { selectKeepers } from '../../keepers/index.ts'
import type { ReviewReason } from '#contract/operator/requests.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { audit } from '../../../identity/index.ts'
import type { TenantId, Tx } from '../../../platform/database/index.ts'
import { ApiError, type Actor } from '../../../platform/http/index.ts'
import { type Enqueue, defineJob } from '../../../platform/jobs/index.ts'
import { z } from 'zod/mini'

/** Mails one account what became of a payment of its church. */
export const sendPaymentMailJob = defineJob({
  name: 'billing.send-payment-mail',
  payload: z.object({ tenantId: z.uuid(), paymentId: z.uuid(), accountId: z.uuid() }),
})

/** How a payment ends, or what its provider says of it. A failure without a reason is told to nobody. */
export type Outcome =
  | { state: 'succeeded' }
  | { state: 'failed'; reason: string | null }
  | { state: 'cancelled' }
  | ({ state: 'found' } & Found)

export type Settling = { tenantId: TenantId; paymentId: string; outcome: Outcome; actor: Actor; at: Date }

/** The payment as it is now, and whether it was this call that changed it. */
export type Settled = { payment: PaymentRecord; isNew: boolean }

/**
 * Ends a payment, whoever brings the evidence: an operator, a provider, the payer. What was paid for is given in the same
 * transaction, exactly once, with its receipt: the payment's row is locked, and one that has ended changes nothing any
 * more. Throws `not_found`. Every way of paying comes through here. A payment whose sum is not ours, or may no longer be
 * right, is given to nobody: it goes to `review`, where only an operator ends it.
 */
export async function settle(tx: Tx, { enqueue }: Pick<AppContext, 'enqueue'>, settling: Settling): Promise<Settled> {
  const { tenantId, paymentId } = settling
  const payment = await lockPayment(tx, tenantId, paymentId)
  if (!payment) throw new ApiError('not_found')
  const step = stepFor(payment, settling)
  const isNew = await take(tx, enqueue, { payment, step, settling })
  return { payment: isNew ? await reread(tx, payment) : payment, isNew }
}

function stepFor(payment: PaymentRecord, { outcome, actor, at }: Settling): Step {
  if (outcome.state === 'found') return stepAfter(payment, outcome, at)
  if (isDecided(payment.state)) return { to: 'same' }
  if (outcome.state === 'succeeded')
    return payment.state === 'review' && actor.kind !== 'operator' ? { to: 'same' } : { to: 'succeeded', taken: null }
  const askAt = payment.method === 'bank_transfer' || payment.state === 'review' ? null : lateAsk(at, 0)
  return outcome.state === 'failed' ? { to: 'failed', reason: outcome.reason, askAt } : { to: 'cancelled', askAt }
}

type Taking = { payment: PaymentRecord; step: Step; settling: Settling }

/** Takes a step; true when the payment is another afterwards. */
async function take(tx: Tx, enqueue: AppContext['enqueue'], { payment, step, settling }: Taking): Promise<boolean> {
  switch (step.to) {
    case 'same':
      if (step.askAt !== undefined) await askAgainAt(tx, payment, step.askAt)
      return false
    case 'refunded':
      return noteProviderRefund(tx, payment, { ...step, actor: settling.actor, at: settling.at, enqueue })
    case 'review':
      await takeAside(tx, payment, { ...step, reason: await reasonOf(tx, payment, step) })
      return true
    case 'succeeded':
      await succeed(tx, enqueue, { payment, taken: step.taken, settling })
      return true
    case 'failed':
      await end(tx, payment, { ...step, state: 'failed', settling })
      if (step.reason !== null) await announceDecision(tx, enqueue, settling)
      return true
    case 'cancelled':
      await end(tx, payment, { ...step, state: 'cancelled', reason: null, settling })
      return true
  }
}

type Reviewed = Extract<Step, { to: 'review' }>

/** Also money under our reference is not this payment's, when the provider calls it by the name of another one of ours. */
async function reasonOf(tx: Tx, payment: PaymentRecord, { reason, taken }: Reviewed): Promise<ReviewReason> {
  if (reason === 'reference_differs') return reason
  return (await claimProviderId(tx, payment, taken.providerId)) ? reason : 'reference_differs'
}

type Succeeding = {
  payment: PaymentRecord
  taken: Extract<Step, { to: 'succeeded' }>['taken']
  settling: Settling
}

async function succeed(
  tx: Tx,
  enqueue: AppContext['enqueue'],
  { payment, taken, settling }: Succeeding,
): Promise<void> {
  // What the provider calls it names another payment of ours: one taking of money is one credit.
  if (taken && !(await claimProviderId(tx, payment, taken.providerId)))
    return takeAside(tx, payment, { reason: 'reference_differs', taken })
  const paidAt = paidAtOf(payment, { paidAt: taken?.paidAt, at: settling.at })
  const doubt = payment.state === 'review' ? null : await doubtAbout(tx, payment, paidAt)
  if (doubt) return takeAside(tx, payment, { reason: doubt, taken: null })
  await end(tx, payment, { state: 'succeeded', reason: null, askAt: null, settling })
  await giveWhatWasPaid(tx, payment, { ...settling, paidAt })
  await announceDecision(tx, enqueue, settling)
  // Last: whoever takes the next number waits until this is over.
  await giveReceipt(tx, payment, settling.at)
}

/** Gives the units or months of a payment. Once, for `settle` calls it once, and the ledger takes the payment's id once. */
async function giveWhatWasPaid(
  tx: Tx,
  payment: PaymentRecord,
  { actor, at, paidAt }: { actor: Actor; at: Date; paidAt: Date },
): Promise<void> {
  const { tenantId, id, reference, units, planId, months } = payment
  if (units !== null) {
    await grantUnits(tx, tenantId, { units, reference: id, at })
    await audit(tx, tenantId, actor, { act: 'units.granted', subjectId: id, details: { units, reference }, at })
  }
  if (planId !== null && months !== null)
    await addPaidMonths(tx, tenantId, { paymentId: id, planId, months, ...quotedOnOf(payment), actor, paidAt, at })
}

/** Gives a payment that succeeded its receipt, and answers its number; one that has it keeps it. It is locked. */
export async function giveReceipt(tx: Tx, payment: PaymentRecord, at: Date): Promise<string> {
  const { tenantId, id: paymentId, receiptNumber } = payment
  if (receiptNumber !== null) return receiptNumber
  const number = await issueReceipt(tx, { tenantId, paymentId, at })
  await saveReceiptNumber(tx, payment, number)
  return number
}

/** Tells the church's owners and finance, after commit, what became of a payment: each by a job of its own. */
async function announceDecision(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, paymentId }: { tenantId: string; paymentId: string },
): Promise<void> {
  for (const accountId of await selectKeepers(tx, tenantId))
    await enqueue(tx, sendPaymentMailJob, { tenantId, paymentId, accountId })
}

/** A quoted price is kept for so long: nobody lays in payments for the day on which it rises. */
const QUOTE_MS = 30 * 24 * 60 * 60_000

/**
 * Why the sum of an undecided payment may no longer be right; null: it is. Months are quoted on the days that the church has
 * left: on others, the extra for a dearer plan would be another. Without any extra, more of the plan that the church has by
 * now costs the same whenever it is. Holds the subscription until the transaction ends.
 */
export async function doubtAbout(tx: Tx, payment: PaymentRecord, at: Date): Promise<ReviewReason | null> {
  if (at.getTime() - payment.createdAt.getTime() > QUOTE_MS) return 'too_old'
  if (payment.planId === null) return null
  const book = await lockBook(tx, payment.tenantId, at)
  if (!book) throw new Error('A payment is for a church that is there')
  return isAsQuoted(remainingOf(book.term, book.today), payment.planId, quotedOnOf(payment)) ? null : 'plan_changed'
}

/** What months were quoted on; an older version kept the plan alone, and raised its days for the extra or for nothing. */
function quotedOnOf({ quotedOn, quotedPlanId, planId, lines }: PaymentRecord): QuotedOn {
  if (quotedOn) return quotedOn
  const upgrade = lines.find(({ what }) => what === 'upgrade')
  if (upgrade && quotedPlanId !== null)
    return { kept: [], free: [], raised: [{ planId: quotedPlanId, days: upgrade.count }] }
  return { kept: [], free: quotedPlanId === planId ? [] : [quotedPlanId], raised: [] }
}

/**
 * When a payment was paid, whenever that is found: its months begin on that day. What was paid while its page was good counts
 * from the order, on which it was quoted, so that no midnight between the two changes a sum; also where a provider does not
 * say when, and nobody had given the payment up. A transfer counts when its money is there.
 */
export function paidAtOf(
  {
    method,
    state,
    createdAt,
    quoteExpiresAt,
  }: Pick<PaymentRecord, 'method' | 'state' | 'createdAt' | 'quoteExpiresAt'>,
  { paidAt, at }: { paidAt?: Date | undefined; at: Date },
): Date {
  if (method === 'bank_transfer') return at
  const isInTime = paidAt ? paidAt < endsAt(quoteExpiresAt ?? createdAt) : state === 'created' || state === 'pending'
  if (isInTime) return createdAt
  return paidAt && paidAt < at ? paidAt : at
}

const acts = { succeeded: 'payment.approved', failed: 'payment.refused', cancelled: 'payment.cancelled' } as const

type Ending = Pick<Decision, 'state' | 'reason' | 'askAt'> & { settling: Settling }

/** Writes the end and notes it in the church's log. */
async function end(tx: Tx, payment: PaymentRecord, { state, reason, askAt, settling }: Ending): Promise<void> {
  const { tenantId, id: subjectId, reference } = payment
  const { actor, at } = settling
  const decidedBy = actor.kind === 'operator' ? actor.id : null
  // Once more conditional: no row that has changed is ended, even if somebody forgets the lock.
  if (!(await endPayment(tx, payment, { state, reason, decidedBy, askAt, at })))
    throw new Error('A payment that was locked has changed')
  const details = reason === null ? { reference } : { reference, reason }
  await audit(tx, tenantId, actor, { act: acts[state], subjectId, details, at })
}

async function reread(tx: Tx, { tenantId, id }: PaymentRecord): Promise<PaymentRecord> {
  const payment = await selectPayment(tx, tenantId, id)
  if (!payment) throw new Error('A payment that was settled is there')
  return payment
}
