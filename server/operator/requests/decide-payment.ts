import { z } from 'zod/mini'
import { majorText } from '#contract/billing/exact.ts'
import type { DeskPayment } from '#contract/operator/requests.ts'
import {
  approvePayment as approve,
  canRefund,
  refundPayment as refund,
  refusePayment as refuse,
} from '#server/billing/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { orderedId } from '#server/platform/ordered-id.ts'
import { askForSecond, confirmedAct, type ConfirmedAct } from '../changes/ask-for-second.ts'
import { lockInstallation, selectWaiting } from '../changes/change-store.ts'
import { confirmChange } from '../changes/decide-change.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { insertAlone, needsTwo } from './alone-store.ts'
import { readDeskPayment } from './list-desk-payments.ts'

export type Deciding = { tenantId: string; paymentId: string; actor: Actor; at: Date }
type Doors = Pick<House, 'enqueue'>

const which = z.object({ tenantId: z.uuid(), paymentId: z.uuid(), amountMinor: z.int() })

/** The money has arrived, above the limit. False: its sum may no longer be right, and it was taken aside instead. */
const approveForTwo = confirmedAct({
  kind: 'payment_approve',
  shape: which,
  look: async (tx, { tenantId, paymentId }, at) => {
    const payment = await readDeskPayment(tx, { churchId: tenantId, id: paymentId, at })
    const { state } = payment
    return { subject: paymentId, tenantId, details: toldOf(payment), before: { state }, after: { state: 'succeeded' } }
  },
  apply: async (tx, house, { wanted, change: { askedBy }, actor, at }) => {
    const approval = await approve(tx, house, { ...wanted, firstBy: askedBy.id, completes: true, actor, at })
    await noteApproval(tx, { ...wanted, approval, actor, at, more: { askedBy: askedBy.name } })
    if (approval === 'review') return false
  },
})

/** The money goes back, above the limit. */
const refundForTwo = confirmedAct({
  kind: 'payment_refund',
  shape: which,
  look: async (tx, { tenantId, paymentId, amountMinor }, at) => {
    const payment = await readDeskPayment(tx, { churchId: tenantId, id: paymentId, at })
    canRefund(payment, amountMinor)
    const { state } = payment
    return {
      subject: paymentId,
      tenantId,
      details: toldOf(payment, sumBack(payment)),
      before: { state },
      after: { state: 'refunded' },
    }
  },
  apply: async (tx, house, { wanted, change: { reason, askedBy }, actor, at }) => {
    await refund(tx, house, { ...wanted, reason, wantedBy: askedBy.id, actor, at })
    await noteRefund(tx, { ...wanted, actor, at, more: { reason, askedBy: askedBy.name } })
  },
})

/** What of payments one operator asks for above the limit and a second one confirms. */
export const paymentActs = [approveForTwo, refundForTwo]

/**
 * The money has arrived: what was paid for is given, or, where two operators are needed, asked for, and given when the
 * second one says so too; or the payment is taken aside because its sum may no longer be right. Runs in an operator's
 * transaction inside the church. Throws `not_found`, `already_decided`, `provider_decides`, `same_operator`,
 * `not_your_second`, `changed_meanwhile`.
 */
export async function approveDeskPayment(
  tx: Tx,
  house: Doors,
  approving: Deciding & { amountMinor: number },
): Promise<DeskPayment> {
  const { tenantId, paymentId, amountMinor, actor, at } = approving
  const one = { churchId: tenantId, id: paymentId, at }
  if (!(await confirmedAsSecond(tx, house, approveForTwo, approving))) {
    const { currency, needsTwo: isForTwo } = await readDeskPayment(tx, one)
    const approval = await approve(tx, house, { ...approving, completes: !isForTwo })
    await noteApproval(tx, { ...approving, approval })
    const wanted = { tenantId, paymentId, amountMinor }
    if (approval === 'noted') await askForSecond(tx, house, approveForTwo, { wanted, reason: '', actor, at })
    if (approval === 'completed') await noteAlone(tx, { ...wanted, currency, act: 'payment_approve', actor, at })
  }
  return readDeskPayment(tx, one)
}

/**
 * The money goes back, and what was bought with it; where two operators are needed it is asked for. Throws `not_found`,
 * `not_refundable`, `units_spent`, `same_operator`, `not_your_second`, `changed_meanwhile`.
 */
