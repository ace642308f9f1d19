import { openPush } from '#contract/messaging/push-devices.ts'
import { call } from '../../../api/call.ts'
import { wordsOf } from '../../../device/push-browser.ts'
import { openVault, type Vault } from '../../../device/vault.ts'

/** The worker's registration is that of the portal, whatever screen asks. */
export const DOOR = '/checkin'

/** Who turned push on here, and the address that the server was told last. */
type Told = { personId: string; endpoint: string }

const TOLD = 'told'
let opened: Promise<Vault> | undefined
const vault = (): Promise<Vault> => (opened ??= openVault('push'))

export const readNotification = async (): Promise<Told | undefined> => (await vault()).get<Told>(TOLD)
export const forgetNotification = async (): Promise<void> => (await vault()).clear()

/** Tells the server of a subscription of this person's browser. */
export async function tell(personId: string, subscription: PushSubscription): Promise<{ on: boolean }> {
  const body = wordsOf(subscription)
  const state = await call(openPush, { body })
  await (await vault()).put(TOLD, { personId, endpoint: body.endpoint })
  return state
}
