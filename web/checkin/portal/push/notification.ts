import { openPush } from '#contract/checkin/push.ts'
import { call } from '../../../api/call.ts'
import { openVault, type Vault } from '../../../device/vault.ts'

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
