import { createECDH, randomBytes, randomUUID, createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'
import { createNewest, type Newest } from '../platform/newest.ts'

const SALT_BYTES = 16
const RECORD_SIZE_BYTES = 4
const TAG_BYTES = 16
/** Ends the text in the last record; zeros may follow. */
const LAST_RECORD = 2

/** What a browser has for its subscription: a key pair of P-256 and a secret. */
type BrowserKeys = { pair: ECDH; auth: Buffer }

/** The text of a message, as the browser reads it (RFC 8188 and 8291); null when it was not encrypted for these keys. */
function decrypt(body: Buffer, { pair, auth }: BrowserKeys): string | null {
  try {
    const salt = body.subarray(0, SALT_BYTES)
    const idLength = body.readUInt8(SALT_BYTES + RECORD_SIZE_BYTES)
    const textFrom = SALT_BYTES + RECORD_SIZE_BYTES + 1 + idLength
    const sender = body.subarray(textFrom - idLength, textFrom)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
    const secret = derived(pair.computeSecret(sender), auth, { info, length: 32 })
    const key = derived(secret, salt, { info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
    const nonce = derived(secret, salt, { info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(body.subarray(-TAG_BYTES))
    const record = Buffer.concat([decipher.update(body.subarray(textFrom, -TAG_BYTES)), decipher.final()])
    const end = record.lastIndexOf(LAST_RECORD)
    return end < 0 ? null : record.subarray(0, end).toString('utf8')
  } catch {
    return null
  }
}

const derived = (secret: Buffer, salt: Buffer, { info, length }: { info: Buffer; length: number }): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

export const PUSHES_KEPT = 10_000
const BROWSERS_KEPT = 10_000

/** A browser that is subscribed. */
export type Browser = BrowserKeys & {
  id: string
  /** The only key that may sign messages to it; null: any may. */
  serverKey: string | null
}

/** A message as it is kept; `at` is ISO 8601. */
export type PushMessage = {
  id: string
  /** Of the browser. */
  subscription: string
  at: string
  /** What the page's worker is given; null: it was not encrypted for this browser. */
  payload: unknown
  /** Seconds. */
  ttl: number
  urgency: string | null
  topic: string | null
}

export type Browsers = {
  kept: Newest<PushMessage>
  subscribe(serverKey: string | null): Browser
  find(id: string): Browser | undefined
  /** False: there is none. */
  unsubscribe(id: string): boolean
  take(browser: Browser, message: Pick<PushMessage, 'ttl' | 'urgency' | 'topic'> & { body: Buffer }): PushMessage
}

export function createBrowsers(): Browsers {
  const known = new Map<string, Browser>()
  const subscribed = createNewest<Browser>(BROWSERS_KEPT, ({ id }) => known.delete(id))
  const kept = createNewest<PushMessage>(PUSHES_KEPT)
  return {
    kept,
    subscribe(serverKey) {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const browser = { id: randomUUID(), pair, auth: randomBytes(16), serverKey }
      known.set(browser.id, browser)
      subscribed.add(browser)
      return browser
    },
    find: (id) => known.get(id),
    unsubscribe: (id) => known.delete(id),
    take(browser, { body, ...message }) {
      const at = new Date().toISOString()
      const taken = {
        id: randomUUID(),
        subscription: browser.id,
        at,
        payload: payloadOf(decrypt(body, browser)),
        ...message,
      }
      kept.add(taken)
      return taken
    },
  }
}

/** Text that is not JSON stays text. */
function payloadOf(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
