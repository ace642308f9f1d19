import type { Payment } from '#contract/billing/payments.ts'
import type { House } from '#server/platform/house.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { lockPayment } from './payment-store.ts'
import { presentPayment } from './present.ts'
import { settle } from './settle.ts'

export type Cancelling = { tenantId: TenantId; paymentId: string; actor: Actor; at: Date }

/**
 * The church gives a payment up that nobody has decided. Throws `not_found`, and `already_decided` also for one that an
 * operator has taken aside (`review`): money may have come.
 */
export async function cancelPayment(tx: Tx, house: Pick<House, 'enqueue'>, cancelling: Cancelling): Promise<Payment> {
  const before = await lockPayment(tx, cancelling.tenantId, cancelling.paymentId)
  if (before?.state === 'review') throw new ApiError('already_decided')
  const { payment, isNew } = await settle(tx, house, { ...cancelling, outcome: { state: 'cancelled' } })
  if (!isNew) throw new ApiError('already_decided')
  return presentPayment(payment)
}
