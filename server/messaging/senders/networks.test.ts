import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { listSenderIds, retrieveTenantSenderIds } from '#contract/messaging/sender-ids.ts'
import { quoteSms, sendSms } from '#contract/messaging/sms.ts'
import { decideSender } from '#contract/operator/requests.ts'
import { listConsoleLog } from '#contract/operator/settings.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { insertSender } from '#server/test-kit/church-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { overallOf } from './decide-sender.ts'

let app: TestApp
let operator: TestOperator
beforeAll(async () => {
  app = await startApp({ keepHours: true })
  operator = await buildOperator(app)
})
afterAll(() => app.stop())

const as = (church: Church) => ({ token: church.admin.token })
const details = async (church: Church) => {
  const [first] = (await app.call(listSenderIds, {}, as(church))).body.items
  if (!first) throw new Error('The church has no sender ID')
  return first
}
const statesOf = async (church: Church) =>
  Object.fromEntries((await details(church)).networks.map(({ networkId, state }) => [networkId, state]))
type Decision = Parameters<typeof operator.call<typeof decideSender>>[1]['body']
const decide = async (church: Church, body: Decision) =>
  operator.call(decideSender, { params: { churchId: church.tenantId, id: (await details(church)).id }, body })
const withSender = async (plan: Parameters<TestApp['buildChurch']>[0] = {}) => {
  const church = await app.buildChurch({ ...plan, sender: null })
  const { database } = app.server.context
  await database.withTenant(church.tenantId, (tx) => insertSender(tx, church.tenantId, 'GRACE', 0))
  return church
}
const inbox = z.object({
  items: z.array(z.object({ to: z.array(z.string()), subject: z.string(), text: z.string() })),
})
const mailTo = ({ admin }: Church, subject: string) =>
  vi.waitUntil(async () => {
    const { items } = inbox.parse(await (await fetch(`${app.sandboxUrl}/_sandbox/mail`)).json())
    return items.find((mail) => mail.to.includes(admin.email) && mail.subject === subject)
  }, 10_000)

test('one network after the other decides, and the church reads who, since when, why, and what is asked for', async () => {
  const church = await withSender({ units: 10 })
  expect(await statesOf(church)).toEqual({
    'ng-mtn': 'pending',
    'ng-airtel': 'pending',
    'ng-glo': 'pending',
    'ng-9mobile': 'pending',
  })
  const documents = ['registration_certificate' as const, 'sample_messages' as const]
  await decide(church, { decision: 'processing', networkId: 'ng-mtn', documents })
  expect(await details(church)).toMatchObject({
    status: 1,
    networks: [{ name: 'MTN', documents }, {}, {}, {}],
  })
  expect((await mailTo(church, 'Documents for sender ID GRACE')).text).toContain('MTN: certificate of registration')
  await decide(church, { decision: 'approve', networkId: 'ng-mtn' })
  const reason = 'The name is too general.'
  const { body } = await decide(church, { decision: 'refuse', networkId: 'ng-9mobile', reason })
  expect(body).toMatchObject({ state: 'approved', refusedReason: null })
  const told = await details(church)
  expect(told).toMatchObject({ status: 2, refusedReason: null })
  expect(told.networks).toEqual(body.networks)
  expect(told.networks.map(({ name, state, reason: why, documents: asked }) => [name, state, why, asked])).toEqual([
    ['MTN', 'approved', null, []],
    ['Airtel', 'pending', null, []],
    ['Glo', 'pending', null, []],
    ['9mobile', 'refused', reason, []],
  ])
  expect(told.networks.map(({ since }) => since !== null)).toEqual([true, false, false, true])
  // One network is enough to send.
  const send = { subject: 'GRACE', message: 'Welcome', toOthers: '08031234567' }
  expect((await app.call(sendSms, { body: send }, as(church))).body.status).toBe(true)
  expect((await mailTo(church, 'Sender id is approved!')).text).toContain('So far on: MTN.')
  const log = (await operator.call(listConsoleLog, { query: { churchId: church.tenantId } })).body.items
  expect(log.map(({ act, details: { network } }) => [act, network])).toEqual([
    ['sender.refused', '9mobile'],
    ['sender.approved', 'MTN'],
    ['sender.processing', 'MTN'],
  ])
  const audited = await app.look(
    `select act, details->>'network' as network from audit_entry where tenant_id = $1 and act like 'sender.%' order by at, id`,
    [church.tenantId],
  )
  expect(audited.map(({ act, network }) => [act, network])).toEqual([
    ['sender.approved', 'MTN'],
    ['sender.refused', '9mobile'],
  ])
})

