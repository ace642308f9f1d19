import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeFamilySession, familyLogin } from '#contract/checkin/door.ts'
import { closePush, openPush, readPush } from '#contract/messaging/push-devices.ts'
import { archivePeople, mergePeople } from '#contract/people/changes.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { buildDevice, makeDevice, type PushDevice } from '../../test-kit/push-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let family: Family
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch()
})
afterAll(() => app.stop())
beforeEach(async () => {
  family = await buildFamily(app, church)
})

const isOn = async (token = family.token) => (await app.call(readPush, {}, { token })).body.on
const subscribe = ({ endpoint, keys }: Pick<PushDevice, 'endpoint' | 'keys'>, token = family.token) =>
  app.call(openPush, { body: { endpoint, keys } }, { token })
const kept = () =>
  app.look('select endpoint, p256dh from push_subscription where person_id = $1 order by created_at', [family.parentId])
const signIn = async (userName: string) => {
  const { body } = await app.call(familyLogin, { body: { email: userName, password: PASSWORD } })
  return body.login.result.value.token ?? ''
}

test('a browser is told until it is told nothing more', async () => {
  expect(await isOn()).toBe(false)
  await buildDevice(app, family.token)
  expect(await isOn()).toBe(true)
  const closed = await app.call(closePush, {}, { token: family.token })
  expect([closed.status, closed.body]).toEqual([200, { on: false }])
  expect([await isOn(), await kept()]).toEqual([false, []])
  expect((await app.call(closePush, {}, { token: family.token })).body).toEqual({ on: false })
})

test('the key is a point of the curve, the same every time', async () => {
  const keys = [1, 2].map(async () => (await app.call(readPush, {}, { token: family.token })).body.publicKey)
  const [one = '', other] = await Promise.all(keys)
  expect(one).toBe(other)
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  expect(() => curve.computeSecret(one, 'base64url')).not.toThrow()
})

test('the same again changes nothing, another one takes its place, also at the same moment', async () => {
  const [one, other] = [await makeDevice(app), await makeDevice(app)]
  await subscribe(one)
  await subscribe(one)
  expect(await kept()).toEqual([{ endpoint: one.endpoint, p256dh: one.keys.p256dh }])
  const replies = await Promise.all([subscribe(other), subscribe(other), subscribe(other)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await kept()).toEqual([{ endpoint: other.endpoint, p256dh: other.keys.p256dh }])
})

test('a browser that changed hands belongs to who uses it now', async () => {
  const device = await makeDevice(app)
  const second = await buildFamily(app, church)
  await subscribe(device)
  await subscribe(device, second.token)
  expect([await isOn(), await isOn(second.token)]).toEqual([false, true])
})

describe('goes with its session', () => {
  test('when it signs out, other sessions of the person stay', async () => {
    const token = await signIn(family.email)
    for (const one of [family.token, token]) await buildDevice(app, one)
    expect(await kept()).toHaveLength(2)
    await app.call(closeFamilySession, {}, { token: family.token })
    expect(await kept()).toHaveLength(1)
    expect(await isOn(token)).toBe(true)
  })

  test('when the person is archived, or merged with somebody', async () => {
    const staff = { token: church.admin.token }
    await buildDevice(app, family.token)
    await app.call(archivePeople, { body: { people: { ids: [family.parentId] } } }, staff)
    expect(await kept()).toEqual([])
    const [merged, other] = [await buildFamily(app, church), await buildFamily(app, church)]
    for (const { token } of [merged, other]) await buildDevice(app, token)
    const { body } = await app.call(
      mergePeople,
      { body: { keepId: other.parentId, mergeIds: [merged.parentId] } },
      staff,
    )
    expect(body.people).toBe(1)
    const ids = [merged.parentId, other.parentId]
    expect(await app.look('select from push_subscription where person_id = any ($1)', [ids])).toEqual([])
  })

  test('also when both happen at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { token, parentId } = await buildFamily(app, church)
      const device = await makeDevice(app)
      const [reply] = await Promise.all([
        subscribe(device, token),
        app.call(archivePeople, { body: { people: { ids: [parentId] } } }, { token: church.admin.token }),
      ])
      expect([200, 401]).toContain(reply.status)
      expect(await app.look('select from push_subscription where person_id = $1', [parentId])).toEqual([])
    }
  })
})

const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) }

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:DEF-_',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QFoo',
  'https://wns2-par02p.notify.windows.com/w/?token=Bw%3d%3d',
])('the push service of a browser is taken: %s', async (endpoint) => {
  expect((await subscribe({ endpoint, keys })).body).toEqual({ on: true })
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user:pass@fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com@evil.example/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/',
  'https://fcm.googleapis.com./fcm/send/abc',
  'https://evil.example/?fcm.googleapis.com',
  'https://notify.windows.com.evil.example/',
  'https://evilpush.apple.com/',
  'https://FCM.googleapis.com/fcm/send/abc',
  'https://127.0.0.1/push/x',
  'http://127.0.0.1:1/push/x',
  'http://localhost/push/x',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://fcm.googleapis.com/a b',
  'https://fcm.googleapis.com/#x',
  '//fcm.googleapis.com/x',
  'nonsense',
  '',
])('what is no push service is not: %j', async (endpoint) => {
  const { status, body } = await subscribe({ endpoint, keys })
  expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'invalid_input', ['endpoint']])
  expect(await isOn()).toBe(false)
})

test('nor is an address that is too long', async () => {
  const { body } = await subscribe({ endpoint: `https://fcm.googleapis.com/${'x'.repeat(2048)}`, keys })
  expect(body.fields).toEqual({ endpoint: expect.any(String) })
})

test('keys for which nothing can be encrypted are none', async () => {
  const { endpoint } = await makeDevice(app)
  const off = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
  const hybrid = Buffer.from(keys.p256dh, 'base64url')
  hybrid[0] = 6 + ((hybrid[64] ?? 0) % 2)
  for (const p256dh of [off, 'A'.repeat(87), hybrid.toString('base64url'), '', 'A'.repeat(86), `${'A'.repeat(86)}=`])
    expect((await subscribe({ endpoint, keys: { ...keys, p256dh } })).body.fields).toEqual({
      'keys.p256dh': expect.any(String),
    })
  for (const auth of ['', 'A'.repeat(21), '*'.repeat(22)])
    expect((await subscribe({ endpoint, keys: { ...keys, auth } })).body.fields).toEqual({
      'keys.auth': expect.any(String),
    })
})

test('nobody’s endpoint is told to anybody, and nobody who is signed out is answered', async () => {
  await buildDevice(app, family.token)
  const { body } = await app.call(readPush, {}, { token: family.token })
  expect(Object.keys(body).toSorted()).toEqual(['categories', 'devices', 'on', 'publicKey'])
  expect(JSON.stringify(body.devices)).not.toMatch(/https?:|p256dh|auth/)
  for (const token of ['', church.admin.token])
    expect((await app.call(readPush, {}, { token })).body.code).toBe('not_signed_in')
})
