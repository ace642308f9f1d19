import type { House } from '#server/platform/house.ts'
import { audit } from '#server/identity/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { announceDecision } from '../notices/announce-decision.ts'
import { addPaidMonths } from '../subscription/extend-subscription.ts'
import { grantUnits } from '../units/ledger.ts'
import { doubtAbout } from './doubt.ts'
import { endPayment, lockPayment, takeAside, type PaymentRecord } from './payment-store.ts'
import { isDecided } from './state.ts'

/** How a payment ends. */
export type Outcome = { state: 'succeeded' } | { state: 'failed'; reason: string } | { state: 'cancelled' }

export type Settling = { tenantId: TenantId; paymentId: string; outcome: Outcome; actor: Actor; at: Date }

/** The payment as it is now, and whether it was this call that changed it. */
export type Settled = { payment: PaymentRecord; isNew: boolean }

/**
 * Ends a payment, whoever brings the evidence: an operator, a provider, the payer. What was paid for is given in the same
 * transaction, exactly once: the payment's row is locked, and one that has ended changes nothing any more. Throws
 * `not_found`. Every way of paying comes through here. A payment whose sum may no longer be right is given to nobody: it
 * goes to `review`, where only an operator ends it.
 */
export async function settle(tx: Tx, { enqueue }: Pick<House, 'enqueue'>, settling: Settling): Promise<Settled> {
  const { tenantId, paymentId, outcome, actor, at } = settling
  const payment = await lockPayment(tx, tenantId, paymentId)
  if (!payment) throw new ApiError('not_found')
  if (isDecided(payment.state)) return { payment, isNew: false }
  if (outcome.state === 'succeeded') {
    if (payment.state === 'review' && actor.kind !== 'operator') return { payment, isNew: false }
    const doubt = payment.state === 'review' ? null : await doubtAbout(tx, payment, at)
    if (doubt) {
      await takeAside(tx, payment, doubt)
      return { payment: { ...payment, state: 'review' }, isNew: true }
    }
  }
  const reason = outcome.state === 'failed' ? outcome.reason : null
  const decidedBy = actor.kind === 'operator' ? actor.id : null
  // Once more conditional: no row that has ended is ended again, even if somebody forgets the lock.
  if (!(await endPayment(tx, tenantId, paymentId, { state: outcome.state, reason, decidedBy, at })))
    throw new Error('A payment that was locked has changed')
  await noteOutcome(tx, payment, settling)
  if (outcome.state === 'succeeded') await giveWhatWasPaid(tx, payment, settling)
  if (outcome.state !== 'cancelled') await announceDecision(tx, enqueue, { tenantId, paymentId })
  return { payment: { ...payment, state: outcome.state, refusedReason: reason, decidedAt: at }, isNew: true }
}

const acts = { succeeded: 'payment.approved', failed: 'payment.refused', cancelled: 'payment.cancelled' } as const

async function noteOutcome(tx: Tx, { reference }: PaymentRecord, { outcome, ...settling }: Settling): Promise<void> {
  const { tenantId, paymentId: subjectId, actor, at } = settling
  const details = outcome.state === 'failed' ? { reference, reason: outcome.reason } : { reference }
  await audit(tx, tenantId, actor, { act: acts[outcome.state], subjectId, details, at })
}

async function giveWhatWasPaid(tx: Tx, payment: PaymentRecord, { actor, at }: Settling): Promise<void> {
  const { tenantId, id, reference, units, planId, months } = payment
  if (units !== null) {
    await grantUnits(tx, tenantId, { units, reference: id, at })
    await audit(tx, tenantId, actor, { act: 'units.granted', subjectId: id, details: { units, reference }, at })
  }
  if (planId !== null && months !== null)
    await addPaidMonths(tx, tenantId, { paymentId: id, planId, months, actor, at })
}
