/** Stripe, Paystack, Flutterwave and PayPal behind one protocol: begin a page, find what became of it, give back. */
export { openProviders, type PaymentProviders } from './open-providers.ts'
/** What is said to a provider and what it answers; how it fails. */
export {
  ProviderAway,
  ProviderRefusal,
  type Begun,
  type Charge,
  type Known,
  type PaymentProvider,
  type ProviderStatus,
  type Reading,
  type Taken,
} from './provider.ts'
/** Who is offered for a purchase in a currency. */
export { offeredFor } from './amounts.ts'
