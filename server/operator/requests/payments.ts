import { z } from 'zod/mini'
import { majorText } from '#contract/billing/exact.ts'
import type { ConsolePayment, listConsolePayments as call } from '#contract/operator/requests.ts'
import {
  approvePayment as approve,
  canRefund,
  closeIncident as close,
  type Handling,
  refundPayment as refund,
  refusePayment as refuse,
} from '../../billing/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { orderedId } from '../../platform/ordered-id.ts'
import {
  askForSecond,
  confirmedAct,
  type ConfirmedAct,
  lockInstallation,
  selectWaiting,
  confirmChange,
} from '../changes/index.ts'
import { noteOperatorAct } from '../log/index.ts'
import {
  insertAlone,
  needsTwo,
  selectAtConsole,
  countConsolePayments,
  selectConsolePayment,
  selectConsolePayments,
  selectPaymentParts,
  type ConsolePaymentRecord,
  type OnePayment,
} from './console-payment-store.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { place } from './waiting-first-store.ts'

type Query = Received<typeof call>['query']

/** What churches say they paid: what waits first, the oldest of it first; then the rest, the newest first. */
export async function listConsolePayments(
  tx: Tx,
  { search = '', state, method, churchId, cursor, limit = PAGE_SIZE }: Query,
  at: Date,
): Promise<Answer<typeof call>> {
  const filter = { search: search.trim(), state: state ?? null, method: method ?? null, churchId: churchId ?? null }
  const rows = await selectConsolePayments(tx, filter, { after: readCursor(place, cursor), limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ rank, place: since, id }) => ({ rank, at: since, id }))
  return { items: await presentPayments(tx, items, at), total: await countConsolePayments(tx, filter), nextCursor }
}

/**
 * One payment, with what its church has of it. On several machines that is not seen before what this transaction wrote of it is
 * committed. Throws `not_found`.
 */
export async function readConsolePayment(tx: Tx, one: OnePayment): Promise<ConsolePayment> {
  const [payment] = await presentPayments(tx, [await recordOf(tx, one)], one.at)
  if (!payment) throw new ApiError('not_found')
  return payment
}

/** The payment's own row; throws `not_found`. */
async function recordOf(tx: Tx, one: Omit<OnePayment, 'at'>): Promise<ConsolePaymentRecord> {
  const found = await selectConsolePayment(tx, one)
  if (!found) throw new ApiError('not_found')
  return found
}

async function presentPayments(tx: Tx, payments: readonly ConsolePaymentRecord[], at: Date): Promise<ConsolePayment[]> {
  const [parts, atConsole] = await Promise.all([selectPaymentParts(tx, payments), selectAtConsole(tx, payments, at)])
  return payments.map(({ decidedBy: _decidedBy, ...payment }) => ({
    ...payment,
    payerEmail: '',
    proofs: [],
    ...parts.get(payment.id),
    decidedByName: null,
    needsTwo: true,
    waiting: null,
    ...atConsole.get(payment.id),
    createdAt: payment.createdAt.toISOString(),
    decidedAt: payment.decidedAt?.toISOString() ?? null,
  }))
}

type Deciding = { tenantId: string; paymentId: string; actor: Actor; at: Date }
type Doors = Pick<AppContext, 'enqueue'>

const which = z.object({ tenantId: z.uuid(), paymentId: z.uuid(), amountMinor: z.int() })

/** The money has arrived, above the limit. False: its sum may no longer be right, and it was taken aside instead. */
const approveForTwo = confirmedAct({
  kind: 'payment_approve',
  shape: which,
  look: async (tx, { tenantId, paymentId }) => {
    const payment = await recordOf(tx, { churchId: tenantId, id: paymentId })
    const { state } = payment
    return {
      subject: paymentId,
      tenantId,
      details: paymentFactsOf(payment),
      before: { state },
      after: { state: 'succeeded' },
    }
  },
  apply: async (tx, context, { wanted, change: { askedBy }, actor, at }) => {
    const approval = await approve(tx, context, { ...wanted, firstBy: askedBy.id, completes: true, actor, at })
    await noteApproval(tx, { ...wanted, approval, actor, at, more: { askedBy: askedBy.name } })
    if (approval === 'review') return false
  },
})

