import { providers, type Provider } from '#contract/billing/providers.ts'
import { exponentOf, readDecimal } from '#contract/billing/exact.ts'
import { ProviderRefusal } from './provider.ts'

/**
 * Currencies that each provider takes, of those that we know. Stripe: stripe.com/docs/currencies. Paystack:
 * paystack.com/docs/api ("Supported currency"). Flutterwave: developer.flutterwave.com/v3.0 (payment methods by
 * currency). PayPal: developer.paypal.com/api/rest/reference/currency-codes. Stripe does not list GHS; the product offers it
 * there (checklist A2.5), and an account that cannot take it answers with a refusal, which reads `not_offered`.
 */
const taken: Record<Provider, readonly string[]> = {
  stripe: 'GBP CAD XAF CLP COP EGP EUR GHS GNF KES MWK MAD NGN RWF ZAR TZS UGX USD XOF ZMW IDR'.split(' '),
  paystack: ['GHS', 'KES', 'NGN', 'ZAR', 'USD'],
  flutterwave: 'GBP XAF EGP EUR GHS KES MWK NGN RWF ZAR TZS UGX USD XOF ZMW'.split(' '),
  paypal: ['GBP', 'CAD', 'EUR', 'USD'],
}

const takes = (provider: Provider, currency: string): boolean => taken[provider].includes(currency)

/**
 * Refuses a sum that this provider cannot be asked for. Stripe counts UGX in hundredths and takes whole shillings only, as
 * Flutterwave's and our own table of two decimals have it: we charge whole units.
 */
export function checkSum(
  provider: Provider,
  { amountMinor, currency }: { amountMinor: number; currency: string },
): void {
  if (!takes(provider, currency)) throw new ProviderRefusal(`${provider} takes no ${currency}.`, 'currency_not_taken')
  const whole = currency !== 'UGX' || amountMinor % 100 === 0
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0 || !whole)
    throw new ProviderRefusal('This is no sum to be charged.', 'amount_invalid')
}

/**
 * Minor units of a decimal of major units, as Flutterwave and PayPal write them; null: more decimals than the currency has,
 * or more than can be counted.
 */
export function minorFrom(major: string | number, currency: string): number | null {
  const decimal = readDecimal(String(major))
  if (!decimal) return null
  const shift = exponentOf(currency) - decimal.scale
  const minor = shift >= 0 ? decimal.units * 10n ** BigInt(shift) : wholePart(decimal.units, 10n ** BigInt(-shift))
  return minor === null || minor > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(minor)
}

const wholePart = (units: bigint, below: bigint): bigint | null => (units % below === 0n ? units / below : null)

/** Who keeps cards that were paid with in this currency. */
export const cardProvidersFor = (currency: string): ('stripe' | 'paystack')[] =>
  (['stripe', 'paystack'] as const).filter((provider) => offeredFor('subscription', currency).includes(provider))

/** Who is offered for a purchase in this currency, in the order of the dialog (checklist A2.5, seed "Gateway choice dialog"). */
export function offeredFor(purpose: 'units' | 'subscription', currency: string): Provider[] {
  const paystack = currency === 'NGN' || currency === 'GHS'
  const all = purpose === 'units' ? ['stripe', 'paystack'] : ['stripe', 'paystack', 'flutterwave', 'paypal']
  return providers.filter(
    (provider) =>
      all.includes(provider) &&
      takes(provider, currency) &&
      (provider !== 'paystack' || paystack) &&
      (provider !== 'stripe' || purpose === 'subscription' || currency !== 'NGN'),
  )
}
