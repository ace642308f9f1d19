import { ProviderRefusal } from '../../providers/provider.ts'
import type { PaymentRecord } from '../payment-store.ts'
import { providerOf, type PaymentContext } from './payment-context.ts'

/**
 * Ends a payment's page at the provider, where it knows such an end. Refused when it was paid in this very moment: ask
 * again what became of it. Throws ProviderAway.
 */
export async function endPage(context: Pick<PaymentContext, 'providers'>, payment: PaymentRecord): Promise<void> {
  try {
    await providerOf(context, payment).end?.(payment)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
  }
}
