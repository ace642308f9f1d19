import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getCurrentSignedInUser } from '#contract/identity/session.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { quoteSms, sendSms, testSms } from '#contract/messaging/sms.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

// The regular route costs 1 a page, the alternative one 75/59, and the direct one, of Kenya and Ghana, 127/100 here.
// Numbers that end in 98 are refused by the sandbox, those in 99 never arrive.
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp()
  await app.look(`update sms_route set rate_numerator = 127, rate_denominator = 100 where id = 'direct'`)
})
beforeEach(async () => {
  church = await app.buildChurch({ units: 1_000 })
})
afterAll(() => app.stop())

const as = () => ({ token: church.admin.token })
const numbers = {
  nigeria: ['08031000001', '08031000002', '08031000098', '08031000099', '08031000005'],
  kenya: ['+254712000001', '+254712000002', '+254712000098', '+254712000099'],
  ghana: ['+233241000001'],
}
const everybody = Object.values(numbers).flat().join(', ')
const message = 'Come on Sunday'
const quote = async (more: object = {}) =>
  (await app.call(quoteSms, { body: { destination: { phoneNumbers: everybody }, message, ...more } }, as())).body
const send = async (more: object = {}) =>
  (await app.call(sendSms, { body: { subject: church.sender, message, toOthers: everybody, ...more } }, as())).body
const unitsLeft = async () => (await app.call(getCurrentSignedInUser, {}, as())).body.smsBalance
const partsOf = async (id: string) =>
  app.look(
    `select route_id, first_position, last_position from campaign_part where campaign_id = $1 order by first_position`,
    [id],
  )
const settled = (id: string) =>
  until(async () => {
    const { body } = await app.call(readCampaign, { params: { id } }, as())
    return body.state === 'finished' && body.counts.queued + body.counts.sent === 0 ? body : null
  })

test('each country goes by its own route and price, and what is charged is what was quoted, to the unit', async () => {
  const quoted = await quote()
  // 5 + 5 × 1.27, rounded up once.
  expect(quoted).toMatchObject({ recipients: 10, segments: 10, units: 12, balanceAfter: 988, routeId: 'regular' })
  expect(quoted.countries).toEqual([
    { isoCode: 'NG', people: 5, pages: 5, routeId: 'regular', routeName: 'Regular route' },
    { isoCode: 'KE', people: 4, pages: 4, routeId: 'direct', routeName: 'Direct route' },
    { isoCode: 'GH', people: 1, pages: 1, routeId: 'direct', routeName: 'Direct route' },
  ])
  // 5 × 75/59 + 5 × 1.27 = 12.7…
  expect(quoted.routes.map(({ id, units, people }) => [id, units, people])).toEqual([
    ['regular', 12, 5],
    ['alternative', 13, 5],
  ])
  const sent = await send({ quotedUnits: 12 })
  expect([sent.status, sent.unitsUsed]).toEqual([true, 12])
  expect(await unitsLeft()).toBe(988)
  const id = sent.sentMessageDTO?.id ?? ''
  expect(await partsOf(id)).toEqual([
    { route_id: 'regular', first_position: 1, last_position: 5 },
    { route_id: 'direct', first_position: 6, last_position: 10 },
  ])
  const report = await settled(id)
  expect(report.counts).toMatchObject({ delivered: 6, failed: 4 })
  // Three by the one and three by the other arrived: 3 + 3.81.
  expect([report.units, report.unitsReturned]).toEqual([7, 5])
  expect(await unitsLeft()).toBe(993)
  expect(faultsOf(await audit(app.look))).toEqual([])
})

test('the route that is chosen is that of the church’s country; a price that changed sends nothing', async () => {
  expect((await send({ routeId: 'alternative', quotedUnits: 12 })).code).toBe('quote_changed')
  const sent = await send({ routeId: 'alternative', quotedUnits: 13 })
  expect(sent.unitsUsed).toBe(13)
  expect((await partsOf(sent.sentMessageDTO?.id ?? '')).map(({ route_id }) => route_id)).toEqual([
    'alternative',
    'direct',
  ])
  await settled(sent.sentMessageDTO?.id ?? '')
  const abroad = { destination: { phoneNumbers: numbers.kenya.join() } }
  const quoted = await quote(abroad)
  expect(quoted.routes.map(({ units, people }) => [units, people])).toEqual([
    [6, 0],
    [6, 0],
  ])
  const away = await send({ toOthers: numbers.kenya.join(), quotedUnits: quoted.units })
  const id = away.sentMessageDTO?.id ?? ''
  expect([away.unitsUsed, await partsOf(id)]).toEqual([6, []])
  expect(await app.look('select route_id from campaign where id = $1', [id])).toEqual([{ route_id: 'direct' }])
  await settled(id)
  expect(faultsOf(await audit(app.look))).toEqual([])
})

test('one message to one number abroad goes by the route of that country', async () => {
  await app.look(`update person set phone = '+254712000009' where tenant_id = $1`, [church.tenantId])
  const body = { senderId: church.sender, message, phone: '+254712000009' }
  expect((await app.call(testSms, { body }, as())).body).toEqual({ units: 2 })
})

test('where one country may be written to now and the other tomorrow, the quote says so and so it goes', async () => {
  const late = await startApp({ keepHours: true })
  try {
    // Half past six in Lagos, and half past eight in Nairobi, where it is over; nobody has a holiday.
    late.clock.advance(Date.parse('2027-01-19T17:30:00Z') - late.clock.now().getTime())
    const { admin, sender } = await late.buildChurch({ units: 100 })
    const destination = { phoneNumbers: everybody }
    const { body: quoted } = await late.call(quoteSms, { body: { destination, message } }, { token: admin.token })
    const morning = '2027-01-20T05:00:00.000Z'
    expect(quoted.departures.map(({ isoCode, people, at, routeId }) => [isoCode, people, at, routeId])).toEqual([
      ['NG', 5, null, 'regular'],
      ['GH', 1, null, 'direct'],
      ['KE', 4, morning, 'direct'],
    ])
    const body = { subject: sender, message, toOthers: everybody, quotedUnits: quoted.units }
    const sent = await late.call(sendSms, { body }, { token: admin.token })
    const id = sent.body.sentMessageDTO?.id ?? ''
    const waiting = await until(async () => {
      const { body: campaign } = await late.call(readCampaign, { params: { id } }, { token: admin.token })
      return campaign.state === 'waiting' ? campaign : null
    })
    expect([waiting.counts.queued, waiting.leavesAt]).toEqual([4, morning])
    const queued = `select distinct left(address, 4) as at from campaign_recipient where campaign_id = $1 and state = 'queued'`
    expect(await late.look(queued, [id])).toEqual([{ at: '+254' }])
  } finally {
    await late.stop()
  }
})
