import type { TenantId } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { ProviderAway, ProviderRefusal } from '../../providers/provider.ts'
import { selectCustomer } from '../checkout/checkout-store.ts'
import type { PaymentHouse } from '../checkout/payment-house.ts'

/**
 * A link to the card provider's page of cards and invoices; empty where the church has never paid by card, or the provider
 * shows no such page. Throws `provider_unavailable`.
 */
export async function customerPortal(
  house: PaymentHouse,
  { tenantId, whileGated }: { tenantId: TenantId; whileGated: boolean },
): Promise<string> {
  const portal = house.providers.find('stripe')?.portal
  const customerId =
    portal && (await house.database.withTenant(tenantId, (tx) => selectCustomer(tx, { tenantId, provider: 'stripe' })))
  if (!portal || !customerId) return ''
  try {
    return await portal.pageFor(
      customerId,
      house.config.publicUrl + (whileGated ? '/subexpired' : '/tenant/subscription'),
    )
  } catch (error) {
    if (error instanceof ProviderAway) throw new ApiError('provider_unavailable')
    if (!(error instanceof ProviderRefusal)) throw error
    house.log.warn({ err: error }, 'the card provider has refused its page of cards')
    return ''
  }
}
