import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAudit } from '#contract/identity/audit.ts'
import * as push from '#contract/messaging/push.ts'
import * as schedules from '#contract/messaging/push-schedules.ts'
import { wallTime } from '../../platform/runtime/index.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildFamily } from '../../test-kit/build-family.ts'
import { addressOf } from '../../test-kit/call.ts'
import { buildDevice, buildStaffDevice } from '../../test-kit/push-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { all, toldGateway, type ToldGateway } from '../../test-kit/told-gateway.ts'
import { deliverCampaign } from '../campaigns/deliver-campaign.ts'
import { sendScheduled } from '../drafts/send-scheduled.ts'

const HOUR_MS = 3_600_000

// The workers are driven by hand, against a push service that does as it is told.
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
/** Two people can be told: a parent, and the owner. */
beforeEach(async () => {
  church = await app.buildChurch()
  await buildDevice(app, (await buildFamily(app, church)).token)
  await buildStaffDevice(app, church.admin.token)
})

const as = (who = church) => ({ token: who.admin.token })
const written = { title: 'Carols', message: 'At six.', category: 'events' } as const
const toAll = { ...written, destination: { allContacts: true } }
const signal = () => new AbortController().signal
const later = (hours: number) =>
  wallTime('Africa/Lagos', new Date(app.clock.now().getTime() + hours * HOUR_MS)).slice(0, 16)
const schedule = async (id: string, version = 0) =>
  (await app.call(schedules.schedulePush, { params: { id }, body: { ...toAll, localTime: later(2), version } }, as()))
    .body.schedule
const callBack = (id: string, who = church) => app.call(schedules.unschedulePush, { params: { id } }, as(who))
const sendNow = (id: string, version: number, who = church) =>
  app.call(schedules.sendScheduledPush, { params: { id }, body: { ...toAll, title: 'Carols now', version } }, as(who))
const waiting = async () => (await app.call(schedules.listPushSchedules, { query: {} }, as())).body.items
const sent = async () => (await app.call(push.listPush, { query: {} }, as())).body.data
const itsTimeComes = async (draftId: string) => {
  app.clock.advance(2 * HOUR_MS)
  await sendScheduled(app.server.context, { tenantId: church.tenantId, draftId }, signal())
}
const send = async () => (await app.call(push.sendPush, { body: toAll }, as())).body.id
const read = async (id: string) => (await app.call(push.readSentPush, { params: { id } }, as())).body
const cancel = (id: string, who = church) => app.call(push.cancelPush, { params: { id } }, as(who))
const work = (campaignId: string, gateway: ToldGateway) =>
  deliverCampaign(app.server.context, () => gateway, { tenantId: church.tenantId, campaignId }, signal())
const acts = async () =>
  (await app.call(listAudit, { query: { topic: 'messages' } }, as())).body.items.map(({ act }) => act)

test('one that waits for its time is called back: it does not go, keeps its text, and can be scheduled again', async () => {
  const [id, other] = [randomUUID(), randomUUID()]
  await schedule(other)
  const { version } = await schedule(id)
  expect((await callBack(id)).body).toMatchObject({ state: 'draft', goesAt: null, goesAtLocal: null, title: 'Carols' })
  // Twice is as once.
  expect((await callBack(id)).body).toMatchObject({ state: 'draft', version: version + 1 })
  expect(await acts()).toEqual(['message.schedule_cancelled', 'message.scheduled', 'message.scheduled'])
  await itsTimeComes(id)
  expect(await sent()).toEqual([])
  // What has no time any more stands before what has one.
  expect((await waiting()).map((row) => [row.id, row.state])).toEqual([
    [id, 'draft'],
    [other, 'scheduled'],
  ])
  expect(await schedule(id, version + 1)).toMatchObject({ state: 'scheduled', title: 'Carols' })
  await itsTimeComes(id)
  expect(await sent()).toMatchObject([{ title: 'Carols', recipients: 2 }])
  expect((await callBack(id)).body).toMatchObject({ code: 'already_sent' })
})

