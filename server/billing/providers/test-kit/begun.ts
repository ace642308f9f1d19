import { randomBytes } from 'node:crypto'
import type { Provider } from '#contract/billing/providers.ts'
import { flutterwaveProvider } from '../flutterwave.ts'
import { paypalProvider } from '../paypal.ts'
import { paystackProvider } from '../paystack.ts'
import type { Charge, ProviderStatus, PaymentProvider } from '../provider.ts'
import { stripeProvider } from '../stripe.ts'
import { charge } from './samples.ts'
import type { PaymentKeys } from '../../../platform/config/index.ts'

type SecretName =
  | `STRIPE_${'SECRET_KEY' | 'WEBHOOK_SECRET'}`
  | 'PAYSTACK_SECRET_KEY'
  | `FLUTTERWAVE_${'SECRET_KEY' | 'WEBHOOK_HASH'}`
  | `PAYPAL_${'CLIENT_ID' | 'CLIENT_SECRET' | 'WEBHOOK_ID'}`

/** Keys with which a sandbox of these secrets answers at this address. */
export const sandboxKeys = (
  url: string,
  secrets: Record<SecretName, string>,
): { [Name in keyof PaymentKeys]: NonNullable<PaymentKeys[Name]> } => ({
  stripe: { url, secretKey: secrets.STRIPE_SECRET_KEY, webhookSecret: secrets.STRIPE_WEBHOOK_SECRET },
  paystack: { url: `${url}/paystack`, secretKey: secrets.PAYSTACK_SECRET_KEY },
  flutterwave: {
    url: `${url}/flutterwave`,
    secretKey: secrets.FLUTTERWAVE_SECRET_KEY,
    webhookHash: secrets.FLUTTERWAVE_WEBHOOK_HASH,
  },
  paypal: {
    url: `${url}/paypal`,
    clientId: secrets.PAYPAL_CLIENT_ID,
    clientSecret: secrets.PAYPAL_CLIENT_SECRET,
    webhookId: secrets.PAYPAL_WEBHOOK_ID,
  },
})

type PayerAct = 'pay' | 'decline' | 'cancel'

/** What a payer does on the sandbox's page, and what can be made to go wrong there. */
export function sandboxPage(url: string) {
  const post = (path: string, body: object) =>
    fetch(`${url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    /** False where nothing can be done there any more. */
    act: async (provider: Provider, reference: string, what: PayerAct): Promise<boolean> =>
      (await post(`payments/${provider}/${reference}/${what}`, {})).ok,
    /** Something that happens to a payment afterwards, without our doing. */
    afterwards: async (provider: Provider, reference: string, what: string, body: object = {}): Promise<void> => {
      const reply = await post(`payments/${provider}/${reference}/afterwards/${what}`, body)
      if (!reply.ok) throw new Error(`Nothing to ${what}`)
    },
    fault: async (target: string, mode: string, waitMs?: number): Promise<void> => {
      const reply = await post('faults', { target, mode, ...(waitMs === undefined ? {} : { waitMs }) })
      if (!reply.ok) throw new Error(`No such fault: ${target} ${mode}`)
    },
    noFaults: async (): Promise<void> => {
      await fetch(`${url}/_sandbox/faults`, { method: 'DELETE' })
    },
    /** How many payments of this reference the provider has, and what went back of them, in its own writing. */
    payments: async (provider: Provider, reference: string): Promise<{ refunded: string }[]> => {
      const reply = await fetch(`${url}/_sandbox/payments?provider=${provider}&reference=${reference}`)
      const { items } = (await reply.json()) as { items: { refunded: string }[] }
      return items
    },
  }
}

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
    find: (): Promise<ProviderStatus> => provider.find(known),
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
