import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/checkin/classes.ts'
import { closeFamilySession } from '#contract/checkin/door.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { answerCall, readHome } from '#contract/checkin/registration.ts'
import { checkIn, checkOut } from '#contract/checkin/station.ts'
import { familyRoles } from '#contract/people/families.ts'
import { audit, faultsOf } from '../../../test-kit/audit-store.ts'
import type { Church } from '../../../test-kit/build-church.ts'
import { buildEvent } from '../../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../../test-kit/build-family.ts'
import { textsTo } from '../../../test-kit/inbox.ts'
import { buildDevice, dropDevice, pushesTo, type PushDevice } from '../../../test-kit/push-device.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { until } from '../../../test-kit/until.ts'
import { followCall } from './follow-call.ts'

let app: TestApp
let church: Church
let event: EventRow
let family: Family
let device: PushDevice
let code: string
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
})
beforeEach(async () => {
  church = await app.buildChurch({ units: 10 })
  event = await buildEvent(app, church, { startsIn: -0.5, classes: [{ name: 'Kindergarten' }] })
  family = await buildFamily(app, church, { children: [{ firstName: 'Ada' }] })
  device = await buildDevice(app, family.token)
  code = await arrive(family)
})

const staff = () => ({ token: church.admin.token })
const classId = () => event.classes[0]?.id ?? ''
async function arrive({ familyId, childIds }: Family): Promise<string> {
  const children = childIds.map((personId) => ({ personId, classId: classId() }))
  return (await app.call(checkIn, { body: { eventId: event.id, familyId, children } }, staff())).body.code
}
const page = ({ childIds }: Family = family) =>
  app.call(calls.pageParent, { params: { id: classId() }, body: { personId: childIds[0] ?? '' } }, staff())
const callOf = async ({ childIds }: Family = family) => {
  const { body } = await app.call(calls.readRoster, { params: { id: classId() } }, staff())
  return body.children.find(({ personId }) => personId === childIds[0])?.call
}
const told = (by: PushDevice = device, count = 1) =>
  until(async () => {
    const pushes = await pushesTo(app, by)
    return pushes.length >= count ? pushes : null
  })