test('a decision for all networks is one for each, and the list of existing clients stays as it was', async () => {
  const church = await withSender()
  await decide(church, { decision: 'refuse', reason: 'Not yours.' })
  expect(new Set(Object.values(await statesOf(church)))).toEqual(new Set(['refused']))
  await decide(church, { decision: 'approve' })
  expect(new Set(Object.values(await statesOf(church)))).toEqual(new Set(['approved']))
  const { id } = await details(church)
  expect((await app.call(retrieveTenantSenderIds, {}, as(church))).body).toEqual({
    returnObject: [{ id, mask: 'GRACE', status: 2, refusedReason: null }],
  })
})

test('decisions of two networks at the same moment are both kept', async () => {
  const church = await withSender()
  const networks = ['ng-mtn', 'ng-airtel', 'ng-glo', 'ng-9mobile']
  await Promise.all(networks.map((networkId) => decide(church, { decision: 'approve', networkId })))
  expect(new Set(Object.values(await statesOf(church)))).toEqual(new Set(['approved']))
  const jobs = await app.look(
    `select from pgboss.job where name = 'messaging.tell-of-sender' and data ->> 'senderId' = $1`,
    [(await details(church)).id],
  )
  expect(jobs).toHaveLength(1)
})

test('where a country has no networks here it is decided as a whole', async () => {
  const church = await withSender({ isoCode: 'FR', currency: 'EUR', timeZone: 'Europe/Paris' })
  expect((await details(church)).networks).toEqual([])
  expect((await decide(church, { decision: 'approve' })).body).toMatchObject({ state: 'approved', networks: [] })
})

test('a network that there is none of is not found, and nothing is decided', async () => {
  const church = await withSender()
  expect((await decide(church, { decision: 'approve', networkId: 'ng-none' })).body).toMatchObject({
    code: 'not_found',
  })
  expect((await details(church)).status).toBe(0)
})

test.each([
  [['pending', 'pending'], 'pending'],
  [['processing', 'pending'], 'processing'],
  [['refused', 'pending'], 'processing'],
  [['refused', 'refused'], 'refused'],
  [['refused', 'approved', 'pending'], 'approved'],
] as const)('%j together are %s', (states, overall) => {
  expect(overallOf(states)).toBe(overall)
})

describe('a quote', () => {
  const quote = async (church: Church, more: { senderId?: string; routeId?: string } = {}) => {
    const numbers = '08031234567, 08031234568, 08051234567, 08181234567, +254712345678, +12125550100'
    const body = { destination: { phoneNumbers: numbers }, message: 'Welcome', ...more }
    const reply = await app.call(quoteSms, { body }, as(church))
    expect(reply).toMatchObject({ status: 200 })
    return reply.body
  }

  test('says who would see a number instead of the name, by network', async () => {
    const church = await withSender()
    for (const networkId of ['ng-mtn', 'ng-glo']) await decide(church, { decision: 'approve', networkId })
    expect((await quote(church, { senderId: 'grace' })).numberInstead).toEqual({
      mask: 'GRACE',
      people: 2,
      of: 6,
      byNetwork: [
        { networkId: 'ng-9mobile', name: '9mobile', people: 1, state: 'pending' },
        { networkId: 'ke-safaricom', name: 'Safaricom', people: 1, state: 'pending' },
      ],
    })
    expect((await quote(church)).numberInstead).toBeNull()
    expect((await quote(church, { senderId: 'NOBODY' })).numberInstead).toBeNull()
  })

  test('compares the routes, and says when the message would leave by the one that is wished for', async () => {
    const church = await app.buildChurch()
    await app.look(
      `insert into price (product, iso_code, currency, amount, started_at) values ('sms', 'NG', 'NGN', 5.9, now())`,
    )
    const usual = await quote(church)
    expect(usual.routeId).toBe('regular')
    expect(usual.routes).toMatchObject([
      {
        id: 'regular',
        name: 'Regular route',
        legacyName: 'hybridKonnect',
        legacyFlag: 0,
        units: 6,
        price: { amount: '5.9', currency: 'NGN' },
        availability: 'available 8am to 7:30pm',
        reachesDnd: false,
      },
      {
        id: 'alternative',
        name: 'Alternative route',
        legacyName: 'hostedsms',
        legacyFlag: 1,
        units: 8,
        price: { amount: '7.5', currency: 'NGN' },
        availability: '24/7',
        reachesDnd: true,
      },
    ])
    expect(usual.departures).toEqual(usual.routes[0]?.departures)
    const people = usual.departures.map(({ isoCode, people: count }) => [isoCode, count]).toSorted()
    expect(people).toEqual([
      ['KE', 1],
      ['NG', 4],
      ['US', 1],
    ])
    const wished = await quote(church, { routeId: 'alternative' })
    expect([wished.routeId, wished.units]).toEqual(['alternative', 8])
    const nigerian = wished.departures.find(({ isoCode }) => isoCode === 'NG')
    expect(nigerian).toMatchObject({ at: null, people: 4, hours: { opens: '00:00', closes: '24:00' } })
    expect((await quote(church, { routeId: 'direct' })).routeId).toBe('regular')
  })
})
