import type { Provider } from '#contract/billing/providers.ts'
import type { PaymentKeys } from '#server/platform/config/index.ts'

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

export type PayerAct = 'pay' | 'decline' | 'cancel'

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