/** The delay is over: what its job does then. */
async function passDelay(): Promise<void> {
  app.clock.advance(46_000)
  await follow()
}
async function follow(): Promise<void> {
  const pages = await app.look('select id from class_page where tenant_id = $1', [church.tenantId])
  for (const { id } of pages) await followCall(app.server.context, { tenantId: church.tenantId, pageId: String(id) })
}
const texted = (phone: string) => until(async () => (await textsTo(app.sandboxUrl, phone)).length > 0)
const campaigns = () => app.look('select from campaign where tenant_id = $1', [church.tenantId])
const fault = (mode: string, times: number) =>
  fetch(`${app.sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: 'push', mode, times }),
  })
const noFaults = () => fetch(`${app.sandboxUrl}/_sandbox/faults`, { method: 'DELETE' })
const answer = async () => {
  const { body } = await app.call(readHome, {}, { token: family.token })
  return app.call(answerCall, { params: { id: body.calls[0]?.id ?? '' } }, { token: family.token })
}

test('a call reaches the parent’s browser first, without the name of the child, and by SMS when nobody answers', async () => {
  expect((await page()).body.children[0]?.call).toMatchObject({ devices: null, sms: 'follows', answeredAt: null })
  const [push] = await told()
  expect(push?.payload.notification).toMatchObject({
    title: 'Grace Chapel',
    body: 'Your child’s class needs you: Kindergarten.',
    navigate: expect.stringMatching(/\/checkin\/dashboard$/),
  })
  expect(push?.ttl).toBeLessThanOrEqual(600)
  await until(async () => (await callOf())?.devices === 1)
  await follow()
  expect([await callOf(), await campaigns()]).toMatchObject([{ sms: 'follows' }, []])
  await passDelay()
  await follow()
  await texted(family.phone)
  expect(await textsTo(app.sandboxUrl, family.phone)).toEqual(['Grace Chapel: please come to the class Kindergarten.'])
  expect([await callOf(), await campaigns()]).toMatchObject([{ devices: 1, sms: 'sent' }, [{}]])
})

test('who has answered gets no SMS', async () => {
  await page()
  await told()
  expect((await answer()).body).toEqual({ answered: true })
  expect(await callOf()).toMatchObject({ sms: 'not_needed', answeredAt: expect.any(String) })
  await passDelay()
  expect([await callOf(), await campaigns()]).toMatchObject([{ sms: 'not_needed' }, []])
})

test('nor does who has taken the child home meanwhile', async () => {
  await page()
  await told()
  const leaving = { eventId: event.id, code, childIds: family.childIds, collectorId: family.parentId }
  expect((await app.call(checkOut, { body: leaving }, staff())).status).toBe(200)
  expect(await callOf()).toMatchObject({ sms: 'not_needed' })
  await passDelay()
  expect(await campaigns()).toEqual([])
  const [kept] = await app.look('select sms from class_page where tenant_id = $1', [church.tenantId])
  expect(kept).toEqual({ sms: 'not_needed' })
})

test('a browser that is gone is forgotten, and the SMS goes at once', async () => {
  await dropDevice(app, device)
  expect((await page()).body.children[0]?.call).toMatchObject({ devices: null, sms: 'follows' })
  await texted(family.phone)
  expect(await callOf()).toMatchObject({ devices: 0, sms: 'sent' })
  expect(await app.look('select from push_subscription where person_id = $1', [family.parentId])).toEqual([])
  await passDelay()
  expect(await campaigns()).toHaveLength(1)
})

test('a push service that fails is asked again, and no SMS is needed', async () => {
  await fault('500', 1)
  await page()
  await until(async () => (await callOf())?.devices === 1, 15)
  await answer()
  await passDelay()
  expect([await callOf(), await campaigns()]).toMatchObject([{ devices: 1, sms: 'not_needed' }, []])
})

test('one that fails for long does not hold the SMS up', async () => {
  await fault('500', 1_000)
  await page()
  await passDelay()
  expect([await callOf(), await campaigns()]).toMatchObject([{ devices: null, sms: 'sent' }, [{}]])
  await noFaults()
  await until(async () => (await callOf())?.devices === 1)
  expect([await callOf(), await campaigns()]).toMatchObject([{ sms: 'sent' }, [{}]])
})

test('who signed out is told by SMS, at once', async () => {
  await app.call(closeFamilySession, {}, { token: family.token })
  expect((await page()).body.children[0]?.call).toMatchObject({ devices: 0, sms: 'sent' })
  await texted(family.phone)
  expect(await pushesTo(app, device)).toEqual([])
})

test('without a phone the devices are called all the same', async () => {
  await app.look('update person set phone = null where id = $1', [family.parentId])
  expect((await page()).body.children[0]?.call).toMatchObject({ devices: null, sms: 'no_phone' })
  await told()
  await passDelay()
  expect([await callOf(), await campaigns()]).toMatchObject([{ devices: 1, sms: 'no_phone' }, []])
})

test('why no SMS followed is said', async () => {
  await page()
  await told()
  await app.look(`delete from sender_id where tenant_id = $1`, [church.tenantId])
  await passDelay()
  expect(await callOf()).toMatchObject({ devices: 1, sms: 'no_sender' })
})

test('two teachers who press at the same moment call once; again after a minute takes the place of the first', async () => {
  const replies = await Promise.all([page(), page(), page()])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
  await told()
  app.clock.advance(61_000)
  await page()
  const pushes = await told(device, 2)
  expect(pushes).toHaveLength(2)
  expect(pushes[0]?.topic).toBe(pushes[1]?.topic)
  await passDelay()
  await follow()
  expect(await campaigns()).toHaveLength(2)
})

describe('of those who may come, and of nobody else,', () => {
  const signUp = async () => buildFamily(app, church, { children: [] })
  const join = (personId: string, role: number) =>
    app.look('insert into family_member (tenant_id, family_id, person_id, role) values ($1, $2, $3, $4)', [
      church.tenantId,
      family.familyId,
      personId,
      role,
    ])

  test('every device is called: of both parents and of who registered the child, on every browser', async () => {
    const [father, aunt, uncle] = [await signUp(), await signUp(), await signUp()]
    await join(father.parentId, familyRoles.father)
    await join(aunt.parentId, familyRoles.guardian)
    await join(uncle.parentId, familyRoles.guardian)
    await app.look('update registration set brought_by = $2 where family_id = $1', [family.familyId, aunt.parentId])
    const [his, hers, theirs] = [
      await buildDevice(app, father.token),
      await buildDevice(app, aunt.token),
      await buildDevice(app, uncle.token),
    ]
    await page()
    for (const each of [device, his, hers]) await told(each)
    await until(async () => (await callOf())?.devices === 3)
    expect(await pushesTo(app, theirs)).toEqual([])
    await passDelay()
    await texted(aunt.phone)
    expect(await campaigns()).toHaveLength(1)
  })

  test('nobody who is barred from the child, whoever that is', async () => {
    const father = await signUp()
    await join(father.parentId, familyRoles.father)
    const his = await buildDevice(app, father.token)
    await app.look(
      `insert into guardian_grant (tenant_id, family_id, person_id, child_id, kind, added_by, added_at)
       values ($1, $2, $3, $4, 'not_authorised', 'staff', now())`,
      [church.tenantId, family.familyId, father.parentId, family.childIds[0]],
    )
    await page()
    await told()
    await until(async () => (await callOf())?.devices === 1)
    expect(await pushesTo(app, his)).toEqual([])
  })

  test('no family of another church, nor another family of this one', async () => {
    const elsewhere = await app.buildChurch()
    const others = [await buildFamily(app, church), await buildFamily(app, elsewhere)]
    const devices = await Promise.all(others.map(({ token }) => buildDevice(app, token)))
    await page()
    await told()
    for (const one of devices) expect(await pushesTo(app, one)).toEqual([])
  })
})

test('the SMS waits in the queue for as long as parents have to answer', async () => {
  await page()
  const [job] = await app.look(
    `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
     where name = 'checkin.follow-call' and data ->> 'tenantId' = $1`,
    [church.tenantId],
  )
  expect(job).toEqual({ seconds: 45 })
})

test('no job says whom it is about, or where', async () => {
  await page()
  await told()
  const jobs = await app.look(`select data::text as data from pgboss.job where data::text like '%' || $1 || '%'`, [
    church.tenantId,
  ])
  const payloads = jobs.map(({ data }) => String(data)).join('\n')
  for (const secret of [family.phone, 'Ada', 'Kindergarten', device.endpoint, device.id])
    expect(payloads).not.toContain(secret)
})
