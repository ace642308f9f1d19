import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteDrafts } from '#contract/messaging/drafts.ts'
import { choosePush } from '#contract/messaging/push-devices.ts'
import * as push from '#contract/messaging/push.ts'
import * as pushSchedules from '#contract/messaging/push-schedules.ts'
import { archivePeople } from '#contract/people/changes.ts'
import { optOut } from '../../people/index.ts'
import { wallTime } from '../../platform/runtime/index.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { buildDevice, buildStaffDevice, dropDevice, pushesTo, type PushDevice } from '../../test-kit/push-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { deliverCampaign } from '../campaigns/deliver-campaign.ts'
import { pushGateway, recordUntaken } from '../campaigns/push-gateway.ts'
import { sendScheduled } from '../drafts/send-scheduled.ts'
import { deliverPush, openPushServices } from '../push/deliver-push.ts'

const HOUR_MS = 3_600_000

// The workers are driven by hand: what a killed one leaves behind is seen between two steps.
let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

type Told = { church: Church; family: Family; device: PushDevice }
async function churchWithDevice(): Promise<Told> {
  const church = await app.buildChurch()
  const family = await buildFamily(app, church)
  return { church, family, device: await buildDevice(app, family.token) }
}

const signal = () => new AbortController().signal
const as = ({ admin: { token } }: Church) => ({ token })
const written = { title: 'Sunday', message: 'Dear #name#, we begin at nine.', category: 'events' } as const
const send = (church: Church, body: object = {}) =>
  app.call(push.sendPush, { body: { ...written, destination: { allContacts: true }, ...body } }, as(church))
const quote = async (church: Church, destination: object) =>
  (await app.call(push.quotePush, { body: { destination, category: 'events' } }, as(church))).body
const read = async (church: Church, id: string) =>
  (await app.call(push.readSentPush, { params: { id } }, as(church))).body

/** Hands a campaign to push, as a worker does. */
async function handOver({ tenantId }: Church, campaignId: string): Promise<void> {
  const { context } = app.server
  await deliverCampaign(context, () => pushGateway(context, tenantId), { tenantId, campaignId }, signal())
}

/** Hands what is on its way to the push services, and does what follows where no device took it. */
async function deliver({ tenantId }: Church): Promise<void> {
  const { context } = app.server
  const open = await app.look('select id from push_message where tenant_id = $1 and ended_at is null', [tenantId])
  for (const { id } of open)
    await deliverPush(context, openPushServices(context), { tenantId, messageId: String(id) }, signal())
  const untaken = await app.look(
    `delete from pgboss.job where name = 'messaging.push-untaken' and data ->> 'tenantId' = $1 returning data`,
    [tenantId],
  )
  for (const { data } of untaken) await recordUntaken(context, data as { tenantId: string; reference: string })
}

test('everybody with a device is told once, by name, and nobody pays for it', async () => {
  const { church, device } = await churchWithDevice()
  const staff = await buildStaffDevice(app, church.admin.token)
  const { body } = await send(church)
  expect(body.recipients).toBe(2)
  await handOver(church, body.id)
  await deliver(church)
  const [told] = await pushesTo(app, device)
  expect(told).toMatchObject({
    urgency: 'normal',
    payload: { notification: { title: 'Sunday', body: 'Dear Bisi, we begin at nine.' } },
  })
  const [toStaff] = await pushesTo(app, staff)
  const paths = [told, toStaff].map((one) => new URL(one?.payload.notification.navigate ?? '').pathname)
  expect(paths).toEqual(['/checkin/dashboard', '/tenant'])
  expect(await read(church, body.id)).toMatchObject({
    title: 'Sunday',
    category: 'events',
    state: 'finished',
    counts: { queued: 0, sent: 2, failed: 0, skipped: 0 },
  })
  const books = await app.look('select units_held, units_posted, reports_due_at from campaign where id = $1', [body.id])
  expect(
    books.map(({ units_held: held, units_posted: posted, reports_due_at: due }) => [Number(held), Number(posted), due]),
  ).toEqual([[0, 0, null]])
})

