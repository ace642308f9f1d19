import type { TenantId } from '#server/platform/database/index.ts'
import { selectIdOf } from '../checkout/checkout-store.ts'
import { confirmPayment } from '../checkout/confirm-payment.ts'
import type { PaymentHouse } from '../checkout/payment-house.ts'
import { selectPayment } from '../payment-store.ts'

export type Claimed = {
  tenantId: TenantId
  /** What the client says the provider calls it. */
  id?: string | undefined
  /** Our reference; absent: `id` is it. */
  txnref?: string | undefined
  at: Date
}

/**
 * Whether a purchase of units has been paid, by the word of its provider. False for another church's reference, an unknown
 * one, and an `id` that contradicts what the provider says; then nothing happens. Throws `provider_unavailable`.
 */
export async function confirmSmsPayment(house: PaymentHouse, { tenantId, id, txnref, at }: Claimed): Promise<boolean> {
  const reference = txnref || id
  if (!reference) return false
  const payment = await house.database.withTenant(tenantId, async (tx) => {
    const paymentId = await selectIdOf(tx, tenantId, reference)
    return paymentId === null ? null : selectPayment(tx, tenantId, paymentId)
  })
  if (payment?.purpose !== 'units') return false
  const { providerId } = payment
  if (id && id !== payment.reference && providerId !== null && id !== providerId) return false
  const confirmed = await confirmPayment(house, { tenantId, paymentId: payment.id, claimedId: id || undefined, at })
  return confirmed.state === 'succeeded'
}
