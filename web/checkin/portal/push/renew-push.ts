import { readPush } from '#contract/messaging/push-devices.ts'
import { call } from '../../../api/call.ts'
import { forgetPush } from './push-memory.ts'
import { leaveSubscription, subscribeAnew, subscriptionHere } from '../../../device/push-browser.ts'
import { DOOR, forgetNotification, readNotification, tell } from './subscription.ts'

/** Makes true again what this person turned on here: after a new session, or when the browser made its subscription anew. */
export async function renewPush(personId: string): Promise<void> {
  if (!('PushManager' in window) || Notification.permission !== 'granted') return
  const told = await readNotification()
  if (!told) return
  if (told.personId !== personId) return leavePush()
  const { on, publicKey } = await call(readPush, {}, { quiet: true })
  const now = await subscriptionHere(DOOR)
  if (on && now?.endpoint === told.endpoint) return
  await tell(personId, on && now ? now : await subscribeAnew(publicKey))
}

/** Somebody else has signed in, or whoever it was for has signed out: nothing of it is left on this device. */
export async function leavePush(): Promise<void> {
  forgetPush()
  await Promise.all([leaveSubscription(DOOR), forgetNotification()])
}
