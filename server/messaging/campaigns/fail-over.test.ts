import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { GatewayBusy, GatewayClosed, GatewayUnsure, type Gateway, type GatewayAnswer } from '../gateways/index.ts'
import { askForReports } from './ask-for-reports.ts'
import { deliverCampaign } from './deliver-campaign.ts'

// A route with two gateways, driven by hand: each answers as it is told and keeps what it was asked.
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await app.look(`update sms_route set gateway = 'first', fallback_gateway = 'second'`)
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({ units: 10 })
})

type Says = GatewayAnswer['status'] | Error
type Told = { submit: Says | Says[]; lookUp?: Says }

/** One that answers all the same, or each message in turn; `taken` are the references that it said it took. */
function gatewayThat({ submit, lookUp = 'cannot_tell' }: Told) {
  const submitted: string[] = []
  const asked: string[] = []
  const taken: string[] = []
  const answer = (reference: string, says: Says | undefined): GatewayAnswer => {
    if (says instanceof Error) return { reference, status: 'untaken', reason: null, failure: says }
    if (says === 'unsure') return { reference, status: says, reason: null, failure: new GatewayUnsure('cut off') }
    if (says === 'accepted') taken.push(reference)
    return { reference, status: says ?? 'accepted', reason: null, id: `id-${reference}` }
  }
  const gateway: Gateway = {
    batch: 100,
    submit: async (messages) => {
      submitted.push(...messages.map(({ reference }) => reference))
      if (submit instanceof Error) throw submit
      return messages.map(({ reference }, nth) => answer(reference, Array.isArray(submit) ? submit[nth] : submit))
    },
    lookUp: async (messages) => {
      asked.push(...messages.map(({ reference, id }) => `${reference} ${id}`))
      if (lookUp instanceof Error) throw lookUp
      return messages.map(({ reference }) => ({ reference, status: lookUp, reason: null }))
    },
    readReceipts: () => 'unsigned',
    readReplies: () => 'unsigned',
  }
  return { gateway, submitted, asked, taken }
}
type Driven = ReturnType<typeof gatewayThat>

async function send(): Promise<string> {
  const body = { subject: church.sender, message: 'Hello', toOthers: '08035000001, 08035000002, 08035000003' }
  return (await app.call(sendSms, { body }, { token: church.admin.token })).body.sentMessageDTO?.id ?? ''
}

const never = new AbortController().signal
const pick = (first: Driven, second: Driven) => (name: string) => (name === 'first' ? first : second).gateway
const work = (campaignId: string, first: Driven, second: Driven): Promise<unknown> =>
  deliverCampaign(app.server.context, pick(first, second), { tenantId: church.tenantId, campaignId }, never).catch(
    (error: unknown) => error,
  )
const report = async (id: string) =>
  (await app.call(readCampaign, { params: { id } }, { token: church.admin.token })).body
const takers = (id: string) =>
  app.look('select position, gateway, gateway_id from campaign_recipient where campaign_id = $1 order by position', [
    id,
  ])
const idle = () => gatewayThat({ submit: new GatewayClosed('should not be asked') })

test('what the first surely did not take goes to the second, which is asked for its reports afterwards', async () => {
  const id = await send()
  const [first, second] = [
    gatewayThat({ submit: new GatewayClosed('gone') }),
    gatewayThat({ submit: 'accepted', lookUp: 'delivered' }),
  ]
  await work(id, first, second)
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { sent: 3 }, units: 3 })
  expect(await takers(id)).toEqual(
    [1, 2, 3].map((position) => ({ position, gateway: 'second', gateway_id: `id-${id}.${position}` })),
  )
  app.clock.advance(11 * 60_000)
  const job = { tenantId: church.tenantId, campaignId: id, after: 0 }
  await askForReports(app.server.context, pick(first, second), job, never)
  expect(first.asked).toEqual([])
  expect(second.asked).toEqual([1, 2, 3].map((position) => `${id}.${position} id-${id}.${position}`))
  expect((await report(id)).counts).toMatchObject({ delivered: 3 })
  expect(faultsOf(await audit(app.look))).toEqual([])
})

