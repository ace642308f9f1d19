import type { Payment } from '#contract/billing/payments.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { beginCheckout } from './begin-checkout.ts'
import { orderCheckout, type CheckoutOrder } from './order-checkout.ts'
import type { PaymentHouse } from './payment-house.ts'

export type Starting = {
  tenantId: TenantId
  order: CheckoutOrder
  whileGated: boolean
  /** The call's own: the same press again orders once. */
  transact: (work: (tx: Tx) => Promise<{ paymentId: string }>) => Promise<{ paymentId: string }>
}

/**
 * Orders what is bought, and after commit takes it to the provider's page. The same press again is the same payment, with
 * the page as it is by then. Throws what `orderCheckout` and `beginCheckout` throw.
 */
export async function startCheckout(
  house: PaymentHouse,
  { tenantId, order, whileGated, transact }: Starting,
): Promise<Payment> {
  const { paymentId } = await transact(async (tx) => ({
    paymentId: await orderCheckout(tx, house, { tenantId, order }),
  }))
  return beginCheckout(house, { tenantId, paymentId, order, whileGated })
}
