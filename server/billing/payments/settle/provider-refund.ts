import { majorText } from '#contract/billing/exact.ts'
import { audit } from '../../../identity/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { Actor } from '../../../platform/http/index.ts'
import { type Enqueue, defineJob } from '../../../platform/jobs/index.ts'
import type { Taken } from '../../providers/index.ts'
import { takeMonthsBack } from '../../subscription/index.ts'
import { availableUnits, lockUnits, revokeUnits } from '../../units/index.ts'
import type { PaymentRecord } from '../records/payment-store.ts'
import { markRefunded } from '../records/payment-changes-store.ts'
import { saveRefund, markRefundDone } from '../records/refund-store.ts'
import { selectKeepers } from '../../keepers/index.ts'
import { z } from 'zod/mini'

/** Mails one account that the money of a payment of its church was given back. */
export const sendRefundMailJob = defineJob({
  name: 'billing.send-refund-mail',
  payload: z.object({ tenantId: z.uuid(), paymentId: z.uuid(), accountId: z.uuid() }),
})

type Given = { taken: Taken; refundedMinor: number; actor: Actor; at: Date; enqueue: Enqueue }

/** What operators read where nobody here wanted it. */
const REASON = 'Refunded by the provider.'

/**
 * Money has gone back, by the word of the provider. One that an operator wanted is done with it. Any other is written
 * down, and the units for that part of the sum are taken back as far as they are still there. `payment` is locked; the
 * same word again changes nothing (false). What had gone back before the payment was taken aside is not counted: it was
 * taken for what was left.
 */
export async function noteProviderRefund(tx: Tx, payment: PaymentRecord, told: Given): Promise<boolean> {
  const { refund } = payment
  const given = sinceItWasTaken(payment, told)
  const { refundedMinor, at, enqueue } = given
  if (refundedMinor <= 0) return false
  if (refund && refundedMinor < refund.amountMinor) return false
  if (refund && refund.state !== 'done') return finishRefund(tx, payment, { providerId: null, at, enqueue })
  if (refund?.amountMinor === refundedMinor) return false
  const units = await takeBack(tx, payment, given)
  const days = await takeDaysBack(tx, payment, { ...partOf(payment, given), reason: REASON, actor: given.actor, at })
  const { currency } = given.taken
  const written = { amountMinor: refundedMinor, currency, units, days, reason: REASON, wantedBy: null, at }
  await saveRefund(tx, payment, { ...written, state: 'done' })
  await markRefunded(tx, payment, at)
  await note(tx, payment, { ...given, units })
  await announceRefund(tx, enqueue, { tenantId: payment.tenantId, paymentId: payment.id })
  return true
}

/** The same without what had gone back already when the rest was written down as taken. */
function sinceItWasTaken({ taken: written }: PaymentRecord, told: Given): Given {
  const { taken, refundedMinor } = told
  if (written === null || written.currency !== taken.currency) return told
  const before = Math.max(0, taken.amountMinor - written.amountMinor)
  const amountMinor = taken.amountMinor - before
  return { ...told, taken: { ...taken, amountMinor }, refundedMinor: refundedMinor - before }
}

type Part = { backMinor: number; wholeMinor: number }

/** The part of the sum that went back: what was taken above ours goes first, and bought nothing. */
function partOf({ amountMinor, currency }: PaymentRecord, { taken, refundedMinor }: Given): Part {
  const over = taken.currency === currency ? Math.max(0, taken.amountMinor - amountMinor) : 0
  return { backMinor: Math.max(0, refundedMinor - over), wholeMinor: taken.amountMinor - over }
}

type DaysBack = Part & { reason: string; actor: Actor; at: Date }

/** Months follow their money: all of them, or the days of that part. Answers how many days the church has less. */
export async function takeDaysBack(tx: Tx, payment: PaymentRecord, back: DaysBack): Promise<number> {
  const { tenantId, id: paymentId, months, receiptNumber } = payment
  // In review nothing was given.
  if (months === null || receiptNumber === null) return 0
  return takeMonthsBack(tx, tenantId, { ...back, paymentId, months })
}

/** Takes units back as far as they are due and unspent; answers how many. */
async function takeBack(tx: Tx, payment: PaymentRecord, given: Given): Promise<number> {
  const { refundedMinor, at, enqueue } = given
  const { tenantId, id, units, receiptNumber, refund } = payment
  // In review nothing was given.
  if (units === null || receiptNumber === null) return 0
  const { backMinor, wholeMinor } = partOf(payment, given)
  const due = Number((BigInt(units) * BigInt(backMinor)) / BigInt(wholeMinor)) - (refund?.units ?? 0)
  await lockUnits(tx, tenantId)
  const back = Math.max(0, Math.min(due, await availableUnits(tx, tenantId)))
  const reference = refund ? `${id}:${refundedMinor}` : id
  await revokeUnits(tx, enqueue, { tenantId, units: back, reference, at })
  return back
}

async function note(tx: Tx, payment: PaymentRecord, noted: Given & { units: number }): Promise<void> {
  const { tenantId, id: subjectId, reference } = payment
  const { taken, refundedMinor, units, actor, at } = noted
  const { currency } = taken
  const details = { reference, amount: majorText(refundedMinor, currency), currency, reason: REASON }
  await audit(tx, tenantId, actor, { act: 'payment.refunded', subjectId, details, at })
  if (units > 0)
    await audit(tx, tenantId, actor, { act: 'units.revoked', subjectId, details: { units, reference }, at })
}

type Finished = { providerId: string | null; at: Date; enqueue: Enqueue }

/** The money of a refund is back, or the provider sees to it; the church is told. False when that was known. */
export async function finishRefund(
  tx: Tx,
  { tenantId, id }: Pick<PaymentRecord, 'tenantId' | 'id'>,
  { providerId, at, enqueue }: Finished,
): Promise<boolean> {
  const isNew = await markRefundDone(tx, { tenantId, id }, { providerId, at })
  if (isNew) await announceRefund(tx, enqueue, { tenantId, paymentId: id })
  return isNew
}

/**
 * Tells the church's owners and finance, after commit, that the money of a payment was given back: each by a job of its
 * own. To be called once the refund is `done`.
 */
export async function announceRefund(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, paymentId }: { tenantId: string; paymentId: string },
): Promise<void> {
  for (const accountId of await selectKeepers(tx, tenantId))
    await enqueue(tx, sendRefundMailJob, { tenantId, paymentId, accountId })
}
