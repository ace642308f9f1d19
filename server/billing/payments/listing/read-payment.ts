import type { Payment } from '#contract/billing/payments.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { selectPayment } from '../payment-store.ts'
import { presentPayment } from '../present.ts'

/** One payment of a church; `not_found` also for another church's. */
export async function readPayment(tx: Tx, tenantId: TenantId, id: string): Promise<Payment> {
  const payment = await selectPayment(tx, tenantId, id)
  if (!payment) throw new ApiError('not_found')
  return presentPayment(payment)
}
