import { openPush } from '#contract/checkin/push.ts'
import { call } from '../../../api/call.ts'
import { openVault, type Vault } from '../../../device/vault.ts'

/** The worker's registration is that of the portal, whatever screen asks. */
const DOOR = '/checkin'
/** A worker that is not there by then was forbidden. */
const PATIENCE_MS = 10_000

/**
 * What the browser says. Not able to: `insecure` without https, `home_screen` on an iPhone before the portal is put there,
 * `unsupported` otherwise. `on`: it has a subscription, which is half of it: the server has to know it too.
 */
export type Standing = 'insecure' | 'home_screen' | 'unsupported' | 'denied' | 'off' | 'on'

export async function lookAtBrowser(): Promise<Standing> {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApplePhone() && !isOnHomeScreen() ? 'home_screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await subscriptionHere()) ? 'on' : 'off'
}

/** A tablet of Apple says that it is a computer; no computer of theirs is touched. */
const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

const isOnHomeScreen = (): boolean => matchMedia('(display-mode: standalone)').matches

/** Null: none, or the browser forbids to ask. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  try {
    const registration = await navigator.serviceWorker.getRegistration(DOOR)
    return (await registration?.pushManager.getSubscription()) ?? null
  } catch {
    return null
  }
}

/** A new one in any case: the one before may be for another key of the server, or given up by the push service. */
export async function subscribeAnew(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await workingRegistration()
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

const workingRegistration = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, refuse) => setTimeout(() => refuse(new Error('There is no worker.')), PATIENCE_MS)),
  ])

/** Ends it in the browser, and takes away what stands there. */
export async function leaveSubscription(): Promise<void> {
  await (await subscriptionHere())?.unsubscribe()
  const registration = await navigator.serviceWorker.getRegistration(DOOR)
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}

/** Who turned push on here, and the address that the server was told last. */
type Told = { personId: string; endpoint: string }

const TOLD = 'told'
let opened: Promise<Vault> | undefined
const vault = (): Promise<Vault> => (opened ??= openVault('push'))

export const readNotification = async (): Promise<Told | undefined> => (await vault()).get<Told>(TOLD)
export const forgetNotification = async (): Promise<void> => (await vault()).clear()

/** Tells the server of a subscription of this person's browser. */
export async function tell(personId: string, subscription: PushSubscription): Promise<{ on: boolean }> {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (!endpoint || !p256dh || !auth) throw new Error('The browser made no whole subscription.')
  const state = await call(openPush, { body: { endpoint, keys: { p256dh, auth } } })
  await (await vault()).put(TOLD, { personId, endpoint })
  return state
}
