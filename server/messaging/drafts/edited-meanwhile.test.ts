import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { deleteDrafts } from '#contract/messaging/drafts.ts'
import { scheduleEmail } from '#contract/messaging/kept-emails.ts'
import { schedulePush } from '#contract/messaging/push-schedules.ts'
import { scheduleDraft } from '#contract/messaging/schedules.ts'
import { addColleague, type Colleague } from '#server/test-kit/add-colleague.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildStaffDevice } from '#server/test-kit/push-device.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { systemActor } from '../../platform/http/index.ts'
import { audienceOfDraft, selectPresent, sendSeenDraft } from './send-draft.ts'
import { sendScheduled } from './send-scheduled.ts'

const NOW = '2027-01-15T09:00:00Z'
/** The first time and the later one, as the church's clocks show them and as instants. */
const NINE = { localTime: '2027-01-17T09:00', instant: '2027-01-17T08:00:00Z' }
const NOON = { localTime: '2027-01-17T12:00', instant: '2027-01-17T11:00:00Z' }

let app: TestApp
let church: Church
/** Two people whom every channel reaches: one on the old list, one on the new list. */
let oldReader: Colleague
let newReader: Colleague
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  setClock(NOW)
  church = await app.buildChurch({ units: 10 })
  oldReader = await addReader('+2348031234501')
  newReader = await addReader('+2348031234502')
})
afterEach(() => setClock(NOW))
afterAll(() => app.stop())

const setClock = (at: string) => app.clock.advance(Date.parse(at) - app.clock.now().getTime())

async function addReader(phone: string): Promise<Colleague> {
  const reader = await addColleague(app, church, { roles: ['Communicator'] })
  await app.look('update person set phone = $2 where id = $1', [reader.personId, phone])
  await buildStaffDevice(app, reader.token)
  return reader
}

const channels = ['sms', 'email', 'push'] as const
type Channel = (typeof channels)[number]
type Plan = { words: string; reader: Colleague; localTime: string; version?: number }

/** Schedules a message or edits it; answers the HTTP status. */
async function schedule(
  channel: Channel,
  id: string,
  { words, reader, localTime, version = 0 }: Plan,
): Promise<number> {
  const [params, as] = [{ id }, { token: church.admin.token }]
  const when = { destination: { personIds: [reader.personId] }, localTime, version }
  if (channel === 'sms') {
    const body = { channel, content: { senderId: church.sender, message: words }, ...when }
    return (await app.call(scheduleDraft, { params, body }, as)).status
  }
  if (channel === 'email') {
    const content = { subject: words, blocks: [{ type: 'heading' as const, text: 'Come' }] }
    return (await app.call(scheduleEmail, { params, body: { content, ...when } }, as)).status
  }
  const body = { title: 'Sunday', message: words, category: 'news' as const, ...when }
  return (await app.call(schedulePush, { params, body }, as)).status
}

async function scheduleOld(channel: Channel): Promise<string> {
  const id = randomUUID()
  expect(await schedule(channel, id, { words: 'Old words', reader: oldReader, localTime: NINE.localTime })).toBe(200)
  return id
}
const edit = async (channel: Channel, id: string, version = 1) =>
  expect(
    await schedule(channel, id, { words: 'New words', reader: newReader, localTime: NOON.localTime, version }),
  ).toBe(200)
const remake = async (channel: Channel, id: string) => {
  await app.call(deleteDrafts, { body: { ids: [id] } }, { token: church.admin.token })
  await edit(channel, id, 0)
}

/** The job of a message, with an act that happens just before one of its transactions. */
async function fire(draftId: string, between?: { before: number; act: () => Promise<unknown> }): Promise<void> {
  const { context } = app.server
  let transactions = 0
  const withTenant: AppContext['database']['withTenant'] = async (tenantId, work, options) => {
    transactions += 1
    if (transactions === between?.before) await between.act()
    return context.database.withTenant(tenantId, work, options)
  }
  const job = { tenantId: church.tenantId, draftId }
  await sendScheduled({ ...context, database: { ...context.database, withTenant } }, job, new AbortController().signal)
}

const stateOf = async (id: string) => (await app.look('select state from draft where id = $1', [id]))[0]?.['state']
/** What was sent of this message: its words and the people who get it. */
const sentOf = (id: string) =>
  app.look(
    `select k.message, k.units_held::int as units, array_agg(r.address) as addresses
      from draft d join campaign k on k.id = d.campaign_id join campaign_recipient r on r.campaign_id = k.id
      where d.id = $1 group by k.message, k.units_held`,
    [id],
  )
async function freeUnits(): Promise<number> {
  const balance = `select balance::int as units from unit_account where tenant_id = $1 and account = 'available'`
  return Number((await app.look(balance, [church.tenantId]))[0]?.['units'])
}
const newAddress = (channel: Channel) =>
  ({ sms: '+2348031234502', email: newReader.email, push: newReader.personId })[channel]

describe.each(channels)('a scheduled message by %s', (channel) => {
  test.each([
    ['is edited', edit],
    ['is deleted and scheduled again under the same id', remake],
  ])('that %s while its job runs goes later, in its new words to its new list', async (_how, change) => {
    const before = await freeUnits()
    const id = await scheduleOld(channel)
    setClock(NINE.instant)
    await fire(id, { before: 2, act: () => change(channel, id) })
    expect([await sentOf(id), await stateOf(id), await freeUnits()]).toEqual([[], 'scheduled', before])
    setClock(NOON.instant)
    await fire(id)
    const units = channel === 'sms' ? 1 : 0
    expect(await sentOf(id)).toEqual([{ message: 'New words', units, addresses: [newAddress(channel)] }])
    expect(await freeUnits()).toBe(before - units)
  })
})

test.each(['sms', 'email'] as const)(
  'a scheduled message by %s that was deleted and scheduled again is not sent by a person who saw the deleted one',
  async (channel) => {
    const id = await scheduleOld(channel)
    const { database, enqueue, clock, config } = app.server.context
    const { tenantId } = church
    const draft = await database.withTenant(tenantId, (tx) => selectPresent(tx, id))
    if (!draft) throw new Error('There is no draft.')
    const read = { draft, audience: await audienceOfDraft(draft, 'NG'), quotedUnits: null }
    await remake(channel, id)
    const person = { tenantId, accountId: oldReader.accountId, isoCode: 'NG', actor: systemActor }
    const sending = database.withTenant(tenantId, (tx) =>
      sendSeenDraft(tx, enqueue, { ...person, at: clock.now(), config }, { id, version: 1, read }),
    )
    await expect(sending).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(await sentOf(id)).toEqual([])
  },
)

test('a message that cannot go and is edited before that is noted waits for its new time', async () => {
  const id = await scheduleOld('sms')
  await app.look('update sender_id set status = 3 where tenant_id = $1', [church.tenantId])
  setClock(NINE.instant)
  const approve = () => app.look('update sender_id set status = 2 where tenant_id = $1', [church.tenantId])
  await fire(id, { before: 3, act: async () => [await approve(), await edit('sms', id)] })
  expect(await stateOf(id)).toBe('scheduled')
})
