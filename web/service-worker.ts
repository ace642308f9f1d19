/**
 * Opens the pages of a door without a network: of the portal (/checkin) or of the station (/tenant/checkin), each with a
 * registration of its own whose scope is the door. What the pages know is not its business: /api is never touched.
 */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asking = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Happenings = { install: Lasting; activate: Lasting; fetch: Asking }

/** What is used of a worker's world; the types of a page do not know it. */
type WorkerScope = {
  registration: { scope: string }
  clients: { claim: () => Promise<void> }
  addEventListener: <Name extends keyof Happenings>(name: Name, listener: (event: Happenings[Name]) => void) => void
  /** Written before this file by the build (vite.config.ts): its name, and by door the files that are kept ahead. */
  narthex: { build: string; doors: Record<string, string[]> }
}

const worker = self as unknown as WorkerScope
/** Every address below it shows the same page. */
const door = new URL(worker.registration.scope).pathname
const DOOR_CACHES = `nx${door} `
const CACHE = DOOR_CACHES + worker.narthex.build
/** Runs before the first paint; its name carries no hash. */
const FIRST_SCRIPT = '/scheme.js'
/** A network that answers later than this is as good as none, when there is something to show. */
const PATIENCE_MS = 5000

worker.addEventListener('install', (event) => event.waitUntil(keepAhead()))
worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([forgetOld(), worker.clients.claim()])))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(pageFirstFromNetwork(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(keptFirst(request))
  else if (pathname === FIRST_SCRIPT) event.respondWith(networkFirst(request))
})

async function keepAhead(): Promise<void> {
  const cache = await caches.open(CACHE)
  // Who asks for anything else than a page at this address is told that there is nothing.
  const page = await fetch(door, { headers: { accept: 'text/html' } })
  if (!page.ok) throw new Error(`The page answered ${page.status}`)
  await cache.put(door, page)
  await cache.addAll([FIRST_SCRIPT, ...(worker.narthex.doors[door] ?? [])])
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
    const answer = await soon(fetch(request))
    return answer.status >= 500 ? before : await keep(door, answer)
  } catch {
    return before
  }
}

/** Their names change with what is in them. */
async function keptFirst(request: Request): Promise<Response> {
  return (await kept(request)) ?? keep(request, await fetch(request))
}

async function networkFirst(request: Request): Promise<Response> {
  const before = await kept(request)
  if (!before) return keep(request, await fetch(request))
  try {
    return await keep(request, await soon(fetch(request)))
  } catch {
    return before
  }
}