describe('who is not told', () => {
  const switchOff = ({ token }: Family) =>
    app.call(choosePush, { params: { category: 'events' }, body: { on: false } }, { token })

  test('whoever switched the category off; another one reaches them', async () => {
    const { church, family } = await churchWithDevice()
    await switchOff(family)
    expect((await send(church)).status).toBe(422)
    expect((await send(church, { category: 'news' })).body.recipients).toBe(1)
  })

  test('whoever switched it off before it was handed over: skipped', async () => {
    const { church, family, device } = await churchWithDevice()
    const { body } = await send(church)
    await switchOff(family)
    await handOver(church, body.id)
    await deliver(church)
    expect([await pushesTo(app, device), (await read(church, body.id)).counts]).toMatchObject([[], { skipped: 1 }])
    const { body: people } = await app.call(push.listPushRecipients, { params: { id: body.id }, query: {} }, as(church))
    expect(people.items).toMatchObject([{ state: 'skipped', reason: 'opted_out' }])
  })

  test('whoever stopped all messages by their number; it is no fault of another church', async () => {
    const [{ church, family }, other] = [await churchWithDevice(), await churchWithDevice()]
    for (const [where, address] of [
      [church, family.phone],
      [church, other.family.phone],
    ] as const) {
      const stop = { channel: 'all', address, source: 'reply', at: app.clock.now() } as const
      await app.server.context.database.withTenant(where.tenantId, (tx) => optOut(tx, where.tenantId, stop))
    }
    expect(await quote(church, { personIds: [family.parentId] })).toEqual({
      chosen: 1,
      duplicates: 0,
      optedOut: 1,
      withoutDevice: 0,
      recipients: 0,
    })
    expect((await quote(other.church, { personIds: [other.family.parentId] })).recipients).toBe(1)
    // People of another church are nobody here.
    expect((await quote(church, { personIds: [other.family.parentId] })).chosen).toBe(0)
  })

  test('whoever has no device, and whoever is archived', async () => {
    const { church, family } = await churchWithDevice()
    expect(await quote(church, { personIds: [family.parentId, ...family.childIds] })).toMatchObject({
      recipients: 1,
      withoutDevice: 1,
    })
    await app.call(archivePeople, { body: { people: { ids: [family.parentId] } } }, as(church))
    expect((await send(church)).status).toBe(422)
  })

  test('whoever’s only device has gone: it failed, and the device is removed', async () => {
    const { church, device } = await churchWithDevice()
    await dropDevice(app, device)
    const { body } = await send(church)
    await handOver(church, body.id)
    await deliver(church)
    expect((await read(church, body.id)).counts).toMatchObject({ sent: 0, failed: 1 })
    const { body: people } = await app.call(push.listPushRecipients, { params: { id: body.id }, query: {} }, as(church))
    expect(people.items).toMatchObject([{ state: 'failed', reason: 'no_device' }])
    expect(await app.look('select from push_subscription where endpoint = $1', [device.endpoint])).toEqual([])
    expect((await send(church)).status).toBe(422)
  })
})

test('killed after it was handed over and before that was written down, it is told once', async () => {
  const { church, device } = await churchWithDevice()
  const { body } = await send(church)
  const { context } = app.server
  const gateway = pushGateway(context, church.tenantId)
  const dying: typeof gateway = {
    ...gateway,
    submit: async (messages) => {
      await gateway.submit(messages)
      throw new Error('Killed.')
    },
  }
  const payload = { tenantId: church.tenantId, campaignId: body.id }
  await expect(deliverCampaign(context, () => dying, payload, signal())).rejects.toThrow('Killed.')
  await deliver(church)
  await handOver(church, body.id)
  await deliver(church)
  expect(await pushesTo(app, device)).toHaveLength(1)
  expect(await read(church, body.id)).toMatchObject({ state: 'finished', counts: { sent: 1 } })
})

test('one press twice is one push', async () => {
  const { church } = await churchWithDevice()
  const headers = { 'idempotency-key': randomUUID() }
  const body = { ...written, destination: { allContacts: true } }
  const replies = await Promise.all(
    [1, 2].map(() => app.call(push.sendPush, { body }, { token: church.admin.token, headers })),
  )
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
})

