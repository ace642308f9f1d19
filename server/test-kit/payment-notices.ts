import { createHmac } from 'node:crypto'
import type { Payment } from '#contract/billing/payments.ts'
import { sandboxPaymentSecrets as secrets } from '#server/platform/config/payment-keys.ts'

type Told = Pick<Payment, 'reference' | 'method'>
export type Notice = { body: string; headers: Record<string, string> }

const hmac = (algorithm: string, secret: string, text: string): string =>
  createHmac(algorithm, secret).update(text).digest('hex')

const signers: Partial<Record<Payment['method'], (body: string, at: Date) => Record<string, string>>> = {
  paystack: (body) => ({ 'x-paystack-signature': hmac('sha512', secrets.PAYSTACK_SECRET_KEY, body) }),
  stripe: (body, at) => {
    const t = Math.floor(at.getTime() / 1_000)
    return { 'stripe-signature': `t=${t},v1=${hmac('sha256', secrets.STRIPE_WEBHOOK_SECRET, `${t}.${body}`)}` }
  },
  flutterwave: () => ({ 'verif-hash': secrets.FLUTTERWAVE_WEBHOOK_HASH }),
}

const bodies: Partial<Record<Payment['method'], (reference: string) => object>> = {
  paystack: (reference) => ({ event: 'charge.success', data: { id: 4_200_000_001, reference } }),
  stripe: (reference) => ({
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_test_unknown', client_reference_id: reference } },
  }),
  flutterwave: (reference) => ({ event: 'charge.completed', data: { id: 4_200_000_001, tx_ref: reference } }),
}

/** Signs any body as a provider that signs by itself does: all but PayPal, which is asked. */
export const signedAs = (method: Payment['method'], body: string, at: Date): Notice => ({
  body,
  headers: signers[method]?.(body, at) ?? {},
})

/** The notice of a provider that a payment was paid, whether or not it was. */
export const noticeOf = ({ method, reference }: Told, at: Date): Notice =>
  signedAs(method, JSON.stringify(bodies[method]?.(reference) ?? {}), at)

/** The same, signed by somebody else. */
export function forgedNoticeOf(told: Told, at: Date): Notice {
  const { body, headers } = noticeOf(told, at)
  return { body, headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `${value}0`])) }
}

/** Posts it; answers the status and the code, or whether it was taken for one of ours. */
export async function postNotice(
  url: string,
  method: string,
  { body, headers }: Notice,
): Promise<readonly [status: number, said: string | boolean | undefined]> {
  const reply = await fetch(`${url}/api/webhooks/payments/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  const answer = (await reply.json()) as { code?: string; received?: boolean }
  return [reply.status, answer.code ?? answer.received]
}
