import type { House } from '#server/platform/house.ts'
import { audit } from '#server/identity/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { selectApprovalLimit } from '../../installation/installation-store.ts'
import { doubtAbout } from '../settle/doubt.ts'
import { lockPayment, type PaymentRecord } from '../payment-store.ts'
import { noteApproval, takeAside } from '../settle/settle-store.ts'
import { settle } from '../settle/settle.ts'
import { isDecided } from '../state.ts'

export type Deciding = {
  tenantId: TenantId
  paymentId: string
  /** The operator, as `serve` tells. */
  actor: Actor
  at: Date
}

/** What an approval led to. */
export type Approval = 'completed' | 'noted' | 'review'

/**
 * An operator says that the money has arrived; what was paid for is given at once. Above the limit of the currency the
 * first approval is only noted (`noted`) and another operator's completes it. One whose sum may no longer be right is
 * taken aside instead (`review`); to approve it then is an explicit decision, and completes it. Runs in an operator's transaction
 * inside the church (`withOperator({ operatorId, tenantId })`). Throws what `lockForDesk` throws, `same_operator`, and
 * `changed_meanwhile` when `amountMinor`, what the operator saw, is not the payment's.
 */
export async function approvePayment(
  tx: Tx,
  house: Pick<House, 'enqueue'>,
  { amountMinor, ...deciding }: Deciding & { amountMinor: number },
): Promise<Approval> {
  const payment = await lockForDesk(tx, deciding)
  if (payment.amountMinor !== amountMinor) throw new ApiError('changed_meanwhile')
  const doubt = payment.state === 'review' ? null : await doubtAbout(tx, payment, deciding.at)
  if (doubt) {
    await takeAside(tx, payment, { reason: doubt, taken: null })
    return 'review'
  }
  if (await needsTwo(tx, payment)) {
    if (payment.approvedBy === null) {
      await noteFirstApproval(tx, payment, deciding)
      return 'noted'
    }
    if (payment.approvedBy === deciding.actor.id) throw new ApiError('same_operator')
  }
  await settle(tx, house, { ...deciding, outcome: { state: 'succeeded' } })
  return 'completed'
}

/**
 * The payment, locked, when an operator may decide about it. Throws `not_found`, `already_decided`, and
 * `provider_decides`: whether it was paid on a provider's page, only the provider knows, until it is taken aside.
 */
export async function lockForDesk(tx: Tx, { tenantId, paymentId }: Deciding): Promise<PaymentRecord> {
  const payment = await lockPayment(tx, tenantId, paymentId)
  if (!payment) throw new ApiError('not_found')
  if (isDecided(payment.state)) throw new ApiError('already_decided')
  if (payment.method !== 'bank_transfer' && payment.state !== 'review') throw new ApiError('provider_decides')
  return payment
}

/** Above its currency's limit of today, or when it was approved first: a limit that is raised meanwhile frees nobody. */
async function needsTwo(tx: Tx, { amountMinor, currency, approvedBy }: PaymentRecord): Promise<boolean> {
  if (approvedBy !== null) return true
  const limit = await selectApprovalLimit(tx, currency)
  return limit !== null && amountMinor > limit
}

async function noteFirstApproval(tx: Tx, payment: PaymentRecord, { actor, at }: Deciding): Promise<void> {
  const { tenantId, id: subjectId, reference } = payment
  if (actor.kind !== 'operator' || actor.id === null) throw new ApiError('not_allowed')
  await noteApproval(tx, payment, { operatorId: actor.id, at })
  const details = { reference, approval: 1, approvalsNeeded: 2 }
  await audit(tx, tenantId, actor, { act: 'payment.approved', subjectId, details, at })
}
