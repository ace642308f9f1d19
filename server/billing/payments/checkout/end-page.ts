import { ProviderRefusal } from '../../providers/provider.ts'
import type { PaymentRecord } from '../payment-store.ts'
import { providerOf, type PaymentHouse } from './payment-house.ts'

/**
 * Ends a payment's page at the provider, where it knows such an end. Refused when it was paid in this very moment: ask
 * again what became of it. Throws ProviderAway.
 */
export async function endPage(house: Pick<PaymentHouse, 'providers'>, payment: PaymentRecord): Promise<void> {
  try {
    await providerOf(house, payment).end?.(payment)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
  }
}
