import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { openSandbox, paymentSecrets } from './sandbox.ts'
import type { PaymentProvider } from '../platform/provider.ts'

/** One call to a provider of the sandbox and what it answered. `path` begins after the provider's own prefix. */
export type Asked = {
  provider: PaymentProvider
  method: string
  path: string
  status: number
  body: Json
  headers: Headers
}
export type Json = { [name: string]: unknown }

type Init = { method?: string; form?: Record<string, string>; json?: unknown; headers?: Record<string, string> }
export type Ask = (path: string, init?: Init) => Promise<Asked>

const PREFIX: Record<PaymentProvider, string> = {
  stripe: '',
  paystack: '/paystack',
  flutterwave: '/flutterwave',
  paypal: '/paypal',
}

const items = z.array(
  z.strictObject({
    provider: z.string(),
    reference: z.string(),
    id: z.string(),
    state: z.string(),
    amount: z.string(),
    currency: z.string(),
    taken: z.nullable(z.object({ amount: z.string(), currency: z.string() })),
    refunded: z.string(),
    email: z.string(),
    description: z.string(),
    createdAt: z.iso.datetime(),
    checkoutUrl: z.url(),
  }),
)
const inbox = z.object({ total: z.number(), items })

/** A sandbox with its four payment providers, each called with its own key; every call is kept in `calls`. */
export async function openPayments(options: { webhookUrl?: string | null } = {}) {
  const sandbox = await openSandbox(options)
  const calls: Asked[] = []
  const asker =
    (provider: PaymentProvider, authorization: () => Promise<string> | string): Ask =>
    async (path, init = {}) => {
      const { method = init.form || init.json !== undefined ? 'POST' : 'GET', form, json, headers } = init
      const response = await fetch(sandbox.url + PREFIX[provider] + path, {
        method,
        headers: {
          authorization: await authorization(),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(form ? { body: new URLSearchParams(form) } : {}),
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
      const body = z.record(z.string(), z.unknown()).parse(await response.json())
      const call = { provider, method, path, status: response.status, body, headers: response.headers }
      calls.push(call)
      return call
    }
  const bearer = (key: string) => () => `Bearer ${key}`
  const basic = `Basic ${Buffer.from(`${paymentSecrets.PAYPAL_CLIENT_ID}:${paymentSecrets.PAYPAL_CLIENT_SECRET}`).toString('base64')}`
  let token: string | undefined
  const paypalToken = async () => {
    const response = await fetch(`${sandbox.url}/paypal/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: basic },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    return z.object({ access_token: z.string() }).parse(await response.json()).access_token
  }
  return {
    ...sandbox,
    calls,
    stripe: asker('stripe', bearer(paymentSecrets.STRIPE_SECRET_KEY)),
    paystack: asker('paystack', bearer(paymentSecrets.PAYSTACK_SECRET_KEY)),
    flutterwave: asker('flutterwave', bearer(paymentSecrets.FLUTTERWAVE_SECRET_KEY)),
    paypal: asker('paypal', async () => `Bearer ${(token ??= await paypalToken())}`),
    /** The payer's button, without a browser. */
    act: async (provider: PaymentProvider, reference: string, what: string, body: object = {}) => {
      const response = await sandbox.post(`/_sandbox/payments/${provider}/${reference}/${what}`, body)
      return { status: response.status, body: acted.parse(await response.json()) }
    },
    /** What happens to a payment afterwards, without a caller. */
    afterwards: async (provider: PaymentProvider, reference: string, what: string, body: object = {}) =>
      sandbox.post(`/_sandbox/payments/${provider}/${reference}/afterwards/${what}`, body),
    payments: async (query = '') => inbox.parse(await (await fetch(`${sandbox.url}/_sandbox/payments${query}`)).json()),
  }
}
export type Payments = Awaited<ReturnType<typeof openPayments>>

const acted = z.looseObject({ returnUrl: z.nullish(z.string()) })

/** What each provider's callers send for one payment of about the same. */
export const asking = {
  stripe: (reference: string, change: Record<string, string> = {}) => ({
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '354050',
    'line_items[0][price_data][product_data][name]': '600 SMS units',
    client_reference_id: reference,
    'payment_intent_data[metadata][reference]': reference,
    success_url: 'http://127.0.0.1:9/paid?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:9/cancelled',
    customer_email: 'ada@grace.example',
    ...change,
  }),
  paystack: (reference: string, change: object = {}) => ({
    amount: 354_050,
    email: 'ada@grace.example',
    currency: 'NGN',
    reference,
    callback_url: 'http://127.0.0.1:9/paid',
    metadata: { description: '600 SMS units', cancel_action: 'http://127.0.0.1:9/cancelled' },
    ...change,
  }),
  flutterwave: (reference: string, change: object = {}) => ({
    tx_ref: reference,
    amount: 3_540.5,
    currency: 'NGN',
    redirect_url: 'http://127.0.0.1:9/back',
    customer: { email: 'ada@grace.example', name: 'Ada' },
    customizations: { title: '600 SMS units' },
    ...change,
  }),
  paypal: (reference: string, amount: object = { currency_code: 'USD', value: '3540.50' }) => ({
    intent: 'CAPTURE',
    purchase_units: [{ custom_id: reference, invoice_id: reference, amount, description: '600 SMS units' }],
    payment_source: {
      paypal: {
        experience_context: { return_url: 'http://127.0.0.1:9/paid', cancel_url: 'http://127.0.0.1:9/cancelled' },
      },
    },
  }),
}

/** Asks one provider for a payment; answers with what it calls it. */
export async function begin(payments: Payments, provider: PaymentProvider, reference: string): Promise<Asked> {
  if (provider === 'stripe') return payments.stripe('/v1/checkout/sessions', { form: asking.stripe(reference) })
  if (provider === 'paystack') return payments.paystack('/transaction/initialize', { json: asking.paystack(reference) })
  if (provider === 'flutterwave') return payments.flutterwave('/v3/payments', { json: asking.flutterwave(reference) })
  return payments.paypal('/v2/checkout/orders', { json: asking.paypal(reference) })
}

export const idOf = ({ body }: Asked): string => z.object({ id: z.string() }).parse(body).id

export type Notice = { path: string; headers: IncomingMessage['headers']; raw: string; body: Json }

/** A receiver of notices. `answers` are its first status codes, then 200. */
export async function openHook(answers: number[] = []) {
  const notices: Notice[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const raw = await text(request)
    const body = z.record(z.string(), z.unknown()).parse(JSON.parse(raw))
    notices.push({ path: request.url ?? '', headers: request.headers, raw, body })
    response.writeHead(answers.shift() ?? 200).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    notices,
    has: (number: number) => vi.waitUntil(() => notices.length >= number, { timeout: 5_000, interval: 10 }),
  }
}
