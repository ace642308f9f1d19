import type { Vapid } from './vapid.ts'

/**
 * The push services of the known browsers: Chrome and what is built on it, Firefox, Safari, Edge. A subscription names the
 * address that we are to write to, and anybody may send us one: we write nowhere else.
 */
const services = [
  { name: 'google', host: /^fcm\.googleapis\.com$/ },
  { name: 'mozilla', host: /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/ },
  { name: 'apple', host: /^([a-z0-9-]+\.)*push\.apple\.com$/ },
  { name: 'windows', host: /^([a-z0-9-]+\.)*notify\.windows\.com$/ },
] as const

/**
 * Which push service an endpoint belongs to; null: none that we write to. `sandbox` is the origin of the one that stands in
 * for them outside production.
 */
export function pushServiceOf(endpoint: string, sandbox: string | null): string | null {
  const url = URL.parse(endpoint)
  if (!url || url.href !== endpoint || url.username || url.password || url.hash) return null
  if (sandbox !== null && url.origin === sandbox) return 'sandbox'
  if (url.protocol !== 'https:' || url.port) return null
  return services.find(({ host }) => host.test(url.hostname))?.name ?? null
}

const TIMEOUT_MS = 10_000
/** Push services keep a message for four weeks at the most. */
const TTL_MAX_SECONDS = 28 * 24 * 60 * 60

type OutgoingPush = {
  endpoint: string
  /** Base64url. */
  p256dh: string
  auth: string
  /** JSON, encrypted for the browser. */
  payload: string
  topic: string
  /** `high` wakes a phone that saves its battery. */
  urgency: 'high' | 'normal'
  ttlSeconds: number
}

/**
 * `taken`: the push service brings it. `gone`: the browser is not subscribed any more. `refused`: it never will be taken.
 * `later`: not now; `seconds` when the service says how long to wait.
 */
export type PushAnswer = { outcome: 'taken' | 'gone' | 'refused' } | { outcome: 'later'; seconds: number | null }

export type PushService = {
  /** Never throws, and is never called inside a transaction. */
  post: (push: OutgoingPush, signal: AbortSignal) => Promise<PushAnswer>
}

type Setting = {
  vapid: Vapid
  /** Origin of the sandbox, where it stands in. */
  sandbox: string | null
  /** `error` in our words. */
  note: (provider: string, failure?: { error: string }) => void
}

/** The push services of the browsers, over HTTP (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292). */
export const pushServices = ({ vapid, sandbox, note }: Setting): PushService => ({
  post: async (push, signal) => {
    const service = pushServiceOf(push.endpoint, sandbox)
    // It was allowed once, when it was subscribed; what may be written to has changed since.
    if (service === null) return { outcome: 'gone' }
    const request = await requestOf(push, vapid)
    if (!request) return { outcome: 'refused' }
    const { answer, error } = await answerOf(request, signal)
    note(`push:${service}`, error === null ? undefined : { error })
    return answer
  },
})

type Request = { endpoint: string; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }

/** Null: nothing can be encrypted for these keys. The library is loaded by the first message: it takes 15 MB of memory. */
async function requestOf(push: OutgoingPush, vapid: Vapid): Promise<Request | null> {
  const { endpoint, p256dh, auth, payload, topic, urgency, ttlSeconds } = push
  const { default: webPush } = await import('web-push')
  const options = {
    vapidDetails: vapid,
    TTL: Math.min(Math.max(0, Math.floor(ttlSeconds)), TTL_MAX_SECONDS),
    urgency,
    topic,
    contentEncoding: 'aes128gcm',
  } as const
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options)
    // Who fetches counts the bytes.
    const entries = Object.entries(headers).filter(([name]) => name !== 'Content-Length')
    const named = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
    return { endpoint, headers: named, body: new Uint8Array(body) }
  } catch {
    return null
  }
}

async function answerOf(
  { endpoint, headers, body }: Request,
  signal: AbortSignal,
): Promise<{ answer: PushAnswer; error: string | null }> {
  try {
    const reply = await fetch(endpoint, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await reply.body?.cancel()
    return { answer: readAnswer(reply), error: errorIn(reply.status) }
  } catch {
    return { answer: { outcome: 'later', seconds: null }, error: 'The push service did not answer.' }
  }
}

function readAnswer({ ok, status, headers }: Response): PushAnswer {
  if (ok) return { outcome: 'taken' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status < 500 && status !== 429 && status !== 408) return { outcome: 'refused' }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return { outcome: 'later', seconds: Number.isFinite(seconds) && seconds > 0 ? seconds : null }
}

/** A service that asks for a pause, or says that a browser is gone, is there and answers. */
const errorIn = (status: number): string | null =>
  status < 400 || [404, 410, 429].includes(status) ? null : `The push service answered ${status}.`
