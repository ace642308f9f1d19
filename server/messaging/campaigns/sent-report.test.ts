import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  countReasons,
  exportRecipients,
  exportSent,
  getAllSentSms,
  listCampaigns,
  listRecipients,
  readCampaign,
  readMessage,
} from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { addressOf } from '../../test-kit/call.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

// Numbers that end in 98 are refused by the sandbox, those in 99 never arrive.
let app: TestApp
let church: Church
let id: string
const token = () => ({ token: church.admin.token })
const body = {
  message: 'Dear #name#, welcome',
  toOthers: '08031000101, 08031000198, 08031000298, 08031000199',
  neutralName: 'Saints',
  routeId: 'regular',
}

beforeAll(async () => {
  app = await startApp()
  church = await app.buildChurch({
    units: 20,
    people: [{ firstName: 'Ada', lastName: 'Eze', phone: '+2348031000101' }],
  })
  const sent = await app.call(sendSms, { body: { subject: church.sender, ...body } }, token())
  id = sent.body.sentMessageDTO?.id ?? ''
  await until(async () => {
    const { counts, state } = (await app.call(readCampaign, { params: { id } }, token())).body
    return state === 'finished' && counts.sent === 0
  })
})
afterAll(() => app.stop())

test('says for what its units came back', async () => {
  const { body: campaign } = await app.call(readCampaign, { params: { id } }, token())
  expect(campaign).toMatchObject({
    unitsHeld: 4,
    unitsSpent: 1,
    units: 1,
    unitsReturned: 3,
    returnedFor: { undelivered: 1, refused: 2, cancelled: 0, skipped: 0 },
    optOutLink: false,
  })
})

test('tells of each recipient the network, the person, what it cost and whether that came back', async () => {
  const { body } = await app.call(listRecipients, { params: { id }, query: {} }, token())
  const [person] = church.personIds
  const known = body.items.map(({ phone, network, personId, units, returned }) => [
    phone,
    network,
    personId,
    units,
    returned,
  ])
  expect(known).toEqual([
    ['+2348031000101', 'MTN', person, 1, false],
    ['+2348031000198', 'MTN', null, 1, true],
    ['+2348031000199', 'MTN', null, 1, true],
    ['+2348031000298', 'MTN', null, 1, true],
  ])
  await app.look('update campaign set rate_numerator = 75, rate_denominator = 59, finished_at = null where id = $1', [
    id,
  ])
  const dearer = (await app.call(listRecipients, { params: { id }, query: { limit: 1 } }, token())).body.items
  expect(dearer).toMatchObject([{ units: 1.27, returned: false }])
  await app.look('update campaign set rate_numerator = 1, rate_denominator = 1, finished_at = now() where id = $1', [
    id,
  ])
})

test('where a route gives nothing back for the undelivered, it does not say so', async () => {
  await app.look('update campaign set returns_undelivered = false where id = $1', [id])
  const { body: campaign } = await app.call(readCampaign, { params: { id } }, token())
  expect(campaign.returnedFor).toMatchObject({ undelivered: 0, refused: 2 })
  await app.look('update campaign set returns_undelivered = true where id = $1', [id])
})

test('counts the reasons, and shows and exports the people of one', async () => {
  const { body: reasons } = await app.call(countReasons, { params: { id } }, token())
  expect(reasons).toMatchObject([
    { state: 'failed', people: 2 },
    { state: 'failed', people: 1 },
  ])
  const reason = reasons[0]?.reason ?? ''
  const page = await app.call(listRecipients, { params: { id }, query: { reason } }, token())
  expect(page.body).toMatchObject({ total: 2, items: [{ reason }, { reason }] })
  const query = { format: 'csv', reason }
  const file = await fetch(app.url + addressOf(exportRecipients, { params: { id }, query }), {
    headers: { authorization: `Bearer ${church.admin.token}` },
  })
  expect((await file.text()).trim().split('\n')).toHaveLength(1 + 2)
})

test('is listed and exported by where it stands', async () => {
  const total = async (state: 'finished' | 'paused') =>
    (await app.call(listCampaigns, { query: { state } }, token())).body.total
  expect([await total('finished'), await total('paused')]).toEqual([1, 0])
  const rows = async (state: string): Promise<number> => {
    const file = await fetch(app.url + addressOf(exportSent, { query: { format: 'csv', state } }), {
      headers: { authorization: `Bearer ${church.admin.token}` },
    })
    return (await file.text()).trim().split('\n').length - 1
  }
  expect([await rows('finished'), await rows('sending')]).toEqual([1, 0])
})

test('can be opened again as it was chosen', async () => {
  const { body: message } = await app.call(readMessage, { params: { id } }, token())
  const { toOthers: phoneNumbers, ...text } = body
  expect(message).toEqual({
    ...text,
    optOutLink: false,
    senderId: church.sender,
    destination: { allContacts: false, groupIds: [], personIds: [], phoneNumbers },
  })
})

test('existing clients get one entry a recipient, of a large message a thousand with the same shares', async () => {
  const entries = async () => {
    const { report } = (await app.call(getAllSentSms, { query: {} }, token())).body.data[0] ?? { report: [] }
    return Object.fromEntries(
      [...Map.groupBy(report, ({ status }) => status)].map(([status, all]) => [status, all.length]),
    )
  }
  expect(await entries()).toEqual({ processed: 1, failed: 3 })
  const large = 'update campaign set recipients = $2, delivered = $3, failed = $4 where id = $1'
  await app.look(large, [id, 100_000, 59_999, 40_001])
  expect(await entries()).toEqual({ processed: 600, failed: 401 })
  await app.look(large, [id, 4, 1, 3])
})
