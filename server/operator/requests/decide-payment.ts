import { majorText } from '#contract/billing/exact.ts'
import type { DeskPayment } from '#contract/operator/requests.ts'
import { approvePayment as approve, refundPayment as refund, refusePayment as refuse } from '#server/billing/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Actor } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { readDeskPayment } from './list-desk-payments.ts'

export type Deciding = { tenantId: string; paymentId: string; actor: Actor; at: Date }

/**
 * The money has arrived: what was paid for is given, or, above the limit, the first of two approvals noted, or the payment
 * taken aside because its sum may no longer be right. Runs in an
 * operator's transaction inside the church. Throws `not_found`, `already_decided`, `provider_decides`, `same_operator`,
 * `changed_meanwhile`.
 */
export async function approveDeskPayment(
  tx: Tx,
  house: Pick<House, 'enqueue'>,
  approving: Deciding & { amountMinor: number },
): Promise<DeskPayment> {
  const { tenantId, paymentId: subjectId, actor, at } = approving
  const approval = await approve(tx, house, approving)
  const payment = await readDeskPayment(tx, tenantId, subjectId)
  await noteAtDesk(tx, actor, { act: actOf[approval], tenantId, subjectId, details: detailsOf(payment), at })
  return payment
}

const actOf = { completed: 'payment.approved', noted: 'payment.first_approved', review: 'payment.taken_aside' } as const

/** The money has not arrived; the church reads why. Throws `not_found`, `already_decided` and `provider_decides`. */
export async function refuseDeskPayment(
  tx: Tx,
  house: Pick<House, 'enqueue'>,
  refusing: Deciding & { reason: string },
): Promise<DeskPayment> {
  const { tenantId, paymentId: subjectId, actor, reason, at } = refusing
  await refuse(tx, house, refusing)
  const payment = await readDeskPayment(tx, tenantId, subjectId)
  const details = { ...detailsOf(payment), reason }
  await noteAtDesk(tx, actor, { act: 'payment.refused', tenantId, subjectId, details, at })
  return payment
}

/** The money goes back, and what was bought with it. Throws `not_found`, `not_refundable`, `units_spent`, `changed_meanwhile`. */
export async function refundDeskPayment(
  tx: Tx,
  house: Pick<House, 'enqueue'>,
  refunding: Deciding & { amountMinor: number; reason: string },
): Promise<DeskPayment> {
  const { tenantId, paymentId: subjectId, actor, reason, at } = refunding
  await refund(tx, house, refunding)
  const payment = await readDeskPayment(tx, tenantId, subjectId)
  const details = { ...detailsOf(payment), reason }
  await noteAtDesk(tx, actor, { act: 'payment.refunded', tenantId, subjectId, details, at })
  return payment
}

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
