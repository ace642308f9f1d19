import type { Provider } from '#contract/billing/providers.ts'
import type { PaymentKeys } from '#server/platform/config/index.ts'
import type { NoteProvider } from '#server/platform/provider-notes/index.ts'
import { flutterwaveProvider } from './flutterwave/flutterwave-provider.ts'
import { notedProvider } from './noted-provider.ts'
import { paypalProvider } from './paypal/paypal-provider.ts'
import { paystackProvider } from './paystack/paystack-provider.ts'
import type { PaymentProvider } from './provider.ts'
import { stripeProvider } from './stripe/stripe-provider.ts'

/** `find` answers null for a name that this installation has no account with. */
export type PaymentProviders = { find: (name: string) => PaymentProvider | null; names: Provider[] }

/** The payment providers of this installation; how each call goes is noted as `payments:<name>`. */
export function openProviders(keys: PaymentKeys, note: NoteProvider): PaymentProviders {
  const opened = [
    keys.stripe && stripeProvider(keys.stripe),
    keys.paystack && paystackProvider(keys.paystack),
    keys.flutterwave && flutterwaveProvider(keys.flutterwave),
    keys.paypal && paypalProvider(keys.paypal),
  ].filter((provider) => provider !== null)
  const byName = new Map<string, PaymentProvider>(opened.map((one) => [one.name, notedProvider(one, note)]))
  return { find: (name) => byName.get(name) ?? null, names: opened.map(({ name }) => name) }
}
