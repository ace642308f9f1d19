/**
 * What the browser says. Not able to: `insecure` without https, `home_screen` on an iPhone before the page is put there,
 * `unsupported` otherwise. `on`: it has a subscription, which is half of it: the server has to know it too.
 */
export type Standing = 'insecure' | 'home_screen' | 'unsupported' | 'denied' | 'off' | 'on'

/** `door`: the scope of the worker's registration, whatever screen asks. */
export async function lookAtBrowser(door: string): Promise<Standing> {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApplePhone() && !isOnHomeScreen() ? 'home_screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await subscriptionHere(door)) ? 'on' : 'off'
}

/** A tablet of Apple says that it is a computer; no computer of theirs is touched. */
const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

const isOnHomeScreen = (): boolean => matchMedia('(display-mode: standalone)').matches

/** Null: none, or the browser forbids to ask. */
export async function subscriptionHere(door: string): Promise<PushSubscription | null> {
  try {
    const registration = await navigator.serviceWorker.getRegistration(door)
    return (await registration?.pushManager.getSubscription()) ?? null
  } catch {
    return null
  }
}

/** A worker that is not there by then was forbidden. */
const PATIENCE_MS = 10_000

const workingRegistration = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, refuse) => setTimeout(() => refuse(new Error('There is no worker.')), PATIENCE_MS)),
  ])

/** A new one in any case: the one before may be for another key of the server, or given up by the push service. */
export async function subscribeAnew(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await workingRegistration()
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** As the server takes it. */
export function wordsOf(subscription: PushSubscription): { endpoint: string; keys: { p256dh: string; auth: string } } {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (!endpoint || !p256dh || !auth) throw new Error('The browser made no whole subscription.')
  return { endpoint, keys: { p256dh, auth } }
}

/** Ends it in the browser, and takes away what stands there. */
export async function leaveSubscription(door: string): Promise<void> {
  await (await subscriptionHere(door))?.unsubscribe()
  const registration = await navigator.serviceWorker.getRegistration(door)
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}
