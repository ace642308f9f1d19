import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listCampaigns, listRecipients, readCampaign } from '#contract/messaging/sent-sms.ts'
import { cancelCampaign, pauseCampaign } from '#contract/messaging/steering.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { audit, faultsOf, IN_MOTION } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { all, refuse, toldGateway, type ToldGateway } from '../../test-kit/told-gateway.ts'
import { GatewayClosed, GatewayUnsure } from '../gateways/gateway.ts'
import { sendNotice } from '../sms/index.ts'
import { deliverCampaign } from './deliver-campaign.ts'

// The worker is driven by hand in Lagos, where the regular route takes messages from 8:00 to 19:00 and lets the others leave at 8:30.
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false, keepHours: true })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({ units: 10 })
})

/** Days of a week to come, so that the clock never goes back: what is signed in stays so. */
let monday = Date.parse('2027-02-01')
const moveTo = (local: string, day = 0): void => {
  const wanted = monday + day * 86_400_000 + Date.parse(`1970-01-01T${local}+01:00`)
  app.clock.advance(wanted - app.clock.now().getTime())
}
const at = (local: string, day = 0): string =>
  new Date(monday + day * 86_400_000 + Date.parse(`1970-01-01T${local}+01:00`)).toISOString()
beforeEach(() => {
  monday += 7 * 86_400_000
})

async function send(toOthers = '08035000001, 08035000002'): Promise<string> {
  const { token } = church.admin
  const body = { subject: church.sender, message: 'Hello', toOthers }
  return (await app.call(sendSms, { body }, { token })).body.sentMessageDTO?.id ?? ''
}

async function sendAt(local: string): Promise<string> {
  moveTo(local)
  church = await app.buildChurch({ units: 10 })
  return send()
}

async function work(campaignId: string, gateway: ToldGateway = toldGateway()): Promise<ToldGateway> {
  const job = { tenantId: church.tenantId, campaignId }
  await deliverCampaign(app.server.context, () => gateway, job, new AbortController().signal).catch(() => {})
  return gateway
}

const report = async (id: string) =>
  (await app.call(readCampaign, { params: { id } }, { token: church.admin.token })).body

/** What other tests left waiting is as it should be. */
const faults = async () =>
  faultsOf(Object.fromEntries(Object.entries(await audit(app.look)).filter(([name]) => !IN_MOTION.includes(name))))

/** Seconds until each delivery of the campaign that waits in the queue. */
const waitingJobs = async (id: string): Promise<number[]> => {
  const rows = await app.look(
    `select extract(epoch from start_after - now())::int as seconds from pgboss.job
     where name = 'messaging.deliver-campaign' and state = 'created' and data->>'campaignId' = $1 and start_after > now()`,
    [id],
  )
  return rows.map(({ seconds }) => Number(seconds))
}

test.each([
  ['07:59:59', '08:30:00', 0],
  ['08:00:00', null, 0],
  ['18:59:59', null, 0],
  ['19:00:00', '08:30:00', 1],
  ['23:59:59', '08:30:00', 1],
])('a message of %s leaves at %s', async (local, leaves, day) => {
  const id = await sendAt(local)
  const { submitted } = await work(id)
  expect(submitted).toHaveLength(leaves ? 0 : 2)
  expect(await report(id)).toMatchObject(
    leaves
      ? { state: 'waiting', leavesAt: at(leaves, day), counts: { queued: 2 } }
      : { state: 'finished', leavesAt: null, counts: { sent: 2 } },
  )
})

test('what waits leaves once at the release, whatever wakes its worker before and however often', async () => {
  const id = await sendAt('22:00:00')
  // We are the job that came with it.
  await app.look(`delete from pgboss.job where data->>'campaignId' = $1`, [id])
  await work(id)
  await work(id)
  const seconds = await waitingJobs(id)
  expect(seconds).toHaveLength(1)
  expect(Math.abs((seconds[0] ?? 0) - 10.5 * 3600)).toBeLessThan(60)
  const { token } = church.admin
  const waiting = await app.call(listCampaigns, { query: { state: 'waiting' } }, { token })
  expect(waiting.body.items.map((row) => row.id)).toEqual([id])
  expect((await app.call(listCampaigns, { query: { state: 'sending' } }, { token })).body.total).toBe(0)
  moveTo('08:29:00', 1)
  const early = await work(id)
  expect(early.submitted).toEqual([])
  moveTo('08:30:00', 1)
  const gateway = await work(id)
  expect(gateway.submitted).toHaveLength(2)
  // It surely had nothing of it before: nobody need ask.
  expect(gateway.lookedUp).toEqual([])
  expect(await report(id)).toMatchObject({ state: 'finished', units: 2, leavesAt: null })
  expect(await faults()).toEqual([])
})

test('one that no worker looked at all night leaves at the release too, not at the opening', async () => {
  const id = await sendAt('22:00:00')
  moveTo('08:10:00', 1)
  expect((await work(id)).submitted).toEqual([])
  expect(await report(id)).toMatchObject({ state: 'waiting', leavesAt: at('08:30:00', 1) })
})

test('of a batch that was cut short at closing time what the gateway has is recorded, and the rest waits', async () => {
  const id = await sendAt('18:59:00')
  await work(id, toldGateway(refuse(new GatewayUnsure('no answer'))))
  moveTo('19:01:00')
  const first = (references: string[]) =>
    references.map((reference) => ({
      reference,
      status: reference.endsWith('.1') ? ('accepted' as const) : ('unknown' as const),
      reason: null,
    }))
  const evening = await work(id, toldGateway(all('accepted'), first))
  expect(evening.submitted).toEqual([])
  expect(await report(id)).toMatchObject({
    state: 'waiting',
    leavesAt: at('08:30:00', 1),
    counts: { sent: 1, queued: 1 },
  })
  moveTo('08:30:00', 1)
  expect((await work(id)).submitted).toEqual([`${id}.2`])
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { sent: 2 }, units: 2 })
  expect(await faults()).toEqual([])
})

