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

const whoAmI = () => app.call(getCurrentSignedInUser, {}, { token: church.admin.token })
const signIn = () => app.call(login, { body: { userName: church.admin.email, password: church.admin.password } })
const send = () =>
  app.call(
    sendSms,
    { body: { subject: church.sender, message: 'Hello', toOthers: '08031000101' } },
    { token: church.admin.token },
  )
const ready = () => fetch(`${app.url}/readyz`)

const statuses = async (replies: Promise<{ status: number }>[]): Promise<Set<number>> =>
  new Set((await Promise.all(replies)).map(({ status }) => status))

test('while the network swallows everything, every call is answered 503 and nothing piles up; it ends by itself', async () => {
  // The pool is warm: these connections are open when the network falls silent.
  await Promise.all(Array.from({ length: 20 }, whoAmI))
  proxy.setSilent(true)
  expect(await statuses([...Array.from({ length: 40 }, whoAmI), signIn(), send()])).toEqual(new Set([503]))
  expect(await statuses([...Array.from({ length: 200 }, whoAmI), signIn()])).toEqual(new Set([503]))
  expect((await ready()).status).toBe(503)
  // The pool, the queue, its listener, the pulse.
  expect(proxy.open()).toBeLessThan(25)

  proxy.setSilent(false)
  await until(async () => (await whoAmI()).status === 200)
  expect((await ready()).status).toBe(200)
})

test('what is sent afterwards is handed over', async () => {
  const { body } = await send()
  const id = body.sentMessageDTO?.id ?? ''
  const isOver = async () =>
    (await app.call(readCampaign, { params: { id } }, { token: church.admin.token })).body.state === 'finished'
  expect(await until(isOver, 30)).toBe(true)
}, 40_000)
