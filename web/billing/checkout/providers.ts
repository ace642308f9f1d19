import type { Provider } from '#contract/billing/providers.ts'
import type { TextId } from '../../languages/index.ts'

/** Payment providers by their own names, which no language translates. */
export const providerNames: Record<Provider, string> = {
  stripe: 'Stripe',
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  paypal: 'PayPal',
}

/** What a payer can pay with on a provider's page. */
export const takenBy: Record<Provider, TextId> = {
  stripe: 'billing.checkout.takesCard',
  paystack: 'billing.checkout.takesPaystack',
  flutterwave: 'billing.checkout.takesFlutterwave',
  paypal: 'billing.checkout.takesPaypal',
}
