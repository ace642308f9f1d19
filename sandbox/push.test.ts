import { createECDH, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import webPush from 'web-push'
import { z } from 'zod'
import { openSandbox } from './test-kit/sandbox.ts'

const keys = webPush.generateVAPIDKeys()
const vapidDetails = { subject: 'mailto:hello@grace.example', ...keys }
const WORDS = JSON.stringify({
  web_push: 8030,
  notification: {
    title: 'Grace Chapel',
    body: 'Ẹ káàbọ̀ 🎉 <b>',
    navigate: 'https://narthex.example/checkin/dashboard',
    tag: 'one',
  },
})

const subscription = z.object({
  id: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})
type Subscription = z.output<typeof subscription>

const shown = z.object({
  total: z.number(),
  items: z.array(
    z.object({
      subscription: z.string(),
      payload: z.unknown(),
      ttl: z.number(),
      urgency: z.string().nullable(),
      topic: z.string().nullable(),
    }),
  ),
})

async function open() {
  const sandbox = await openSandbox()
  const { url, post } = sandbox
  const push = async (to: Subscription, change: { headers?: Record<string, string>; body?: Uint8Array } = {}) => {
    const options = { vapidDetails, TTL: 60, urgency: 'high', topic: 'one', contentEncoding: 'aes128gcm' } as const
    const { endpoint, headers, body } = webPush.generateRequestDetails(to, WORDS, options)
    const kept = Object.entries(headers).filter(([name]) => name !== 'Content-Length')
    return fetch(endpoint, {
      method: 'POST',
      headers: {
        ...Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), String(value)])),
        ...change.headers,
      },
      body: new Uint8Array(change.body ?? body),
    })
  }
  return {
    ...sandbox,
    subscribe: async (body: object = {}) =>
      subscription.parse(await (await post('/_sandbox/push/subscriptions', body)).json()),
    unsubscribe: ({ id }: Subscription) => fetch(`${url}/_sandbox/push/subscriptions/${id}`, { method: 'DELETE' }),
    inbox: async (query = '') => shown.parse(await (await fetch(`${url}/_sandbox/push${query}`)).json()),
    push,
  }
}

test('takes a message as push services do and reads it as the browser does', async () => {
  const { subscribe, push, inbox, url } = await open()
  const browser = await subscribe({ applicationServerKey: keys.publicKey })
  expect((await push(browser)).status).toBe(201)
  expect(await inbox(`?subscription=${browser.id}`)).toEqual({
    total: 1,
    items: [{ subscription: browser.id, payload: JSON.parse(WORDS), ttl: 60, urgency: 'high', topic: 'one' }],
  })
  const page = await (await fetch(`${url}/?show=push`)).text()
  expect(page).toContain('<b>Grace Chapel</b> Ẹ káàbọ̀ 🎉 &lt;b&gt; <code>/checkin/dashboard</code>')
})

/** A token as it should be, but for what is changed, signed with the key of `vapidDetails` or another. */
function tokenOf(endpoint: string, change: object = {}, signer?: KeyObject) {
  const exp = Math.floor(Date.now() / 1_000) + 3_600
  const claims = { aud: new URL(endpoint).origin, exp, sub: 'mailto:a@b.example', ...change }
  const parts = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const own = { kty: 'EC', crv: 'P-256', d: keys.privateKey, ...pointOf(keys.publicKey) }
  const key = signer ?? createPrivateKey({ key: own, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(parts.join('.')), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${parts.join('.')}.${signature.toString('base64url')}, k=${keys.publicKey}`
}

function pointOf(publicKey: string): { x: string; y: string } {
  const point = Buffer.from(publicKey, 'base64url')
  return { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
}

test('refuses a message that is signed wrongly, for another, too long ago or not at all', async () => {
  const { subscribe, push, inbox } = await open()
  const browser = await subscribe()
  const { endpoint } = browser
  const now = Math.floor(Date.now() / 1_000)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const wrong = [
    '',
    'Bearer x',
    'vapid t=a.b.c, k=d',
    tokenOf(endpoint, {}, privateKey),
    tokenOf(endpoint, { aud: 'https://fcm.googleapis.com' }),
    tokenOf(endpoint, { exp: now - 10 }),
    tokenOf(endpoint, { exp: now + 25 * 3_600 }),
    tokenOf(endpoint, { sub: 'http://a.example' }),
  ]
  for (const authorization of wrong)
    expect([authorization, (await push(browser, { headers: { authorization } })).status]).toEqual([authorization, 401])
  expect((await inbox()).total).toBe(0)
  expect((await push(browser, { headers: { authorization: tokenOf(endpoint) } })).status).toBe(201)
})

test('refuses another server’s key, and headers that push services ask for', async () => {
  const { subscribe, push } = await open()
  const other = createECDH('prime256v1').generateKeys('base64url')
  expect((await push(await subscribe({ applicationServerKey: other }))).status).toBe(403)
  const browser = await subscribe()
  for (const headers of [{ ttl: 'soon' }, { 'content-encoding': 'aesgcm' }, { topic: 'x'.repeat(33) }] as Record<
    string,
    string
  >[])
    expect((await push(browser, { headers })).status).toBe(400)
  expect((await push(browser, { body: new Uint8Array() })).status).toBe(400)
  expect((await push(browser, { body: new Uint8Array(4_097) })).status).toBe(413)
})

test('what was not encrypted for the browser is shown as unreadable', async () => {
  const { subscribe, push, inbox, url } = await open()
  const [browser, other] = [await subscribe(), await subscribe()]
  expect((await push({ ...browser, keys: other.keys })).status).toBe(201)
  expect((await push(browser, { body: new Uint8Array(200) })).status).toBe(201)
  expect((await inbox()).items.map(({ payload }) => payload)).toEqual([null, null])
  expect(await (await fetch(`${url}/?show=push`)).text()).toContain('Unreadable')
})

test('a browser that unsubscribed is gone', async () => {
  const { subscribe, unsubscribe, push } = await open()
  const browser = await subscribe()
  expect((await unsubscribe(browser)).status).toBe(200)
  expect((await unsubscribe(browser)).status).toBe(404)
  expect((await push(browser)).status).toBe(410)
})

test('goes wrong on demand', async () => {
  const { subscribe, push, fault, inbox } = await open()
  const browser = await subscribe()
  await fault('push', '500')
  await fault('push', '429')
  const replies = [await push(browser), await push(browser), await push(browser)]
  expect(replies.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [500, null],
    [429, '1'],
    [201, null],
  ])
  await fault('push', 'timeout', { waitMs: 10 })
  await expect(push(browser)).rejects.toThrow('fetch failed')
  expect((await inbox()).total).toBe(1)
})
