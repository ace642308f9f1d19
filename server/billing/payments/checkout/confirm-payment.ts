import { takeAttempt } from '../../../identity/index.ts'
import type { TenantId } from '../../../platform/database/index.ts'
import { ApiError } from '../../../platform/http/index.ts'
import { ProviderAway, ProviderRefusal } from '../../providers/provider.ts'
import { selectPayment, type PaymentRecord } from '../payment-store.ts'
import { mayYetBePaid, waitsForProvider } from '../state.ts'
import { askProvider } from './ask-provider.ts'
import type { PaymentContext } from './payment-context.ts'

export type Confirming = { tenantId: TenantId; paymentId: string; claimedId?: string | undefined; at: Date }

/**
 * The payer is back: asks the provider what became of the payment and answers it as it is then. One that has ended is
 * answered as it is, and so is one that was asked about more often than makes sense. Throws `not_found` and
 * `provider_unavailable`.
 */
export async function confirmPayment(context: PaymentContext, confirming: Confirming): Promise<PaymentRecord> {
  const { tenantId, paymentId, at } = confirming
  const [payment, mayAsk] = await context.database.withTenant(tenantId, async (tx) => {
    const found = await selectPayment(tx, tenantId, paymentId)
    if (!found) throw new ApiError('not_found')
    if (!waitsForProvider(found) && !mayYetBePaid(found)) return [found, false] as const
    return [found, (await takeAttempt(tx, { kind: 'confirmPayment', who: paymentId }, at)) === 0] as const
  })
  if (!mayAsk) return payment
  try {
    return await askProvider(context, { ...confirming, isPayerBack: true })
  } catch (error) {
    if (error instanceof ProviderAway || error instanceof ProviderRefusal) throw new ApiError('provider_unavailable')
    throw error
  }
}
