import type { Worker } from 'playwright-core'
import { until } from '#server/test-kit/until.ts'
import type { Visit } from './stage.ts'

/** What a browser's push service decrypted for it. */
type PushMessage = { subscription: string; payload: { web_push: 8030; notification: Shown & { navigate: string } } }
type Shown = Record<'title' | 'body' | 'tag', string>
type Subscription = { id: string; endpoint: string; keys: Record<string, string> }

export type PushBrowser = {
  /** The sandbox's name of the subscription that the page has now. */
  subscription: () => string | null
  /** The newest message to it, once there is one; with this title or text, for the demo tells its owner of its own as well. */
  message: (words?: string) => Promise<PushMessage>
  /** Hands a message to the portal's worker as the browser does. */
  deliver: (data: string) => Promise<void>
  /** The notifications that stand there. */
  shown: () => Promise<Shown[]>
  /** Presses the first of them. */
  press: () => Promise<void>
}

/**
 * A test reaches no push service, and a browser without a screen has no place for notifications and lets no page show any.
 * The sandbox stands in for the one; for the other the worker keeps what it would show, and the person answers as told.
 * Pages, worker, server, encryption and the way of the message into the worker are the real ones.
 */
export async function pushBrowser(
  { context, page }: Visit,
  sandboxUrl: string,
  answer: 'granted' | 'denied' = 'granted',
): Promise<PushBrowser> {
  let made: Subscription | null = null
  const ask = (path: string, method: string, body?: object) =>
    fetch(`${sandboxUrl}/_sandbox/push${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  await context.exposeFunction('sandboxSubscription', () => made)
  await context.exposeFunction('sandboxSubscribe', async (applicationServerKey: string) => {
    made = (await (await ask('/subscriptions', 'POST', { applicationServerKey })).json()) as Subscription
  })
  await context.exposeFunction('sandboxUnsubscribe', async () => {
    if (made) await ask(`/subscriptions/${made.id}`, 'DELETE')
    made = null
  })
  await context.addInitScript(standIn, answer)
  const worker = async (): Promise<Worker> => {
    // A worker that is still being installed is pushed nothing.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const found = await until(() => Promise.resolve(context.serviceWorkers()[0]))
    await found.evaluate(keepNotifications)
    return found
  }
  return {
    subscription: () => made?.id ?? null,
    message: (words) =>
      until(async () => {
        const { items } = (await (await ask('', 'GET')).json()) as { items: PushMessage[] }
        return items.find(
          ({ subscription, payload: { notification: told } }) =>
            subscription === made?.id && (words === undefined || [told.title, told.body].includes(words)),
        )
      }),
    deliver: async (data) => {
      await worker()
      const debug = await context.newCDPSession(page)
      const registered = new Promise<string>((found) =>
        debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
          if (first) found(first.registrationId)
        }),
      )
      await debug.send('ServiceWorker.enable')
      const { origin } = new URL(page.url())
      await debug.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
      await debug.detach()
    },
    shown: async () => (await worker()).evaluate(readShown),
    press: async () => (await worker()).evaluate(pressFirst),
  }
}

type Sandbox = {
  sandboxSubscription: () => Promise<Subscription | null>
  sandboxSubscribe: (key: string) => Promise<void>
  sandboxUnsubscribe: () => Promise<void>
}

/** Runs in the page, before its own scripts. */
function standIn(answer: 'granted' | 'denied'): void {
  const ASKED = 'test.asked'
  Object.defineProperty(Notification, 'permission', {
    get: () => (sessionStorage.getItem(ASKED) ? answer : 'default'),
  })
  Notification.requestPermission = () => {
    sessionStorage.setItem(ASKED, 'yes')
    return Promise.resolve(answer)
  }
  const sandbox = globalThis as unknown as Sandbox
  const here = async () => {
    const made = await sandbox.sandboxSubscription()
    if (!made) return null
    const { endpoint, keys } = made
    const unsubscribe = async () => {
      await sandbox.sandboxUnsubscribe()
      return true
    }
    return { endpoint, toJSON: () => ({ endpoint, expirationTime: null, keys }), unsubscribe }
  }
  Object.assign(PushManager.prototype, {
    getSubscription: here,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      await sandbox.sandboxSubscribe(applicationServerKey)
      return here()
    },
  })
}

type Standing = Shown & { data?: unknown; close: () => void }
type WorkerWorld = { registration: ServiceWorkerRegistration; standing?: Standing[] }

/** Runs in the worker: what it shows is kept, one of each tag. */
function keepNotifications(): void {
  const world = globalThis as unknown as WorkerWorld
  if (world.standing) return
  world.standing = []
  const without = (left: (one: Standing) => boolean) => (world.standing = (world.standing ?? []).filter(left))
  Object.assign(world.registration, {
    showNotification: async (title: string, options: NotificationOptions & { renotify?: boolean }) => {
      if (options.renotify && !options.tag) throw new TypeError('Browsers refuse renotify without a tag.')
      const one: Standing = { body: '', tag: '', ...options, title, close: () => without((other) => other !== one) }
      without(({ tag }) => tag === '' || tag !== one.tag).push(one)
    },
    getNotifications: async () => [...(world.standing ?? [])],
  })
}

/** Runs in the worker. */
async function readShown(): Promise<Shown[]> {
  const { registration } = globalThis as unknown as WorkerWorld
  return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
}

/** Runs in the worker. A browser lets nobody wait for a press that it has not made, and brings no window to the front. */
async function pressFirst(): Promise<void> {
  const { registration } = globalThis as unknown as WorkerWorld
  const [notification] = await registration.getNotifications()
  if (!notification) throw new Error('No notification stands there.')
  const press = new Event('notificationclick')
  globalThis.dispatchEvent(Object.assign(press, { notification, waitUntil: () => undefined }))
}
