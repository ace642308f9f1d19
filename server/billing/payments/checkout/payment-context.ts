import type { AppContext } from '../../../platform/app-context.ts'
import { systemActor, type Actor } from '../../../platform/http/index.ts'
import {
  openProviders,
  type PaymentProviders,
  ProviderAway,
  type PaymentProvider,
  ProviderRefusal,
} from '../../providers/index.ts'
import type { PaymentRecord } from '../records/payment-store.ts'

/** What payments through providers stand on. */
export type PaymentContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'log' | 'enqueue'> & {
  providers: Pick<PaymentProviders, 'find'>
}

/** The providers of this installation, opened. */
export const openPayments = (context: AppContext): AppContext & PaymentContext => ({
  ...context,
  providers: openProviders(context.config.payments, context.noteProvider),
})

/** The provider of a payment. Throws ProviderAway when this installation has no account with it any more. */
export function providerOf(
  { providers }: Pick<PaymentContext, 'providers'>,
  { method }: PaymentRecord,
): PaymentProvider {
  const provider = providers.find(method)
  if (!provider) throw new ProviderAway('This installation has no account with the provider.')
  return provider
}

/** Whose word ends a payment through a provider, whoever made us ask. */
export const providerActor = ({ method }: Pick<PaymentRecord, 'method'>): Actor => ({ ...systemActor, name: method })

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
