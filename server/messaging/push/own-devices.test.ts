import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveUnitAlert } from '#contract/billing/statement.ts'
import { closeSession } from '#contract/identity/session.ts'
import * as calls from '#contract/messaging/push-devices.ts'
import { holdUnits } from '../../billing/index.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildFamily } from '../../test-kit/build-family.ts'
import { buildDevice, buildStaffDevice, makeDevice, pushesTo } from '../../test-kit/push-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { deliverPush, openPushServices } from './deliver-push.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const as = ({ admin: { token } }: Church) => ({ token })
const read = async (church: Church) => (await app.call(calls.readStaffPush, {}, as(church))).body

async function deliver({ tenantId }: Church): Promise<void> {
  const { context } = app.server
  const open = await app.look('select id from push_message where tenant_id = $1 and ended_at is null', [tenantId])
  for (const { id } of open)
    await deliverPush(
      context,
      openPushServices(context),
      { tenantId, messageId: String(id) },
      new AbortController().signal,
    )
}

test('a device of the staff is listed, tested, says when it was reached last, and is removed', async () => {
  const church = await app.buildChurch()
  expect(await read(church)).toMatchObject({ on: false, devices: [] })
  const device = await buildStaffDevice(app, church.admin.token)
  const [listed] = (await read(church)).devices
  expect(listed).toMatchObject({ isThis: true, lastTakenAt: null })
  const params = { id: listed?.id ?? '' }
  expect((await app.call(calls.testStaffDevice, { params }, as(church))).status).toBe(200)
  await deliver(church)
  expect((await pushesTo(app, device))[0]?.payload.notification).toMatchObject({
    title: 'Grace Chapel',
    body: 'This is a test. Notifications reach this device.',
  })
  expect((await read(church)).devices[0]?.lastTakenAt).not.toBeNull()
  expect((await app.call(calls.removeStaffDevice, { params }, as(church))).status).toBe(200)
  expect(await read(church)).toMatchObject({ on: false, devices: [] })
})

test('nobody touches a device of somebody else, in the church or in another one', async () => {
  const [church, other] = [await app.buildChurch(), await app.buildChurch()]
  const family = await buildFamily(app, church)
  await buildStaffDevice(app, church.admin.token)
  await buildDevice(app, family.token)
  const params = { id: (await read(church)).devices[0]?.id ?? '' }
  const guardian = { token: family.token }
  const tries = [
    app.call(calls.testStaffDevice, { params }, as(other)),
    app.call(calls.removeStaffDevice, { params }, as(other)),
    app.call(calls.testDevice, { params }, guardian),
    app.call(calls.removeDevice, { params }, guardian),
  ]
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await read(church)).devices).toHaveLength(1)
})

test('a browser goes from the portal to the staff and back with whoever uses it, and with the session', async () => {
  const church = await app.buildChurch()
  const family = await buildFamily(app, church)
  const device = await makeDevice(app)
  const body = { endpoint: device.endpoint, keys: device.keys }
  await app.call(calls.openPush, { body }, { token: family.token })
  await app.call(calls.openStaffPush, { body }, as(church))
  expect((await app.call(calls.readPush, {}, { token: family.token })).body.on).toBe(false)
  expect((await read(church)).on).toBe(true)
  await app.call(closeSession, {}, as(church))
  expect(await app.look('select from push_subscription where endpoint = $1', [device.endpoint])).toEqual([])
})

test('categories: what is switched off stays off, and only keepers of the money hear of units', async () => {
  const church = await app.buildChurch()
  const family = await buildFamily(app, church)
  const choose = (on: boolean) =>
    app.call(calls.choosePush, { params: { category: 'prayer' }, body: { on } }, { token: family.token })
  const categories = async () => (await app.call(calls.readPush, {}, { token: family.token })).body.categories
  await choose(false)
  await choose(false)
  expect(await categories()).toEqual([
    { name: 'news', on: true },
    { name: 'events', on: true },
    { name: 'prayer', on: false },
  ])
  await choose(true)
  expect((await categories()).every(({ on }) => on)).toBe(true)
  expect((await read(church)).categories.map(({ name }) => name)).toContain('units')
})

test('units that run low are told to keepers by push, once, unless they do not want it', async () => {
  const church = await app.buildChurch({ units: 100 })
  const device = await buildStaffDevice(app, church.admin.token)
  await app.call(saveUnitAlert, { body: { threshold: 90 } }, as(church))
  const { database, enqueue } = app.server.context
  const spend = (reference: string, units = 11) =>
    database.withTenant(church.tenantId, (tx) =>
      holdUnits(tx, enqueue, { tenantId: church.tenantId, units, reference, at: app.clock.now() }),
    )
  await spend('one')
  await spend('two')
  await deliver(church)
  const told = (await pushesTo(app, device)).map(({ payload }) => payload.notification)
  expect(told).toMatchObject([
    { title: 'Grace Chapel', body: '89 SMS units left.', navigate: expect.stringMatching(/units$/) },
  ])
  await app.call(saveUnitAlert, { body: { threshold: 70 } }, as(church))
  await app.call(calls.chooseStaffPush, { params: { category: 'units' }, body: { on: false } }, as(church))
  await spend('three')
  await deliver(church)
  expect(await pushesTo(app, device)).toHaveLength(1)
})

test('a device is tested twenty times an hour, no more', async () => {
  const church = await app.buildChurch()
  await buildStaffDevice(app, church.admin.token)
  const params = { id: (await read(church)).devices[0]?.id ?? '' }
  const statuses: number[] = []
  for (let time = 0; time < 21; time++)
    statuses.push((await app.call(calls.testStaffDevice, { params }, as(church))).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
})
