import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { createNewest, type Newest } from '#sandbox/platform/newest.ts'
import { type BrowserKeys, decrypt } from './decrypt.ts'

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