test('one that waits is sent now, as it is written now, instead of at its time and once', async () => {
  const id = randomUUID()
  const { version } = await schedule(id)
  expect((await sendNow(id, version + 1)).body).toMatchObject({ code: 'changed_meanwhile' })
  expect(await sent()).toEqual([])
  const answers = await Promise.all([sendNow(id, version), sendNow(id, version)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await itsTimeComes(id)
  expect(await sent()).toMatchObject([{ title: 'Carols now', recipients: 2 }])
  expect(await waiting()).toEqual([])
})

test('one that was called back is sent as well', async () => {
  const id = randomUUID()
  await schedule(id)
  const { version } = (await callBack(id)).body
  expect((await sendNow(id, version)).body.recipients).toBe(2)
  expect((await sent()).map(({ title }) => title)).toEqual(['Carols now'])
})

test('what has not left is cancelled: it reaches nobody, and its page says by whom', async () => {
  const id = await send()
  expect((await cancel(id)).body).toMatchObject({ state: 'cancelled', cancelled: { by: 'Ada Admin' } })
  expect((await cancel(id)).status).toBe(200)
  const service = toldGateway()
  await work(id, service)
  expect(service.submitted).toEqual([])
  expect(await read(id)).toMatchObject({ state: 'cancelled', counts: { queued: 0, sent: 0, skipped: 2 } })
  expect(await acts()).toEqual(['message.cancelled', 'message.sent'])
  const gone = await send()
  await work(gone, toldGateway(all('accepted')))
  expect((await cancel(gone)).body).toMatchObject({ code: 'message_over' })
  expect(await read(gone)).toMatchObject({ state: 'finished', cancelled: null, counts: { sent: 2 } })
})

test('nobody else calls one back, sends or cancels it', async () => {
  const [id, other] = [randomUUID(), await app.buildChurch()]
  const { version } = await schedule(id)
  const going = await send()
  const asked = async (who: Church) => [
    (await callBack(id, who)).status,
    (await sendNow(id, version, who)).status,
    (await cancel(going, who)).status,
  ]
  expect(await asked(other)).toEqual([404, 404, 404])
  expect(await asked(await app.buildChurch({ roles: ['Reports'] }))).toEqual([403, 403, 403])
  expect((await waiting())[0]).toMatchObject({ id, state: 'scheduled', version })
})

test('the list, and whom one reached, are taken away as files', async () => {
  const id = await send()
  await cancel(id)
  await work(id, toldGateway())
  await app.call(push.sendPush, { body: { ...toAll, title: '=1+1; Sunday' } }, as())
  const take = async (address: string, who = church) => {
    const reply = await fetch(app.url + address, { headers: { authorization: `Bearer ${who.admin.token}` } })
    const text = (await reply.text()).replace(/^\uFEFF/, '').trim()
    return { status: reply.status, lines: text.split(/\r?\n/) }
  }
  const list = (query: object) => addressOf(push.exportSentPush, { query: { format: 'csv', ...query } })
  const columns = 'title,recipients,waiting,skipped,units,state'
  expect((await take(list({ columns }))).lines).toEqual([
    'Title,Recipients,On its way,Skipped,Units,Status',
    `"'=1+1; Sunday",2,2,0,0,sending`,
    'Carols,2,0,2,0,cancelled',
  ])
  expect((await take(list({ columns, search: 'sunday' }))).lines).toHaveLength(2)
  const stranger = await app.buildChurch()
  expect((await take(list({ columns }), stranger)).lines).toHaveLength(1)
  const people = (query: object) =>
    addressOf(push.exportPushRecipients, { params: { id }, query: { format: 'csv', columns: 'name,reason', ...query } })
  expect((await take(people({ state: 'skipped', search: 'ada' }))).lines).toEqual([
    'Name,Reason',
    expect.stringMatching(/^Ada Admin,cancelled$/),
  ])
  expect((await take(people({ state: 'sent' }))).lines).toHaveLength(1)
  expect((await take(people({}), stranger)).status).toBe(404)
  const entries = await app.look(
    `select details ->> 'list' as list from audit_entry where tenant_id = $1 and act = 'list.exported' order by at, id`,
    [church.tenantId],
  )
  expect(new Set(entries.map(({ list: name }) => name))).toEqual(new Set(['sent-push', 'recipients']))
})