export async function refundDeskPayment(
  tx: Tx,
  house: Doors,
  refunding: Deciding & { amountMinor: number; reason: string },
): Promise<DeskPayment> {
  const { tenantId, paymentId, amountMinor, actor, reason, at } = refunding
  const one = { churchId: tenantId, id: paymentId, at }
  if (!(await confirmedAsSecond(tx, house, refundForTwo, refunding))) {
    const sum = sumBack(await readDeskPayment(tx, one))
    const wanted = { tenantId, paymentId, amountMinor }
    if (await needsTwo(tx, { ...sum, tenantId, operatorId: idOf(actor), at })) {
      await askForSecond(tx, house, refundForTwo, { wanted, reason, actor, at })
    } else {
      await refund(tx, house, { ...refunding, wantedBy: actor.id })
      await noteRefund(tx, { ...wanted, actor, at, more: { reason } })
      await noteAlone(tx, { ...sum, tenantId, paymentId, act: 'payment_refund', actor, at })
    }
  }
  return readDeskPayment(tx, one)
}

/** Locks the installation; true when another operator had asked for the same and this one has answered as the second. */
async function confirmedAsSecond(
  tx: Tx,
  house: Doors,
  act: ConfirmedAct,
  { tenantId, paymentId, amountMinor, actor, at }: Deciding & { amountMinor: number },
): Promise<boolean> {
  await lockInstallation(tx)
  const seen = await readDeskPayment(tx, { churchId: tenantId, id: paymentId, at })
  if (seen.amountMinor !== amountMinor) throw new ApiError('changed_meanwhile')
  const waiting = await selectWaiting(tx, { kind: act.kind, subject: paymentId, at })
  if (!waiting) return false
  await confirmChange(tx, house, { id: waiting.id, acts: [act], actor, at })
  return true
}

/** The money has not arrived; the church reads why. Throws `not_found`, `already_decided` and `provider_decides`. */
export async function refuseDeskPayment(
  tx: Tx,
  house: Doors,
  refusing: Deciding & { reason: string },
): Promise<DeskPayment> {
  const { tenantId, paymentId: subjectId, actor, reason, at } = refusing
  await refuse(tx, house, refusing)
  const payment = await readDeskPayment(tx, { churchId: tenantId, id: subjectId, at })
  const details = { ...detailsOf(payment), reason }
  await noteAtDesk(tx, actor, { act: 'payment.refused', tenantId, subjectId, details, at })
  return payment
}

/** What goes back: what the provider took, where it is not our sum. */
const sumBack = ({ taken, amountMinor, currency }: DeskPayment): { amountMinor: number; currency: string } =>
  taken ?? { amountMinor, currency }

function idOf({ kind, id }: Actor): string {
  if (kind !== 'operator' || id === null) throw new ApiError('not_allowed')
  return id
}

type Alone = Deciding & { amountMinor: number; currency: string; act: 'payment_approve' | 'payment_refund' }

const noteAlone = (tx: Tx, { actor, ...moved }: Alone): Promise<void> =>
  insertAlone(tx, { id: orderedId(), operatorId: idOf(actor), ...moved })

const approvalActs = { completed: 'payment.approved', review: 'payment.taken_aside' } as const

type Noting = Deciding & { more?: Record<string, string> }

/** What was only asked for is noted as that. */
async function noteApproval(
  tx: Tx,
  { approval, tenantId, paymentId, actor, more = {}, at }: Noting & { approval: 'completed' | 'noted' | 'review' },
): Promise<void> {
  if (approval === 'noted') return
  const details = { ...detailsOf(await readDeskPayment(tx, { churchId: tenantId, id: paymentId, at })), ...more }
  await noteAtDesk(tx, actor, { act: approvalActs[approval], tenantId, subjectId: paymentId, details, at })
}

async function noteRefund(tx: Tx, { tenantId, paymentId, actor, more = {}, at }: Noting): Promise<void> {
  const details = { ...detailsOf(await readDeskPayment(tx, { churchId: tenantId, id: paymentId, at })), ...more }
  await noteAtDesk(tx, actor, { act: 'payment.refunded', tenantId, subjectId: paymentId, details, at })
}

type Sum = { amountMinor: number; currency: string }

/** What is asked for, with the sum that moves. */
const toldOf = (payment: DeskPayment, { amountMinor, currency }: Sum = payment) => ({
  ...detailsOf(payment),
  amount: majorText(amountMinor, currency),
  currency,
})

const detailsOf = ({
  churchName,
  reference,
  purpose,
  amountMinor,
  currency,
  units,
  planName,
  months,
}: DeskPayment) => ({
  church: churchName,
  reference,
  purpose,
  amount: majorText(amountMinor, currency),
  currency,
  ...(units === null ? { planName, months } : { units }),
})
