import { majorText } from '#contract/billing/exact.ts'
import { audit } from '../../../identity/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { ApiError } from '../../../platform/http/index.ts'
import { announceRefund, takeDaysBack } from '../settle/provider-refund.ts'
import { availableUnits, lockUnits, revokeUnits } from '../../units/index.ts'
import type { Deciding } from '../transfer/decide-payment.ts'
import { lockPayment, type PaymentRecord } from '../records/payment-store.ts'
import { markRefunded } from '../records/payment-changes-store.ts'
import { saveRefund, wantRefundAgain } from '../records/refund-store.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../../platform/jobs/index.ts'

/** Asks the provider of a payment to give its money back. Any number of these jobs for one payment give it back once. */
export const refundPaymentJob = defineJob({
  name: 'billing.refund-payment',
  payload: z.object({ tenantId: z.uuid(), paymentId: z.uuid() }),
  // With pauses of at most five minutes this tries for longer than a day; `resendRefunds` puts it in again after that.
  options: { retryLimit: 400 },
})

type Refunding = Deciding & {
  /** What the operator saw of the payment; another sum is refused. */
  amountMinor: number
  reason: string
  /** The operator who wished it; another one may have confirmed it. */
  wantedBy: string | null
}

type Refundable = Pick<PaymentRecord, 'state' | 'reviewReason' | 'taken' | 'amountMinor' | 'currency'> & {
  refund: Pick<NonNullable<PaymentRecord['refund']>, 'state'> | null
}

/** Throws `not_refundable` when nothing of a payment can go back, `changed_meanwhile` when its sum is not what was seen. */
export function canRefund(payment: Refundable, amountMinor: number): void {
  if (!sumOf(payment)) throw new ApiError('not_refundable')
  if (payment.amountMinor !== amountMinor) throw new ApiError('changed_meanwhile')
}

/**
 * An operator gives the whole sum of a payment back, and what was bought, units or months, is taken back in the same transaction. Through a
 * provider the money leaves by a job after it; a transfer was sent back by hand. A refund that failed is tried once more.
 * Runs in an operator's transaction inside the church. Throws `not_found`, `not_refundable`, `changed_meanwhile` when
 * `amountMinor`, what the operator saw, is not the payment's, and `units_spent`.
 */
export async function refundPayment(
  tx: Tx,
  { enqueue }: Pick<AppContext, 'enqueue'>,
  { amountMinor, ...refunding }: Refunding,
): Promise<void> {
  const { tenantId, paymentId } = refunding
  const payment = await lockPayment(tx, tenantId, paymentId)
  if (!payment) throw new ApiError('not_found')
  canRefund(payment, amountMinor)
  const sum = sumOf(payment) ?? payment
  if (payment.state === 'refunded') await tryAgain(tx, payment, refunding)
  else await giveBack(tx, payment, { ...refunding, sum, enqueue })
  if (payment.method === 'bank_transfer') await announceRefund(tx, enqueue, { tenantId, paymentId })
  else await enqueue(tx, refundPaymentJob, { tenantId, paymentId }, { turnOf: payment.method })
}

type Sum = { amountMinor: number; currency: string }

/** What goes back: what was taken, where that is not our sum. Null: nothing can. */
function sumOf({ state, reviewReason, refund, taken, amountMinor, currency }: Refundable): Sum | null {
  // What was taken under another reference is not this payment's to give back.
  if (state === 'review' && reviewReason === 'reference_differs') return null
  const isThere = state === 'succeeded' || state === 'review' || (state === 'refunded' && refund?.state === 'failed')
  const sum = taken ?? { amountMinor, currency }
  return isThere && sum.amountMinor > 0 ? sum : null
}

type Wanted = Omit<Refunding, 'amountMinor'>

async function giveBack(
  tx: Tx,
  payment: PaymentRecord,
  { sum, reason, wantedBy, actor, at, enqueue }: Wanted & { sum: Sum } & Pick<AppContext, 'enqueue'>,
): Promise<void> {
  const { tenantId, id, method } = payment
  const units = payment.state === 'succeeded' ? (payment.units ?? 0) : 0
  await lockUnits(tx, tenantId)
  if ((await availableUnits(tx, tenantId)) < units) throw new ApiError('units_spent')
  await revokeUnits(tx, enqueue, { tenantId, units, reference: id, at })
  const days = await takeDaysBack(tx, payment, { backMinor: 1, wholeMinor: 1, reason, actor, at })
  const state = method === 'bank_transfer' ? 'done' : 'wanted'
  await saveRefund(tx, payment, { ...sum, units, days, state, reason, wantedBy, at })
  await markRefunded(tx, payment, at)
  await note(tx, payment, { sum, units, reason, actor, at })
}

async function tryAgain(tx: Tx, payment: PaymentRecord, { reason, wantedBy, actor, at }: Wanted): Promise<void> {
  if (!(await wantRefundAgain(tx, payment, { wantedBy, reason, at }))) throw new ApiError('not_refundable')
  await note(tx, payment, { sum: sumOf(payment) ?? payment, units: 0, reason, actor, at })
}

type Noted = Pick<Wanted, 'reason' | 'actor' | 'at'> & { sum: Sum; units: number }

async function note(tx: Tx, payment: PaymentRecord, { sum, units, reason, actor, at }: Noted): Promise<void> {
  const { tenantId, id: subjectId, reference } = payment
  const { currency } = sum
  const details = { reference, amount: majorText(sum.amountMinor, currency), currency, reason }
  await audit(tx, tenantId, actor, { act: 'payment.refunded', subjectId, details, at })
  if (units > 0)
    await audit(tx, tenantId, actor, { act: 'units.revoked', subjectId, details: { units, reference }, at })
}
