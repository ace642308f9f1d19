import { z } from 'zod/mini'
import { openPush, openStaffPush, readPush, readStaffPush } from '#contract/messaging/push-devices.ts'
import type { TestApp } from './start-app.ts'

const made = z.object({
  id: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})

/** What a browser's `PushSubscription` gives, and the sandbox's name for it. */
export type PushDevice = z.infer<typeof made>

/** A browser that is subscribed at the sandbox with the server's key, and that the server does not know yet. */
export async function makeDevice({ sandboxUrl }: { sandboxUrl: string }, serverKey?: string): Promise<PushDevice> {
  const reply = await fetch(`${sandboxUrl}/_sandbox/push/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(serverKey === undefined ? {} : { applicationServerKey: serverKey }),
  })
  return made.parse(await reply.json())
}

/** The browser of somebody on the staff. */
export async function buildStaffDevice(app: Pick<TestApp, 'call' | 'sandboxUrl'>, token: string): Promise<PushDevice> {
  const { body } = await app.call(readStaffPush, {}, { token })
  const device = await makeDevice(app, body.publicKey)
  const { endpoint, keys } = device
  const { status } = await app.call(openStaffPush, { body: { endpoint, keys } }, { token })
  if (status !== 200) throw new Error(`The browser was not taken: ${status}`)
  return device
}

/** The browser of a guardian who is signed in with this token, told by push from now on. */
export async function buildDevice(app: Pick<TestApp, 'call' | 'sandboxUrl'>, token: string): Promise<PushDevice> {
  const { body } = await app.call(readPush, {}, { token })
  const device = await makeDevice(app, body.publicKey)
  const { endpoint, keys } = device
  const { status } = await app.call(openPush, { body: { endpoint, keys } }, { token })
  if (status !== 200) throw new Error(`The browser was not taken: ${status}`)
  return device
}

/** The browser is not subscribed any more: its push service says so from now on. */
export async function dropDevice({ sandboxUrl }: Pick<TestApp, 'sandboxUrl'>, { id }: PushDevice): Promise<void> {
  await fetch(`${sandboxUrl}/_sandbox/push/subscriptions/${id}`, { method: 'DELETE' })
}

const inbox = z.object({
  items: z.array(
    z.object({
      /** Declarative Web Push. */
      payload: z.object({
        web_push: z.literal(8030),
        notification: z.strictObject({ title: z.string(), body: z.string(), navigate: z.url(), tag: z.string() }),
      }),
      ttl: z.number(),
      urgency: z.nullable(z.string()),
      topic: z.nullable(z.string()),
    }),
  ),
})

export type ShownPush = z.infer<typeof inbox>['items'][number]

/** What a browser was told, decrypted by it and as it must be for browsers that show it by themselves, the newest first. */
export async function pushesTo({ sandboxUrl }: Pick<TestApp, 'sandboxUrl'>, { id }: PushDevice): Promise<ShownPush[]> {
  return inbox.parse(await (await fetch(`${sandboxUrl}/_sandbox/push?subscription=${id}`)).json()).items
}
