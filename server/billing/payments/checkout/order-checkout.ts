import type { Provider } from '#contract/billing/providers.ts'
import type { TenantId, Tx } from '../../../platform/database/index.ts'
import { ApiError } from '../../../platform/http/index.ts'
import { placeOrder, type Order } from '../quote/place-order.ts'
import type { PaymentContext } from './payment-context.ts'

const MINUTE_MS = 60_000
/** The sum is kept so long for a payer who goes to the provider's page. */
const QUOTE_MINUTES = 30
/** When the provider is asked first what became of it, if nobody has told by then. */
const FIRST_ASK_MINUTES = 10

export type CheckoutOrder = Order & {
  provider: Provider
  /** Providers that this buyer may choose for what is bought in its currency. */
  offered: readonly Provider[]
  /** How many units the buyer was shown, where that is told. */
  unitsShown?: number | undefined
}

/**
 * Writes down what is to be paid on a provider's page; answers the payment's id. Throws what `placeOrder` throws, and
 * `not_offered` for a provider that is not offered, or with which this installation has no account. `replaces`: the
 * payment that could not be begun, under the same press.
 */
export async function orderCheckout(
  tx: Tx,
  { providers }: Pick<PaymentContext, 'providers'>,
  ordering: { tenantId: TenantId; order: CheckoutOrder; replaces?: string },
): Promise<string> {
  const { tenantId, order, replaces = null } = ordering
  const { provider, offered, unitsShown, at } = order
  return placeOrder(tx, tenantId, {
    ...order,
    method: provider,
    check: ({ units, unitsInFloats }) => {
      // 8.85 ÷ 5.9 is 1.4999999999999998 to a client that reckons in floats, and yet 2 units.
      if (unitsShown !== undefined && unitsShown !== units && unitsShown !== unitsInFloats)
        throw new ApiError('changed_meanwhile')
      if (!offered.includes(provider) || !providers.find(provider)) throw new ApiError('not_offered')
    },
    quoteExpiresAt: new Date(at.getTime() + QUOTE_MINUTES * MINUTE_MS),
    askAt: new Date(at.getTime() + FIRST_ASK_MINUTES * MINUTE_MS),
    replaces,
  })
}