describe('lists', () => {
  test('of what was sent, also for existing clients; what is deleted stands there no more', async () => {
    const { church } = await churchWithDevice()
    const { id } = (await send(church)).body
    const stranger = await churchWithDevice()
    const list = async (whose: Church, search = '') =>
      (await app.call(push.listPush, { query: { search } }, as(whose))).body.data.map((row) => row.id)
    expect([
      await list(church),
      await list(church, 'SUND'),
      await list(church, 'x'),
      await list(stranger.church),
    ]).toEqual([[id], [id], [], []])
    const pages = await app.call(push.getAllSentPushNotifications, { query: { page: 1 } }, as(church))
    expect(pages.body).toMatchObject({ totalItems: 1, data: [{ id, subject: 'Sunday', smsUnitsUsed: 0 }] })
    const remove = async (whose: Church) =>
      (await app.call(push.deleteSentPush, { query: { IdList: id } }, as(whose))).body.deleted
    expect([await remove(stranger.church), await remove(church), await remove(church)]).toEqual([false, true, false])
    expect(await list(church)).toEqual([])
  })

  test('of what goes at a time: it is changed, goes once, and to whom it finds then', async () => {
    const { church, family, device } = await churchWithDevice()
    const later = (hours: number) =>
      wallTime('Africa/Lagos', new Date(app.clock.now().getTime() + hours * HOUR_MS)).slice(0, 16)
    const id = randomUUID()
    const schedule = (body: object) =>
      app.call(
        pushSchedules.schedulePush,
        {
          params: { id },
          body: { ...written, destination: { allContacts: true }, localTime: later(2), version: 0, ...body },
        },
        as(church),
      )
    expect((await schedule({ localTime: later(-2) })).status).toBe(422)
    expect((await schedule({ destination: {} })).status).toBe(422)
    expect((await schedule({})).body.schedule).toMatchObject({ state: 'scheduled', title: 'Sunday', version: 1 })
    expect((await schedule({ title: 'Monday', version: 7 })).status).toBe(409)
    expect((await schedule({ title: 'Monday', version: 1 })).body.schedule).toMatchObject({ title: 'Monday' })
    const list = async () => (await app.call(pushSchedules.listPushSchedules, { query: {} }, as(church))).body.items
    expect(await list()).toMatchObject([{ id, state: 'scheduled', chosen: { allContacts: true } }])
    const other = await buildFamily(app, church)
    const later2 = await buildDevice(app, other.token)
    app.clock.advance(2 * HOUR_MS)
    const due = { tenantId: church.tenantId, draftId: id }
    await Promise.all([1, 2].map(() => sendScheduled(app.server.context, due, signal())))
    // What has gone stands among what was sent.
    expect(await list()).toEqual([])
    const sent = (await app.call(push.listPush, { query: {} }, as(church))).body.data
    expect(sent).toMatchObject([{ title: 'Monday' }])
    await handOver(church, sent[0]?.id ?? '')
    await deliver(church)
    const told = [await pushesTo(app, device), await pushesTo(app, later2)]
    expect(told.map((pushes) => pushes.map(({ payload }) => payload.notification.title))).toEqual([
      ['Monday'],
      ['Monday'],
    ])
    await app.call(deleteDrafts, { body: { ids: [id] } }, as(church))
    expect((await read(church, sent[0]?.id ?? '')).title).toBe('Monday')
    void family
  })
})

test('what is another church’s is not there: neither what it sent, nor what it will send, nor its people', async () => {
  const [{ church, family }, stranger] = [await churchWithDevice(), await churchWithDevice()]
  const { id } = (await send(church)).body
  const scheduled = randomUUID()
  const localTime = wallTime('Africa/Lagos', new Date(app.clock.now().getTime() + HOUR_MS)).slice(0, 16)
  const body = { ...written, destination: { allContacts: true }, localTime, version: 0 }
  await app.call(pushSchedules.schedulePush, { params: { id: scheduled }, body }, as(church))
  const asks = (whose: Church) => [
    app.call(push.readSentPush, { params: { id } }, as(whose)),
    app.call(push.listPushRecipients, { params: { id }, query: {} }, as(whose)),
    app.call(pushSchedules.readPushSchedule, { params: { id: scheduled } }, as(whose)),
    app.call(
      pushSchedules.schedulePush,
      { params: { id: scheduled }, body: { ...body, title: 'Mine', version: 1 } },
      as(whose),
    ),
  ]
  const statuses = async (whose: Church) => (await Promise.all(asks(whose))).map(({ status }) => status)
  expect(await statuses(stranger.church)).toEqual([404, 404, 404, 404])
  expect(await statuses(church)).toEqual([200, 200, 200, 200])
  expect((await send(stranger.church, { destination: { personIds: [family.parentId] } })).body).toMatchObject({
    code: 'no_recipients',
  })
})

test('a text that no screen shows, or that is none, is refused', async () => {
  const { church } = await churchWithDevice()
  for (const wrong of [{ title: '' }, { title: 'x'.repeat(81) }, { message: 'a\u0007b' }, { message: 'x'.repeat(301) }])
    expect((await send(church, wrong)).status).toBe(400)
})
