/** The doors whose pages open without a network, and the page where the staff turn notifications on (web/service-worker.ts). */
export type KeptDoor = '/checkin' | '/tenant/checkin' | '/tenant/notifications'

/** Its script and its manifest. */
const doors: Record<KeptDoor, { worker: string; manifest: string }> = {
  '/checkin': { worker: '/portal-worker.js', manifest: '/manifest.webmanifest' },
  '/tenant/checkin': { worker: '/service-worker.js', manifest: '/station.webmanifest' },
  '/tenant/notifications': { worker: '/service-worker.js', manifest: '/staff.webmanifest' },
}

type ScriptPolicy = { createScriptURL: (address: string) => string }
type Policies = { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy }

let policy: ScriptPolicy | undefined

/** The pages' policy (trusted types) lets nothing but a named rule, made once, say which scripts may be workers. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  policy ??= trustedTypes?.createPolicy('narthex-worker', { createScriptURL: () => address })
  return policy?.createScriptURL(address) ?? address
}

/** What a phone needs to put the door beside its apps. */
function makeInstallable(door: KeptDoor): void {
  const link = (rel: string, href: string) =>
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
  link('manifest', doors[door].manifest)
  link('apple-touch-icon', '/icons/touch-180.png')
}

/** At once for whoever came before, else with the first press: who only looks is spared the manifest and its pictures. */
function onceAtHome(act: () => void): void {
  if ('serviceWorker' in navigator && navigator.serviceWorker.controller) return act()
  const waiting = new AbortController()
  const pressed = () => {
    waiting.abort()
    act()
  }
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, pressed, { signal: waiting.signal })
}

/** Makes the pages of a door open without a network from now on, and installable. Called once, when the page stands. */
export function keepPage(door: KeptDoor): void {
  const keep = () => {
    onceAtHome(() => makeInstallable(door))
    // A browser that forbids it shows the same pages, with a network.
    if (import.meta.env.PROD && 'serviceWorker' in navigator)
      navigator.serviceWorker.register(trusted(doors[door].worker), { scope: door }).catch(() => undefined)
  }
  // On a poor network the page itself comes first.
  if (document.readyState === 'complete') keep()
  else addEventListener('load', keep, { once: true })
}

const isOwnFile = (address: string): boolean => address.startsWith(`${location.origin}/assets/`)

/**
 * Whether the page that is open now is kept with every file that it has loaded. What is missing is asked for, so that the
 * worker keeps it: true some moments later.
 */
export async function isPageWhole(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return false
  const found = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  if (!found?.active || !(await caches.match(new URL(found.scope).pathname, { ignoreVary: true }))) return false
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = [...new Set(loaded)].filter(isOwnFile)
  const kept = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })))
  const missing = files.filter((_, place) => !kept[place])
  // The first visit began before there was a worker to keep what it loaded.
  if (navigator.serviceWorker.controller) for (const file of missing) void fetch(file).catch(() => undefined)
  return missing.length === 0
}

/** Whether the page that is open now would open without a network. Waits while it is being kept. */
export async function isPageKept(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  const found = await navigator.serviceWorker.getRegistration()
  if (!found) return false
  if (found.active) return true
  return (await navigator.serviceWorker.ready).active !== null
}
