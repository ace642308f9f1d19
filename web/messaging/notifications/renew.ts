import { openStaffPush, readStaffPush } from '#contract/messaging/push-devices.ts'
import { call } from '../../api/call.ts'
import { subscriptionHere, wordsOf } from '../../device/push-browser.ts'
import { DOOR } from './told-here.ts'

/** A browser goes with its session. Whoever turned it on here and has signed in anew is told again. */
export async function renewStaffPush(): Promise<void> {
  const subscription = await subscriptionHere(DOOR)
  if (!subscription || Notification.permission !== 'granted') return
  const { on } = await call(readStaffPush, {}, { quiet: true })
  if (!on) await call(openStaffPush, { body: wordsOf(subscription) }, { quiet: true })
}
