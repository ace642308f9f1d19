import type Stripe from 'stripe'
import { exchange, PATIENCE_MS, type Patience, refusal, objectIn, providerId, safeBase } from './calls.ts'
import { ProviderAway, type ProviderRefusal, type Reading, type Received } from './provider.ts'
import { z } from 'zod'

export type AskStripe = (
  patience: Patience,
  call: (stripe: Stripe, within: { timeout: number }) => Promise<unknown>,
) => Promise<unknown>

/**
 * The official SDK, with its calls made by ours: bounded, without redirects, and only JSON objects reach it, because it
 * leaves a rejected promise behind at a body that is a bare number or text. It never repeats a call by itself.
 */
export function stripeSdk(keys: { url: string; secretKey: string }): AskStripe {
  const base = new URL(safeBase('Stripe', keys.url))
  const open = once(async () => {
    const Sdk = await loadStripe()
    return new Sdk(keys.secretKey, {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? '80' : '443'),
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      httpClient: Sdk.createFetchHttpClient(boundedFetch),
      maxNetworkRetries: 0,
      telemetry: false,
    })
  })
  return async (patience, call) => {
    const stripe = await open()
    return call(stripe, { timeout: patience.leftMs() }).catch((error: unknown) => {
      throw ours(error)
    })
  }
}

/** Loaded by whoever needs it: it takes some 35 MB, which an installation without Stripe keeps. */
export const loadStripe = async (): Promise<typeof Stripe> => (await import('stripe')).default

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

const boundedFetch: typeof fetch = async (input, init) => {
  const { status, text } = await exchange({
    url: input instanceof Request ? input.url : String(input),
    method: init?.method ?? 'GET',
    headers: init?.headers ?? {},
    body: typeof init?.body === 'string' ? init.body : null,
    signal: init?.signal ?? AbortSignal.timeout(PATIENCE_MS),
  })
  return new Response(text, { status })
}

type Failure = { statusCode?: unknown; code?: unknown; rawType?: unknown; detail?: unknown }

/** Never with the SDK's error as its cause: that one quotes what was sent. */
function ours(error: unknown): ProviderAway | ProviderRefusal {
  const { statusCode, code, rawType, detail }: Failure = typeof error === 'object' && error !== null ? error : {}
  if (detail instanceof ProviderAway) return detail
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500 || isBusy(statusCode, code))
    return new ProviderAway('The provider answered something that is not its protocol.')
  // The key was used for another page before: that one stands, and cannot be had again.
  if (rawType === 'idempotency_error') return refusal(statusCode, 'duplicate_reference')
  return refusal(statusCode, code ?? rawType)
}

/** The same key is under way at this moment, or too much is. */
const isBusy = (status: number, code: unknown): boolean =>
  status === 409 || code === 'rate_limit' || code === 'lock_timeout' || code === 'idempotency_key_in_use'

const TOLERANCE_SECONDS = 300

const reference = z.string().min(1).max(200)
const event = z.object({ type: z.string(), data: z.object({ object: z.unknown() }) })
const session = z.object({ id: providerId, client_reference_id: reference.nullable() })
const withReference = z.object({ metadata: z.object({ reference: reference.optional() }).nullish() })

const SESSION = /^checkout\.session\.(completed|expired|async_payment_succeeded|async_payment_failed)$/
const AFTERWARDS = new Set(['payment_intent.payment_failed', 'charge.refunded'])

/** Reads a notice of Stripe; one that is older than five minutes when it comes is forged. */
export async function readStripeNotice({ rawBody, headers, at }: Received, secret: string): Promise<Reading> {
  if (!(await isSigned({ rawBody, headers, at }, secret))) return 'forged'
  const parsed = event.safeParse(objectIn(rawBody.toString('utf8')))
  return parsed.success ? aboutOf(parsed.data.type, parsed.data.data.object) : 'unreadable'
}

/** By the SDK's own check, at the time when it came and not by this machine's clock. It throws at whatever is not right. */
async function isSigned({ rawBody, headers, at }: Received, secret: string): Promise<boolean> {
  const said = headers['stripe-signature']
  if (said === undefined) return false
  const { signature } = (await loadStripe()).webhooks
  try {
    return signature?.verifyHeader(rawBody, said, secret, TOLERANCE_SECONDS, undefined, at.getTime()) === true
  } catch {
    return false
  }
}

/** Pages and payments that other software made with the same account have no reference of ours. */
function aboutOf(type: string, object: unknown): Reading {
  if (SESSION.test(type)) {
    const about = session.safeParse(object)
    if (!about.success) return 'unreadable'
    const { id, client_reference_id } = about.data
    return client_reference_id === null ? 'other' : { reference: client_reference_id, providerId: id }
  }
  if (!AFTERWARDS.has(type)) return 'other'
  const about = withReference.safeParse(object)
  if (!about.success) return 'unreadable'
  const named = about.data.metadata?.reference
  return named === undefined ? 'other' : { reference: named, providerId: null }
}
