import { randomBytes } from 'node:crypto'
import type { Provider } from '#contract/billing/providers.ts'
import { flutterwaveProvider } from '../flutterwave/flutterwave-provider.ts'
import { paypalProvider } from '../paypal/paypal-provider.ts'
import { paystackProvider } from '../paystack/paystack-provider.ts'
import type { Charge, Finding, PaymentProvider } from '../provider.ts'
import { stripeProvider } from '../stripe/stripe-provider.ts'
import { charge } from './samples.ts'
import type { PayerAct, sandboxKeys, sandboxPage } from './sandbox-page.ts'

type Keys = ReturnType<typeof sandboxKeys>

/** A provider by its name, with as much patience as is said. */
export const open: Record<Provider, (keys: Keys, patienceMs?: number) => PaymentProvider> = {
  stripe: ({ stripe }, patienceMs) => stripeProvider(stripe, patienceMs),
  paystack: ({ paystack }, patienceMs) => paystackProvider(paystack, patienceMs),
  flutterwave: ({ flutterwave }, patienceMs) => flutterwaveProvider(flutterwave, patienceMs),
  paypal: ({ paypal }, patienceMs) => paypalProvider(paypal, patienceMs),
}

export const newCharge = (change: Partial<Charge> = {}): Charge =>
  charge({ reference: `NX-${randomBytes(5).toString('hex').toUpperCase()}`, ...change })

type At = { provider: PaymentProvider; page: ReturnType<typeof sandboxPage> }

/** A payment that was begun at the sandbox, and what can be done with it. */
export async function begunAt({ provider, page }: At, change: Partial<Charge> = {}) {
  const asked = newCharge(change)
  const { reference, amountMinor, currency } = asked
  const { providerId, checkoutUrl } = await provider.begin(asked)
  const known = { reference, providerId, mayTake: true }
  return {
    provider,
    asked,
    known,
    checkoutUrl,
    act: (what: PayerAct) => page.act(provider.name, reference, what),
    find: (): Promise<Finding> => provider.find(known),
    refund: () => provider.refund({ ...known, amountMinor, currency, reason: 'Bought twice' }),
    /** What the provider is to say of it once it is paid, but for its own name of it. */
    taken: { reference, amountMinor, currency },
  }
}

/** How a call failed: by its code, or by its name; `answered` when it did not. */
export const failing = (call: Promise<unknown> | undefined): Promise<string> =>
  Promise.resolve(call).then(
    () => 'answered',
    (error: { code?: string; name: string }) => error.code ?? error.name,
  )
