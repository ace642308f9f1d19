import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getCurrentSignedInUser, login } from '#contract/identity/session.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { cloneDatabase } from '#server/test-kit/cluster/database.ts'
import { startSilentProxy, type SilentProxy } from '#server/test-kit/silent-proxy.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'

let proxy: SilentProxy
let app: TestApp
let church: Church
beforeAll(async () => {
  const database = await cloneDatabase()
  proxy = await startSilentProxy(database.ownerUrl)
  app = await startApp({ database, ownerUrl: proxy.ownerUrl })
  church = await app.buildChurch({ units: 10 })
})
afterEach(() => proxy.setSilent(false))
afterAll(async () => {
  await app.stop()
  await proxy.close()
})

type Timed = { status: number; milliseconds: number }

async function timed(call: () => Promise<{ status: number }>): Promise<Timed> {
  const started = performance.now()
  const { status } = await call()
  return { status, milliseconds: performance.now() - started }
}

const whoAmI = () => app.call(getCurrentSignedInUser, {}, { token: church.admin.token })
const signIn = () => app.call(login, { body: { userName: church.admin.email, password: church.admin.password } })
const send = () =>
  app.call(
    sendSms,
    { body: { subject: church.sender, message: 'Hello', toOthers: '08031000101' } },
    { token: church.admin.token },
  )
const ready = () => fetch(`${app.url}/readyz`)

test('while the network swallows everything, every answer comes within 5 s and then at once, and it ends by itself', async () => {
  // The pool is warm: these connections are open when the network falls silent.
  await Promise.all(Array.from({ length: 20 }, whoAmI))
  proxy.setSilent(true)
  const first = await Promise.all([...Array.from({ length: 40 }, () => timed(whoAmI)), timed(signIn), timed(send)])
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([503]))
  expect(Math.max(...first.map(({ milliseconds }) => milliseconds))).toBeLessThan(5_000)

  const later = await Promise.all([...Array.from({ length: 200 }, () => timed(whoAmI)), timed(signIn)])
  expect(new Set(later.map(({ status }) => status))).toEqual(new Set([503]))
  expect(Math.max(...later.map(({ milliseconds }) => milliseconds))).toBeLessThan(2_000)
  const unready = await timed(ready)
  expect([unready.status, unready.milliseconds < 5_000]).toEqual([503, true])
  // Nothing piles up: the pool, the queue, its listener, the pulse.
  expect(proxy.open()).toBeLessThan(25)

  proxy.setSilent(false)
  const healed = performance.now()
  await until(async () => (await whoAmI()).status === 200)
  expect(performance.now() - healed).toBeLessThan(5_000)
  expect((await ready()).status).toBe(200)
})

test('what is sent afterwards is handed over', async () => {
  const { body } = await send()
  const id = body.sentMessageDTO?.id ?? ''
  const isOver = async () =>
    (await app.call(readCampaign, { params: { id } }, { token: church.admin.token })).body.state === 'finished'
  expect(await until(isOver, 30)).toBe(true)
}, 40_000)
