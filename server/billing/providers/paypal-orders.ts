import { z } from 'zod'
import {
  exchange,
  type Answer,
  jsonCaller,
  type Question,
  type Patience,
  read,
  refusal,
  currencyCode,
  minorSaid,
  providerId,
  safeBase,
} from './calls.ts'
import { ProviderAway, ProviderRefusal, type ProviderStatus, type Taken } from './provider.ts'

export type AskPayPal = {
  /** Answers with what came; throws PayPal's refusal by its issue. */
  ask: (question: Question) => Promise<unknown>
  /** The same for a body that must go as it is. */
  send: (question: Omit<Question, 'body' | 'method'> & { raw: Uint8Array<ArrayBuffer> }) => Promise<unknown>
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
/** A token is let go a minute before its end: a call takes its time. */
const MARGIN_SECONDS = 60

/** Calls PayPal with a token, which is kept until shortly before its end and had anew when PayPal no longer takes it. */
export function paypalCaller(keys: { url: string; clientId: string; clientSecret: string }): AskPayPal {
  const base = safeBase('PayPal', keys.url)
  const basic = Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString('base64')
  let token: { word: string; end: number } | null = null

  async function tokenFor(patience: Patience): Promise<string> {
    if (token && performance.now() < token.end) return token.word
    const answer = await exchange({
      url: `${base}/v1/oauth2/token`,
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      signal: patience.signal,
    })
    const { access_token, expires_in } = read(granted, dataOf(answer))
    token = { word: access_token, end: performance.now() + (expires_in - MARGIN_SECONDS) * 1_000 }
    return access_token
  }

  async function withToken(patience: Patience, call: (word: string) => Promise<Answer>): Promise<unknown> {
    const answer = await call(await tokenFor(patience))
    if (answer.status !== 401) return dataOf(answer)
    token = null
    return dataOf(await call(await tokenFor(patience)))
  }

  return {
    ask: (question) => withToken(question.patience, (word) => jsonCaller(base, word)(question)),
    send: ({ path, raw, patience }) =>
      withToken(patience, (word) =>
        exchange({
          url: base + path,
          method: 'POST',
          headers: { authorization: `Bearer ${word}`, 'content-type': 'application/json' },
          body: raw,
          signal: patience.signal,
        }),
      ),
  }
}

const problem = z.object({
  name: z.string().optional().catch(undefined),
  details: z
    .array(z.object({ issue: z.string() }))
    .optional()
    .catch(undefined),
})

function dataOf({ status, body }: Answer): unknown {
  if (status < 400) return body
  // The same is under way at this moment; what became of it is to be asked anew.
  if (status === 409) throw new ProviderAway('The provider answered 409.')
  const { name, details } = problem.parse(body)
  throw refusal(status, details?.[0]?.issue ?? name)
}

const money = z.object({ currency_code: currencyCode, value: z.string().max(32) })
const capture = z.object({
  id: providerId,
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  amount: money,
  custom_id: z.string().optional(),
})
const refund = z.object({ status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']), amount: money })
const unit = z.object({
  custom_id: z.string().optional(),
  payments: z.object({ captures: z.array(capture).optional(), refunds: z.array(refund).optional() }).optional(),
})
const order = z.object({
  id: providerId,
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z.tuple([unit]),
})
export type Order = z.infer<typeof order>
type Capture = z.infer<typeof capture>

const ID = /^[A-Z0-9]{1,36}$/

/** The order as PayPal knows it now; null: it knows none by this id, or was never asked for one. */
export async function readOrder(paypal: AskPayPal, id: string | null, patience: Patience): Promise<Order | null> {
  if (id === null || !ID.test(id)) return null
  try {
    return read(order, await paypal.ask({ method: 'GET', path: `/v2/checkout/orders/${id}`, patience }))
  } catch (error) {
    if (error instanceof ProviderRefusal && NOT_THERE.has(error.code)) return null
    throw error
  }
}
const NOT_THERE = new Set(['RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'])

/** Takes the money of an approved order. Once only, however often it is asked: PayPal refuses the second time. */
export async function captureOrder(paypal: AskPayPal, approved: Order, patience: Patience): Promise<Order> {
  return read(
    order,
    await paypal.ask({
      method: 'POST',
      path: `/v2/checkout/orders/${approved.id}/capture`,
      body: {},
      headers: { prefer: 'return=representation', 'paypal-request-id': `capture-${referenceOf(approved)}` },
      patience,
    }),
  )
}

/** What we called it; a captured one says it once more. */
export const referenceOf = (found: Order): string =>
  found.purchase_units[0].custom_id ?? captureOf(found)?.custom_id ?? ''

/** The capture that counts: money that was taken, before one that was not. */
export function captureOf({ purchase_units: [only] }: Order): Capture | undefined {
  const captures = only.payments?.captures ?? []
  return captures.find(({ status }) => status !== 'DECLINED' && status !== 'FAILED') ?? captures.at(-1)
}

export function providerStatusOf(found: Order): ProviderStatus {
  const captured = captureOf(found)
  if (captured) return capturedState(found, captured)
  if (found.status === 'COMPLETED') throw new ProviderAway('The provider answered something that is not its protocol.')
  return { state: found.status === 'VOIDED' ? 'ended' : 'open' }
}

function capturedState(found: Order, { status, amount }: Capture): ProviderStatus {
  if (status === 'PENDING') return { state: 'open' }
  if (status === 'DECLINED' || status === 'FAILED') return { state: 'declined' }
  const currency = amount.currency_code
  const amountMinor = minorSaid(amount.value, currency)
  const taken: Taken = { reference: referenceOf(found), providerId: found.id, amountMinor, currency }
  if (status === 'COMPLETED') return { state: 'paid', ...taken }
  return { state: 'refunded', refundedMinor: status === 'REFUNDED' ? amountMinor : refundedOf(found), ...taken }
}

const refundedOf = ({ purchase_units: [only] }: Order): number =>
  (only.payments?.refunds ?? [])
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .reduce((sum, { amount }) => sum + minorSaid(amount.value, amount.currency_code), 0)
