import type { AppContext } from '../../../platform/app-context.ts'
import { systemActor, type Actor } from '../../../platform/http/index.ts'
import type { PaymentProviders } from '../../providers/open-providers.ts'
import { ProviderAway, type PaymentProvider } from '../../providers/provider.ts'
import type { PaymentRecord } from '../payment-store.ts'

/** What payments through providers stand on. */
export type PaymentContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'log' | 'enqueue'> & {
  providers: Pick<PaymentProviders, 'find'>
}

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
