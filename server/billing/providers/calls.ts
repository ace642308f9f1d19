import { ConfigurationError } from '../../platform/config/index.ts'
import { ProviderAway, ProviderRefusal, type RefundOrder } from './provider.ts'
import { minorFrom } from './amounts.ts'
import { z } from 'zod'
import { createHash, timingSafeEqual } from 'node:crypto'

type Sent = {
  url: string
  method: string
  headers: HeadersInit
  body: string | Uint8Array<ArrayBuffer> | null
  signal: AbortSignal
}

/** What came back: a JSON object with a status below 500. `text` is the same as it was sent. */
export type Answer = { status: number; body: Record<string, unknown>; text: string }

const ANSWER_MAX_BYTES = 1024 * 1024
/** Asked to wait, or too slow for the provider's own gate: it may go well the next time. */
const COME_AGAIN = new Set([408, 425, 429])

/** One call to a provider. Whatever is no answer of its protocol is ProviderAway, without a word of what was sent. */
export async function exchange({ url, ...init }: Sent): Promise<Answer> {
  const [status, bytes] = await received(url, init).catch((error: unknown) => {
    if (error instanceof ProviderAway) throw error
    throw new ProviderAway(`The provider ${init.signal.aborted ? 'did not answer in time' : 'cannot be reached'}.`)
  })
  if (status >= 500 || (status >= 300 && status < 400) || COME_AGAIN.has(status))
    throw new ProviderAway(`The provider answered ${status}.`)
  const text = bytes.toString('utf8')
  const body = objectIn(text)
  if (!body) throw new ProviderAway(`The provider answered ${status} with something that is not its protocol.`)
  return { status, body, text }
}

async function received(url: string, init: Omit<Sent, 'url'>): Promise<[number, Buffer]> {
  // Led elsewhere, the key would go along.
  const reply = await fetch(url, { ...init, redirect: 'manual' })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > ANSWER_MAX_BYTES) throw new ProviderAway('The provider answered more than can be read.')
    chunks.push(chunk)
  }
  return [reply.status, Buffer.concat(chunks)]
}

/** The JSON object that this text is; null when it is anything else. */
export function objectIn(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text)
    return isRecord(read) ? read : null
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How long a provider may take for one thing that is asked of it, however many calls that needs. */
export type Patience = {
  /** Aborted when it is over. */
  signal: AbortSignal
  /** What is left of it, at least 1. */
  leftMs: () => number
}

export const PATIENCE_MS = 10_000

/** Begins now. */
export function patienceOf(milliseconds: number = PATIENCE_MS): Patience {
  const end = performance.now() + milliseconds
  return { signal: AbortSignal.timeout(milliseconds), leftMs: () => Math.max(1, Math.round(end - performance.now())) }
}

export type Question = {
  method: 'GET' | 'POST'
  path: string
  body?: object
  headers?: Record<string, string>
  patience: Patience
}

export type Ask = (question: Question) => Promise<Answer>

/** Calls in JSON with the secret key as a bearer. Answers with what came, refusals (4xx) too. */
export const jsonCaller =
  (base: string, key: string): Ask =>
  ({ method, path, body, headers, patience }) =>
    exchange({
      url: base + path,
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body ? JSON.stringify(body) : null,
      signal: patience.signal,
    })

/** Reads what a provider answered; ProviderAway when it is not what its protocol says. What it was stays unsaid. */
export function read<T>(shape: z.ZodType<T>, answer: unknown): T {
  const parsed = shape.safeParse(answer)
  if (!parsed.success) throw new ProviderAway('The provider answered something that is not its protocol.')
  return parsed.data
}

/** A provider's name of a thing, that we keep. */
export const providerId = z.string().min(1).max(255)

/** The same, where the provider writes a number. */
export const numberId = z
  .int()
  .nonnegative()
  .transform((id) => String(id))

/** Where a payer is sent. */
export const pageUrl = z
  .url()
  .max(4_000)
  .refine((url) => isSafe(url))

export const currencyCode = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((code) => code.toUpperCase())

/** Our minor units of an amount that a provider says in major ones. */
export function minorSaid(major: string | number, currency: string): number {
  const minor = minorFrom(major, currency)
  if (minor === null) throw new ProviderAway('The provider answered an amount that its currency does not have.')
  return minor
}

const CODE = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/

/**
 * The provider will not do what was asked. Its own code is kept where it is one; a sentence of its own could name the
 * payer, and stays out.
 */
export function refusal(status: number, code: unknown): ProviderRefusal {
  if (status === 401 || status === 403) return new ProviderRefusal('The provider refused our key.', 'unauthorized')
  const word = typeof code === 'string' && CODE.test(code) ? code : `http_${status}`
  return new ProviderRefusal(`The provider refused: ${status} ${word}.`, word)
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a header says this very text; how long it takes tells nothing of where they differ. */
export const isSame = (said: unknown, expected: string): boolean =>
  typeof said === 'string' && timingSafeEqual(digest(said), digest(expected))

/** By what a provider knows a repetition of the same try to give money back. */
export const refundKey = ({ reference, attempt }: RefundOrder): string =>
  attempt === undefined ? `refund-${reference}` : `refund-${reference}-${attempt}`

/** Keys and payers go only over https; the sandbox is on this machine. */
function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}

/** Where a provider is called, without a slash at its end. Stops the start when the way there is open to others. */
export function safeBase(provider: string, url: string): string {
  if (!isSafe(url)) throw new ConfigurationError(`The address of ${provider} must start with https://.`)
  return url.replace(/\/+$/, '')
}