test('what the first may have taken never goes to the second: it is shown as unknown', async () => {
  const id = await send()
  const [first, second] = [gatewayThat({ submit: 'unsure' }), idle()]
  await work(id, first, second)
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { unknown: 3 }, units: 3 })
  expect(second.submitted).toEqual([])
})

test('a whole hand-over without an answer is asked about, not handed to the second', async () => {
  const id = await send()
  const [cut, second] = [
    gatewayThat({ submit: new GatewayUnsure('cut off'), lookUp: new GatewayClosed('gone') }),
    idle(),
  ]
  await work(id, cut, second)
  await work(id, cut, second)
  expect((await report(id)).counts.queued).toBe(3)
  await work(id, gatewayThat({ submit: 'accepted', lookUp: 'unknown' }), second)
  expect((await report(id)).counts).toMatchObject({ sent: 3 })
  expect(second.submitted).toEqual([])
})

test('where the first closed in the middle each message has one taker', async () => {
  const id = await send()
  const closed = new GatewayClosed('no balance')
  const [first, second] = [gatewayThat({ submit: ['accepted', 'unsure', closed] }), gatewayThat({ submit: 'accepted' })]
  await work(id, first, second)
  expect(first.taken).toEqual([`${id}.1`])
  expect(second.taken).toEqual([`${id}.3`])
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { sent: 2, unknown: 1 } })
  expect((await takers(id)).map(({ gateway }) => gateway)).toEqual([null, null, 'second'])
})

test('one that asks for a pause is waited for', async () => {
  const id = await send()
  // We are the job that came with it.
  await app.look(`delete from pgboss.job where data->>'campaignId' = $1`, [id])
  const [first, second] = [gatewayThat({ submit: new GatewayBusy(7) }), idle()]
  await work(id, first, second)
  expect(second.submitted).toEqual([])
  expect((await report(id)).counts.queued).toBe(3)
  expect(
    await app.look(
      `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
       where name = 'messaging.deliver-campaign' and data->>'campaignId' = $1 and start_after > created_on`,
      [id],
    ),
  ).toEqual([{ seconds: 7 }])
  await work(id, gatewayThat({ submit: 'accepted' }), second)
  expect((await report(id)).counts).toMatchObject({ sent: 3 })
})

test('both closed: nothing is lost, and the one that opens first takes it', async () => {
  const id = await send()
  const closed = new GatewayClosed('gone')
  const both = [gatewayThat({ submit: closed }), gatewayThat({ submit: closed })] as const
  expect(await work(id, ...both)).toBe(closed)
  expect([both[0].submitted.length, both[1].submitted.length]).toEqual([3, 3])
  await work(id, gatewayThat({ submit: 'accepted' }), gatewayThat({ submit: closed }))
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { sent: 3 } })
  expect((await takers(id)).map(({ gateway }) => gateway)).toEqual([null, null, null])
})

test('a worker that is killed at the second leaves its messages in doubt there, and the first gets none of them', async () => {
  const id = await send()
  const dying = gatewayThat({ submit: 'accepted' })
  const killed = new Promise<never>(() => {})
  const reached = Promise.withResolvers<string>()
  dying.gateway.submit = () => {
    reached.resolve('reached')
    return killed
  }
  const ends = work(id, gatewayThat({ submit: new GatewayClosed('gone') }), dying)
  expect(await Promise.race([reached.promise, ends])).toBe('reached')
  app.clock.advance(41_000)
  const [first, second] = [gatewayThat({ submit: 'accepted' }), gatewayThat({ submit: 'accepted' })]
  await work(id, first, second)
  expect([first.submitted, second.submitted]).toEqual([[], []])
  expect(second.asked).toHaveLength(3)
  expect((await report(id)).counts).toMatchObject({ unknown: 3 })
  expect(faultsOf(await audit(app.look))).toEqual([])
})