/** The money goes back, above the limit. */
const refundForTwo = confirmedAct({
  kind: 'payment_refund',
  shape: which,
  look: async (tx, { tenantId, paymentId, amountMinor }) => {
    const payment = await recordOf(tx, { churchId: tenantId, id: paymentId })
    canRefund(payment, amountMinor)
    const { state } = payment
    return {
      subject: paymentId,
      tenantId,
      details: paymentFactsOf(payment, sumBack(payment)),
      before: { state },
      after: { state: 'refunded' },
    }
  },
  apply: async (tx, context, { wanted, change: { reason, askedBy }, actor, at }) => {
    await refund(tx, context, { ...wanted, reason, wantedBy: askedBy.id, actor, at })
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
export async function approveConsolePayment(
  tx: Tx,
  context: Doors,
  approving: Deciding & { amountMinor: number },
): Promise<void> {
  const { tenantId, paymentId, amountMinor, actor, at } = approving
  const one = { churchId: tenantId, id: paymentId, at }
  if (await confirmedAsSecond(tx, context, approveForTwo, approving)) return
  const { currency, needsTwo: isForTwo } = await readConsolePayment(tx, one)
  const approval = await approve(tx, context, { ...approving, completes: !isForTwo })
  await noteApproval(tx, { ...approving, approval })
  const wanted = { tenantId, paymentId, amountMinor }
  if (approval === 'noted') await askForSecond(tx, context, approveForTwo, { wanted, reason: '', actor, at })
  if (approval === 'completed') await noteAlone(tx, { ...wanted, currency, act: 'payment_approve', actor, at })
}

/**
 * The money goes back, and what was bought with it; where two operators are needed it is asked for. Throws `not_found`,
 * `not_refundable`, `units_spent`, `same_operator`, `not_your_second`, `changed_meanwhile`.
 */
export async function refundConsolePayment(
  tx: Tx,
  context: Doors,
  refunding: Deciding & { amountMinor: number; reason: string },
): Promise<void> {
  const { tenantId, paymentId, amountMinor, actor, reason, at } = refunding
  const one = { churchId: tenantId, id: paymentId, at }
  if (await confirmedAsSecond(tx, context, refundForTwo, refunding)) return
  const sum = sumBack(await recordOf(tx, one))
  const wanted = { tenantId, paymentId, amountMinor }
  if (await needsTwo(tx, { ...sum, tenantId, operatorId: idOf(actor), at })) {
    await askForSecond(tx, context, refundForTwo, { wanted, reason, actor, at })
    return
  }
  await refund(tx, context, { ...refunding, wantedBy: actor.id })
  await noteRefund(tx, { ...wanted, actor, at, more: { reason } })
  await noteAlone(tx, { ...sum, tenantId, paymentId, act: 'payment_refund', actor, at })
}

/** Locks the installation; true when another operator had asked for the same and this one has answered as the second. */
async function confirmedAsSecond(
  tx: Tx,
  context: Doors,
  act: ConfirmedAct,
  { tenantId, paymentId, amountMinor, actor, at }: Deciding & { amountMinor: number },
): Promise<boolean> {
  await lockInstallation(tx)
  const seen = await recordOf(tx, { churchId: tenantId, id: paymentId })
  if (seen.amountMinor !== amountMinor) throw new ApiError('changed_meanwhile')
  const waiting = await selectWaiting(tx, { kind: act.kind, subject: paymentId, at })
  if (!waiting) return false
  await confirmChange(tx, context, { id: waiting.id, acts: [act], actor, at })
  return true
}

/** The money has not arrived; the church reads why. Throws `not_found`, `already_decided` and `provider_decides`. */
export async function refuseConsolePayment(
  tx: Tx,
  context: Doors,
  refusing: Deciding & { reason: string },
): Promise<void> {
  const { tenantId, paymentId: subjectId, actor, reason, at } = refusing
  await refuse(tx, context, refusing)
  const details = { ...detailsOf(await recordOf(tx, { churchId: tenantId, id: subjectId })), reason }
  await noteOperatorAct(tx, actor, { act: 'payment.refused', tenantId, subjectId, details, at })
}

/** Somebody has seen to a dispute or a second taking. Throws `not_found` and `already_decided`. */
export async function closeConsoleIncident(tx: Tx, handling: Handling): Promise<void> {
  const { tenantId, paymentId: subjectId, actor, note: reason, kind, at } = handling
  await close(tx, handling)
  const details = { ...detailsOf(await recordOf(tx, { churchId: tenantId, id: subjectId })), kind, reason }
  await noteOperatorAct(tx, actor, { act: 'payment.incident_handled', tenantId, subjectId, details, at })
}

/** What goes back: what the provider took, where it is not our sum. */
const sumBack = ({ taken, amountMinor, currency }: ConsolePaymentRecord): { amountMinor: number; currency: string } =>
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
  const details = { ...detailsOf(await recordOf(tx, { churchId: tenantId, id: paymentId })), ...more }
  await noteOperatorAct(tx, actor, { act: approvalActs[approval], tenantId, subjectId: paymentId, details, at })
}

async function noteRefund(tx: Tx, { tenantId, paymentId, actor, more = {}, at }: Noting): Promise<void> {
  const details = { ...detailsOf(await recordOf(tx, { churchId: tenantId, id: paymentId })), ...more }
  await noteOperatorAct(tx, actor, { act: 'payment.refunded', tenantId, subjectId: paymentId, details, at })
}

type Sum = { amountMinor: number; currency: string }

/** What is asked for, with the sum that moves. */
const paymentFactsOf = (payment: ConsolePaymentRecord, { amountMinor, currency }: Sum = payment) => ({
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
}: ConsolePaymentRecord) => ({
  church: churchName,
  reference,
  purpose,
  amount: majorText(amountMinor, currency),
  currency,
  ...(units === null ? { planName, months } : { units }),
})
