import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAudit } from '#contract/identity/audit.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign } from '#contract/messaging/steering.ts'
import { getCurrentSignedInUser, login } from '#contract/identity/session.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { all, toldGateway, type ToldGateway } from '../../test-kit/told-gateway.ts'
import type { GatewayAnswer } from '../gateways/index.ts'
import { deliverCampaign } from './deliver-campaign.ts'
import { resumeCampaigns } from './resume-campaigns.ts'

// The worker is driven by hand, against a gateway that does as it is told.
const MANY = 1_200
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({ units: 2_000 })
})

const numbers = (count: number): string => Array.from({ length: count }, (_, at) => `0803${5_000_000 + at}`).join(',')

async function send(count: number): Promise<string> {
  const body = { subject: church.sender, message: 'Hello', toOthers: numbers(count) }
  return (await app.call(sendSms, { body }, { token: church.admin.token })).body.sentMessageDTO?.id ?? ''
}

type Steering = typeof pauseCampaign | typeof resumeCampaign | typeof cancelCampaign
const steer = async (call: Steering, id: string) => {
  const { status, body } = await app.call(call, { params: { id } }, { token: church.admin.token })
  return [status, status === 200 ? body.state : body.code]
}

const work = (campaignId: string, gateway: ToldGateway): Promise<unknown> =>
  deliverCampaign(
    app.server.context,
    () => gateway,
    { tenantId: church.tenantId, campaignId },
    new AbortController().signal,
  )

const report = async (id: string) =>
  (await app.call(readCampaign, { params: { id } }, { token: church.admin.token })).body
const units = async () => (await app.call(getCurrentSignedInUser, {}, { token: church.admin.token })).body.smsBalance
const faults = async () => faultsOf(await audit(app.look))
const jobs = async (id: string) =>
  app.look(`select from pgboss.job where name = 'messaging.deliver-campaign' and data->>'campaignId' = $1`, [id])

test('a pause lets the batch that is under way end and begins none; going on hands over the rest, each once', async () => {
  const id = await send(MANY)
  const paused: unknown[] = []
  const pausing = toldGateway(async (references) => {
    paused.push(await steer(pauseCampaign, id))
    return all('accepted')(references)
  })
  await work(id, pausing)
  expect(paused).toEqual([[200, 'paused']])
  expect(pausing.submitted).toHaveLength(500)
  expect(await report(id)).toMatchObject({
    state: 'paused',
    counts: { sent: 500, queued: 700 },
    unitsHeld: MANY,
    unitsSpent: 500,
    unitsReturned: 0,
    steered: { by: 'Ada Admin' },
  })
  await work(id, pausing)
  // Whoever looks for sends that lost their job leaves it alone, however long it lasts.
  app.clock.advance(48 * 3_600_000)
  await resumeCampaigns(app.server.context)
  const before = await jobs(id)
  church = { ...church, admin: { ...church.admin, token: await signInAgain() } }
  expect(await steer(resumeCampaign, id)).toEqual([200, 'sending'])
  expect(await jobs(id)).toHaveLength(before.length + 1)
  const rest = toldGateway()
  await work(id, rest)
  expect(new Set([...pausing.submitted, ...rest.submitted]).size).toBe(MANY)
  expect(pausing.submitted.length + rest.submitted.length).toBe(MANY)
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { sent: MANY }, units: MANY, steered: null })
  expect(await faults()).toEqual([])
})

async function signInAgain(): Promise<string> {
  const { email: userName, password } = church.admin
  return (await app.call(login, { body: { userName, password } })).body.token
}

test('cancelled in the middle, the rest is skipped and exactly its units come back', async () => {
  const id = await send(MANY)
  const cancelled: unknown[] = []
  const cancelling = toldGateway(async (references) => {
    cancelled.push(await steer(cancelCampaign, id))
    return all('accepted')(references)
  })
  await work(id, cancelling)
  expect(cancelled).toEqual([[200, 'cancelled']])
  expect(await report(id)).toMatchObject({
    state: 'cancelled',
    counts: { sent: 500, skipped: 700, queued: 0 },
    units: 500,
    unitsHeld: MANY,
    unitsSpent: 500,
    steered: { by: 'Ada Admin' },
    unitsReturned: 700,
    returnedFor: { cancelled: 700, skipped: 0, refused: 0, undelivered: 0 },
  })
  expect(await units()).toBe(1_500)
  expect(await faults()).toEqual([])
})

test('what a worker had in hand when it was killed is asked about before the rest of a cancelled message is skipped', async () => {
  const id = await send(2)
  const killed = Promise.withResolvers<GatewayAnswer[]>()
  const dead = toldGateway(() => killed.promise)
  const dying = work(id, dead)
  await expect.poll(() => dead.submitted).toHaveLength(2)
  await steer(cancelCampaign, id)
  app.clock.advance(41_000)
  const taken = (references: string[]): GatewayAnswer[] =>
    references.map((reference) => ({
      reference,
      status: reference.endsWith('.1') ? ('accepted' as const) : ('unknown' as const),
      reason: null,
    }))
  const next = toldGateway(all('accepted'), taken)
  await work(id, next)
  expect(next.submitted).toEqual([])
  expect(await report(id)).toMatchObject({ state: 'cancelled', counts: { sent: 1, skipped: 1 }, units: 1 })
  killed.resolve([])
  await dying.catch(() => {})
  expect(await report(id)).toMatchObject({ counts: { sent: 1, skipped: 1 }, units: 1 })
  expect(await faults()).toEqual([])
})

test('each of them twice is as once, is logged once, and nothing goes on that is over', async () => {
  const id = await send(2)
  expect([await steer(resumeCampaign, id), await steer(pauseCampaign, id), await steer(pauseCampaign, id)]).toEqual([
    [200, 'sending'],
    [200, 'paused'],
    [200, 'paused'],
  ])
  expect([await steer(resumeCampaign, id), await steer(resumeCampaign, id)]).toEqual([
    [200, 'sending'],
    [200, 'sending'],
  ])
  expect([await steer(cancelCampaign, id), await steer(cancelCampaign, id)]).toEqual([
    [200, 'cancelled'],
    [200, 'cancelled'],
  ])
  expect([await steer(pauseCampaign, id), await steer(resumeCampaign, id)]).toEqual([
    [409, 'message_over'],
    [409, 'message_over'],
  ])
  const { body } = await app.call(listAudit, { query: { topic: 'messages' } }, { token: church.admin.token })
  expect(body.items.map(({ act }) => act)).toEqual([
    'message.cancelled',
    'message.resumed',
    'message.paused',
    'message.sent',
  ])
  const sent = await send(1)
  await work(sent, toldGateway())
  expect(await steer(cancelCampaign, sent)).toEqual([409, 'message_over'])
  await work(id, toldGateway())
  expect(await faults()).toEqual([])
})

test('neither another church nor whoever may only read steers a message', async () => {
  const id = await send(2)
  const other = await app.buildChurch()
  const reader = await app.buildChurch({ roles: ['Reports'] })
  for (const call of [pauseCampaign, resumeCampaign, cancelCampaign]) {
    expect((await app.call(call, { params: { id } }, { token: other.admin.token })).status).toBe(404)
    expect((await app.call(call, { params: { id } }, { token: reader.admin.token })).status).toBe(403)
  }
  expect((await report(id)).state).toBe('sending')
  await work(id, toldGateway())
})
