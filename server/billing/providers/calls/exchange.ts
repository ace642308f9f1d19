import { ProviderAway } from '../provider.ts'

export type Sent = {
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
