import type Stripe from 'stripe'
import { exchange, PATIENCE_MS, type Patience, refusal, safeBase } from './calls.ts'
import { ProviderAway, type ProviderRefusal } from './provider.ts'

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