test('of a batch in doubt at a gateway that cannot tell, those who waited meanwhile are not in doubt', async () => {
  moveTo('19:30:00')
  church = await app.buildChurch({ units: 50 })
  // A British and a Nigerian number: the one may leave until nine in Lagos, the other no more.
  const id = await send('+447400123456, 08035000001')
  await work(id, toldGateway(refuse(new GatewayUnsure('no answer')), refuse(new GatewayClosed('gone'))))
  const evening = await work(id, toldGateway(all('accepted'), all('cannot_tell')))
  expect([evening.submitted, evening.lookedUp.length]).toEqual([[], 1])
  expect(await report(id)).toMatchObject({
    state: 'waiting',
    leavesAt: at('08:30:00', 1),
    counts: { unknown: 1, queued: 1 },
  })
  moveTo('08:30:00', 1)
  expect((await work(id, toldGateway(all('accepted'), all('cannot_tell')))).submitted).toHaveLength(1)
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { unknown: 1, sent: 1 } })
  expect(await faults()).toEqual([])
})

test('a day of trying begins when a message could leave, not when it was written', async () => {
  const id = await sendAt('22:00:00')
  const closed = toldGateway(refuse(new GatewayClosed('401')))
  moveTo('08:30:00', 1)
  await work(id, closed)
  moveTo('08:10:00', 2)
  await work(id, closed)
  expect((await report(id)).counts).toMatchObject({ queued: 2, failed: 0 })
  moveTo('08:31:00', 2)
  await work(id, closed)
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { failed: 2 }, units: 0 })
  expect(await faults()).toEqual([])
})

test('a report tells how many wait for whose hours, and each recipient when it leaves', async () => {
  moveTo('22:00:00')
  church = await app.buildChurch({ units: 10 })
  const id = await send('08035000001, 08035000002, +447911123456')
  await work(id)
  expect((await report(id)).waiting).toMatchObject([
    { isoCode: 'NG', people: 2, at: at('08:30:00', 1), hours: { timeZone: 'Africa/Lagos' } },
    { isoCode: 'GB', people: 1 },
  ])
  // Open again, and still waiting for the release of what had to wait.
  moveTo('08:10:00', 1)
  const { token } = church.admin
  const { items } = (await app.call(listRecipients, { params: { id }, query: { search: '0803' } }, { token })).body
  expect(items.map(({ leavesAt }) => leavesAt)).toEqual([at('08:30:00', 1), at('08:30:00', 1)])
  await app.call(pauseCampaign, { params: { id } }, { token })
  expect((await report(id)).waiting).toEqual([])
})

test('a code leaves at any hour', async () => {
  moveTo('23:00:00')
  const { tenantId } = church
  const reference = crypto.randomUUID()
  const notice = { tenantId, isoCode: 'NG', phone: '+2348035000001', text: 'Your code is 123 456.', reference }
  const { context } = app.server
  await context.database.withTenant(tenantId, (tx) => sendNotice(tx, context.enqueue, notice, app.clock.now()))
  expect((await work(reference)).submitted).toEqual([`${reference}.1`])
})

test('what waits can be cancelled: nothing of it leaves, and its units are back at once', async () => {
  const id = await sendAt('22:00:00')
  await work(id)
  const { token } = church.admin
  expect((await app.call(cancelCampaign, { params: { id } }, { token })).body.state).toBe('cancelled')
  const gateway = await work(id)
  expect([gateway.submitted, gateway.lookedUp]).toEqual([[], []])
  expect(await report(id)).toMatchObject({
    state: 'cancelled',
    counts: { skipped: 2 },
    unitsReturned: 2,
    returnedFor: { cancelled: 2, skipped: 0 },
    leavesAt: null,
  })
  expect(await faults()).toEqual([])
})

const seven = {
  nigeria: '+2348035000001',
  kenya: '+254712000001',
  'south africa': '+27821000001',
  ghana: '+233241000001',
  'united kingdom': '+447911000001',
  'new york': '+12125550101',
  'los angeles': '+13105550101',
  france: '+33612000001',
}

/** Who of them the gateway was given, by where they are. */
async function handedOver(campaignId: string, { submitted }: ToldGateway): Promise<string[]> {
  const rows = await app.look('select position, address from campaign_recipient where campaign_id = $1', [campaignId])
  const addresses = rows.filter(({ position }) => submitted.some((one) => one.endsWith(`.${String(position)}`)))
  const places = Object.entries(seven).filter(([, number]) => addresses.some(({ address }) => address === number))
  return places.map(([place]) => place)
}

test('of seven countries each gets it in its own hours, however long the worker stood still', async () => {
  // Sunday, a minute before midnight in Lagos: an evening in Accra and London, an afternoon in America.
  moveTo('23:59:00', -1)
  church = await app.buildChurch({ units: 100 })
  const id = await send(Object.values(seven).join(','))
  const went = async () => handedOver(id, await work(id))
  expect(await went()).toEqual(['new york', 'los angeles'])
  // It stood still for six days, until Sunday noon: over there too, but for those who want no messages on Sundays.
  moveTo('12:00:00', 6)
  expect(await went()).toEqual(['nigeria', 'kenya', 'ghana', 'united kingdom', 'france'])
  moveTo('06:59:00', 7)
  expect(await went()).toEqual([])
  moveTo('07:00:00', 7)
  expect(await went()).toEqual(['south africa'])
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { sent: 8 } })
  expect(await faults()).toEqual([])
})
