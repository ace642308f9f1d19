import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelEvent, type EventRow } from '#contract/checkin/events.ts'
import * as calls from '#contract/checkin/registration.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { mailsTo, newestMail, textsTo } from '../../test-kit/inbox.ts'
import { buildDevice, dropDevice, pushesTo, type PushDevice } from '../../test-kit/push-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'
import { tellFamilyCancelled } from './event-workers.ts'

let app: TestApp
let church: Church
let event: EventRow
let holder: Family
let first: Family
let device: PushDevice
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
})
beforeEach(async () => {
  church = await app.buildChurch({ units: 20 })
  event = await buildEvent(app, church, { classes: [{ name: 'Nursery', capacity: 1 }] })
  holder = await buildFamily(app, church)
  first = await buildFamily(app, church)
  device = await buildDevice(app, first.token)
  await app.call(calls.register, { params: { id: event.id }, body: { children: [choice(holder)] } }, as(holder))
  await app.call(calls.waitForClass, { params: { id: event.id }, body: choice(first) }, as(first))
})

const as = ({ token }: Family) => ({ token })
const choice = ({ childIds }: Family) => ({ personId: childIds[0] ?? '', classId: classId(event, 'Nursery') })
const giveUp = () =>
  app.call(calls.cancelChild, { params: { id: event.id, personId: holder.childIds[0] ?? '' } }, as(holder))
const told = () =>
  until(async () => {
    const pushes = await pushesTo(app, device)
    return pushes.length > 0 ? pushes : null
  })
const campaigns = () => app.look('select from campaign where tenant_id = $1', [church.tenantId])

test('who moves up is told on their device, without code and name, and by nothing else', async () => {
  await giveUp()
  const pushes = await told()
  const { body: passes } = await app.call(calls.listPasses, {}, as(first))
  expect(pushes).toHaveLength(1)
  expect(pushes[0]?.payload.notification).toMatchObject({
    title: 'Grace Chapel',
    body: expect.stringContaining('now has a place at Family Thanksgiving Service'),
    navigate: expect.stringMatching(/\/checkin\/events$/),
  })
  expect(pushes[0]?.payload.notification.body.replaceAll(/\s/g, '')).not.toContain(passes[0]?.code)
  expect(pushes[0]?.payload.notification.body).not.toContain('Tobi')
  expect([await campaigns(), await mailsTo(app.sandboxUrl, first.email)]).toEqual([[], []])
})

test('when no device takes it, it goes by SMS, once', async () => {
  await dropDevice(app, device)
  await giveUp()
  const texts = () => textsTo(app.sandboxUrl, first.phone)
  await until(async () => (await texts()).length > 0)
  expect(await texts()).toEqual([expect.stringContaining('now has a place at')])
  expect(await campaigns()).toHaveLength(1)
  expect(await mailsTo(app.sandboxUrl, first.email)).toEqual([])
})

test('and by mail where no SMS can go', async () => {
  await app.look(`update sender_id set status = 0 where tenant_id = $1`, [church.tenantId])
  await dropDevice(app, device)
  await giveUp()
  expect((await newestMail(app.sandboxUrl, first.email)).subject).toContain('You have a place')
  expect(await campaigns()).toEqual([])
})

test('of a cancelled event each family is told where it can be: on its device, else by SMS; once', async () => {
  await app.look(`delete from event_wait where event_id = $1`, [event.id])
  const theirs = await buildDevice(app, holder.token)
  await app.call(cancelEvent, { params: { id: event.id }, body: { scope: 'this' } }, { token: church.admin.token })
  const [push] = await until(async () => {
    const pushes = await pushesTo(app, theirs)
    return pushes.length > 0 ? pushes : null
  })
  expect(push?.payload.notification.body).toMatch(/^Family Thanksgiving Service on \w+ \d+ \w+ has been cancelled\.$/)
  const [registration] = await app.look('select id from registration where event_id = $1 and family_id = $2', [
    event.id,
    holder.familyId,
  ])
  await tellFamilyCancelled(app.server.context, {
    tenantId: church.tenantId,
    registrationId: String(registration?.['id']),
  })
  expect([await campaigns(), (await pushesTo(app, theirs)).length]).toEqual([[], 1])
})
