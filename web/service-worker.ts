/**
 * Opens the pages of a door without a network: of the portal (/checkin) or of the station (/tenant/checkin), each with a
 * registration of its own whose scope is the door. What the pages know is not its business: what they ask of /api is
 * never touched. It shows what is pushed: to families at the portal, to the staff by a registration of its own for that
 * (/tenant/notifications).
 */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asking = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Pushed = Lasting & { data: { json: () => unknown } | null }
type Pressed = Lasting & { notification: Notification }
/** Most browsers leave the new one to us. */
type Renewed = Lasting & { newSubscription?: PushSubscription | null }
type Happenings = {
  install: Lasting
  activate: Lasting
  fetch: Asking
  push: Pushed
  notificationclick: Pressed
  pushsubscriptionchange: Renewed
}
/** An open page. */
type OpenWindow = { url: string; focus: () => Promise<unknown>; navigate: (address: string) => Promise<unknown> }

/** What is used of a worker's world; the types of a page do not know it. */
type WorkerScope = {
  registration: ServiceWorkerRegistration
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled?: true }) => Promise<OpenWindow[]>
    openWindow: (address: string) => Promise<unknown>
  }
  addEventListener: <Name extends keyof Happenings>(name: Name, listener: (event: Happenings[Name]) => void) => void
  /**
   * Written before this file by the build (scripts/build-worker.ts): its name, by door the files that are kept ahead, the
   * first of them the page's own, and the scripts among them that are brought along here, so that none is asked for.
   */
  narthex: { build: string; doors: Record<string, string[]>; carried: Record<string, string> }
}

const worker = self as unknown as WorkerScope
/** Every address below it shows the same page. */
const door = new URL(worker.registration.scope).pathname
const DOOR_CACHES = `nx${door} `
const CACHE = DOOR_CACHES + worker.narthex.build
/** A network that answers later than this is as good as none, when there is something to show. */
const PATIENCE_MS = 1500

worker.addEventListener('install', (event) => event.waitUntil(keepAhead()))
worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([forgetOld(), worker.clients.claim()])))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(pageFirstFromNetwork(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(keptFirst(request))
})
worker.addEventListener('push', (event) => event.waitUntil(show(event)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(leadTo(addressIn(event.notification)))
})
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAnew(event)))

async function keepAhead(): Promise<void> {
  const cache = await caches.open(CACHE)
  const { doors, carried } = worker.narthex
  const files = doors[door] ?? []
  await cache.put(door, (await pageHere(files)) ?? (await pageOfDoor()))
  const headers = { 'content-type': 'text/javascript' }
  const brought = Object.entries(carried).map(([file, code]) => cache.put(file, new Response(code, { headers })))
  await Promise.all([...brought, cache.addAll(files.filter((file) => !(file in carried)))])
}

/** Who asks for anything else than a page at an address of pages is told that there is nothing. */
const PAGE = { headers: { accept: 'text/html' } }

async function pageOfDoor(): Promise<Response> {
  const page = await fetch(door, PAGE)
  if (!page.ok) throw new Error(`The page answered ${page.status}`)
  return page
}

/** The page that is open now: the browser has it still. Null: none, or one of another build. */
async function pageHere([own]: readonly string[]): Promise<Response | null> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => new URL(url).pathname.startsWith(door))
  if (own === undefined || !open) return null
  const page = await fetch(open.url, { ...PAGE, cache: 'force-cache' })
  return page.ok && !page.redirected && (await page.clone().text()).includes(own) ? page : null
}

/** Files of earlier builds: no page of theirs is open any more when this worker takes over. */
async function forgetOld(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(DOOR_CACHES) && name !== CACHE).map((name) => caches.delete(name)),
  )
}

/** Also from the cache of the next build, which is filled while this one still serves. */
const kept = (address: string | Request) => caches.match(address, { ignoreVary: true })

async function keep(address: string | Request, answer: Response): Promise<Response> {
  if (answer.ok && !answer.redirected) {
    const cache = await caches.open(CACHE)
    // A full storage is no reason to withhold the answer.
    await cache.put(address, answer.clone()).catch(() => undefined)
  }
  return answer
}

const soon = (answer: Promise<Response>): Promise<Response> =>
  Promise.race([answer, new Promise<never>((_, tooLate) => setTimeout(tooLate, PATIENCE_MS))])

async function pageFirstFromNetwork(request: Request): Promise<Response> {
  const before = await kept(door)
  if (!before) return fetch(request)
  try {
    // Asked for by the door's own address: the browser then has it, unless it has changed.
    const answer = await soon(fetch(door, PAGE))
    return answer.status >= 500 ? before : await keep(door, answer)
  } catch {
    return before
  }
}

/** Their names change with what is in them. */
async function keptFirst(request: Request): Promise<Response> {
  return (await kept(request)) ?? keep(request, await fetch(request))
}

/** The `notification` of a Declarative Web Push message. */
type Message = { title: string; body: string; navigate: string; tag: string }
const UNREADABLE: Partial<Message> = {}

/**
 * Browsers take the leave to push away where a push shows nothing: one that cannot be read is shown too, and one that cannot
 * be shown as it is wanted is shown without all but its words.
 */
async function show({ data }: Pushed): Promise<void> {
  const { title, body, navigate, tag } = messageIn(data)
  const words = { body: body ?? '', data: navigate }
  try {
    await worker.registration.showNotification(title || 'Narthex', {
      ...words,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      // The same matter again takes the place of what stands there, and makes itself heard.
      ...(tag && { tag, renotify: true }),
    })
  } catch {
    await worker.registration.showNotification(title || 'Narthex', words)
  }
}

function messageIn(data: Pushed['data']): Partial<Message> {
  try {
    const read = data?.json() as { notification?: object } | null
    const entries = Object.entries(read?.notification ?? {})
    return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'))
  } catch {
    return UNREADABLE
  }
}

const isOfStaff = door.startsWith('/tenant')

/** Only our own pages are led to, whatever a message says. */
function addressIn({ data }: Notification): string {
  const { origin, pathname } = new URL(String(data), location.origin)
  const isOurs = origin === location.origin && /^\/(checkin|tenant)(\/[\w/-]*)?$/.test(pathname)
  return isOurs ? pathname : isOfStaff ? '/tenant' : '/checkin/dashboard'
}

/** In the window that was looked at last; without one, or where it cannot be led, in a new one. */
async function leadTo(address: string): Promise<void> {
  const [last] = await worker.clients.matchAll({ type: 'window' })
  // At once, before anything is waited for: only who has just been pressed may do it.
  await last?.focus().catch(() => undefined)
  const led = last ? last.navigate(address) : Promise.reject(new Error('No page is open.'))
  await led.catch(() => worker.clients.openWindow(address))
}

const PUSH = isOfStaff ? '/api/push' : '/api/checkin/push'

/** The browser changed the address it is pushed to. Whoever is not signed in just now is told again by the page, at its next opening. */
async function subscribeAnew({ newSubscription }: Renewed): Promise<void> {
  const answer = await fetch(PUSH)
  if (!answer.ok) return
  const { publicKey } = (await answer.json()) as { publicKey: string }
  const subscription =
    newSubscription ??
    (await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  const headers = { 'content-type': 'application/json' }
  await fetch(PUSH, { method: 'PUT', headers, body: JSON.stringify(subscription) })
}
