import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getCurrentSignedInUser } from '#contract/identity/session.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { GatewayBusy, GatewayClosed, GatewayUnsure, type Gateway, type GatewayAnswer } from '../gateways/gateway.ts'
import { deliverCampaign } from './deliver-campaign.ts'

// The worker is driven by hand, against a gateway that does as it is told: an outage of a day in no time.
const HOUR_MS = 3_600_000
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({ units: 10 })
})

type SenderNotification = {
  submit: (references: string[]) => GatewayAnswer[]
  lookUp: (references: string[]) => GatewayAnswer[]
}
const all = (status: GatewayAnswer['status']) => (references: string[]) =>
  references.map((reference) => ({ reference, status, reason: null }))
const fail = (error: Error) => (): never => {
  throw error
}

const gateway = ({ submit, lookUp }: SenderNotification): Gateway => ({
  batch: 500,
  submit: async (messages) => submit(messages.map(({ reference }) => reference)),
  lookUp: async (messages) => lookUp(messages.map(({ reference }) => reference)),
  readReceipts: () => 'unsigned',
  readReplies: () => 'unsigned',
})

async function send(): Promise<string> {
  const body = { subject: church.sender, message: 'Hello', toOthers: '08035000001, 08035000002' }
  return (await app.call(sendSms, { body }, { token: church.admin.token })).body.sentMessageDTO?.id ?? ''
}

const work = (campaignId: string, told: SenderNotification): Promise<unknown> =>
  deliverCampaign(
    app.server.context,
    () => gateway(told),
    { tenantId: church.tenantId, campaignId },
    new AbortController().signal,
  ).catch((error: unknown) => error)

const report = async (id: string) =>
  (await app.call(readCampaign, { params: { id } }, { token: church.admin.token })).body
const units = async () => (await app.call(getCurrentSignedInUser, {}, { token: church.admin.token })).body.smsBalance
const faults = async () => faultsOf(await audit(app.look))

test('an answer that leaves messages out is no answer: they are asked about and sent', async () => {
  const id = await send()
  await work(id, { submit: () => [], lookUp: all('unknown') })
  expect((await report(id)).counts.queued).toBe(2)
  await work(id, { submit: all('accepted'), lookUp: all('unknown') })
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { sent: 2 }, units: 2 })
  expect(await faults()).toEqual([])
})

test('an answer about somebody else’s message changes nothing here', async () => {
  const id = await send()
  const foreign = (references: string[]) =>
    references.map((reference) => ({
      reference: reference.replace(id, crypto.randomUUID()),
      status: 'rejected' as const,
      reason: null,
    }))
  await work(id, { submit: foreign, lookUp: all('unknown') })
  expect((await report(id)).counts).toMatchObject({ queued: 2, failed: 0 })
  await work(id, { submit: all('accepted'), lookUp: all('unknown') })
})

test('what may have been accepted is unknown after three hours, and charged', async () => {
  const id = await send()
  await work(id, { submit: fail(new GatewayUnsure('no answer')), lookUp: all('unknown') })
  app.clock.advance(4 * HOUR_MS)
  await work(id, { submit: all('accepted'), lookUp: fail(new GatewayBusy(5)) })
  expect((await report(id)).counts.queued).toBe(2)
  await work(id, { submit: all('accepted'), lookUp: fail(new GatewayUnsure('still none')) })
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { unknown: 2 }, units: 2 })
  expect(await faults()).toEqual([])
})

test('what surely never left is not charged, however long it took: after a day it failed', async () => {
  const id = await send()
  for (const refusal of [new GatewayClosed('401'), new GatewayBusy(5)]) {
    await work(id, { submit: fail(refusal), lookUp: all('unknown') })
    app.clock.advance(12 * HOUR_MS)
    expect((await report(id)).counts.queued).toBe(2)
  }
  app.clock.advance(HOUR_MS)
  await work(id, { submit: fail(new GatewayClosed('401')), lookUp: all('unknown') })
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { failed: 2 }, units: 0 })
  expect(await units()).toBe(10)
  expect(await faults()).toEqual([])
})

test('an opt-out after the gateway accepted does not hide that it was sent', async () => {
  const id = await send()
  await work(id, { submit: fail(new GatewayUnsure('accepted, and no answer')), lookUp: all('unknown') })
  await app.look(`insert into opt_out values ($1, 'sms', '+2348035000001', 'link')`, [church.tenantId])
  const accepted = (references: string[]) =>
    all('accepted')(references.filter((reference) => reference.endsWith('.1'))).concat(
      all('unknown')(references.filter((reference) => !reference.endsWith('.1'))),
    )
  await work(id, { submit: all('accepted'), lookUp: accepted })
  expect((await report(id)).counts).toMatchObject({ sent: 2, skipped: 0 })
  expect(await faults()).toEqual([])
})

/** A gateway whose calls wait until they are told how they end; `asked` counts them. */
function slowGateway() {
  const waits: PromiseWithResolvers<GatewayAnswer['status'] | Error>[] = []
  const answer = async (references: string[]): Promise<GatewayAnswer[]> => {
    const wait = Promise.withResolvers<GatewayAnswer['status'] | Error>()
    waits.push(wait)
    const end = await wait.promise
    if (end instanceof Error) throw end
    return all(end)(references)
  }
  const slow: Gateway = {
    batch: 500,
    submit: (messages) => answer(messages.map(({ reference }) => reference)),
    lookUp: (messages) => answer(messages.map(({ reference }) => reference)),
    readReceipts: () => 'unsigned',
    readReplies: () => 'unsigned',
  }
  const asked = async (count: number): Promise<void> => {
    await expect.poll(() => waits.length).toBe(count)
  }
  return { slow, waits, asked }
}
const SLOW_WORKER_MS = 41_000
const run = (id: string, slow: Gateway): Promise<unknown> => {
  const job = { tenantId: church.tenantId, campaignId: id }
  return deliverCampaign(app.server.context, () => slow, job, new AbortController().signal).catch(
    (error: unknown) => error,
  )
}

test('a worker that was given up for dead records nothing of the batch that another has taken over', async () => {
  const id = await send()
  const [dead, alive] = [slowGateway(), slowGateway()]
  const first = run(id, dead.slow)
  await dead.asked(1)
  app.clock.advance(SLOW_WORKER_MS)
  const second = run(id, alive.slow)
  await alive.asked(1)
  dead.waits[0]?.resolve('accepted')
  await first
  expect((await report(id)).counts).toMatchObject({ queued: 2, sent: 0 })
  alive.waits[0]?.resolve('rejected')
  await second
  expect(await report(id)).toMatchObject({ state: 'finished', counts: { sent: 0, failed: 2 } })
  expect(await faults()).toEqual([])
})

test('nor does it give back what another is working on: nobody takes it a third time', async () => {
  const id = await send()
  const [dead, alive, third] = [slowGateway(), slowGateway(), slowGateway()]
  const first = run(id, dead.slow)
  await dead.asked(1)
  app.clock.advance(SLOW_WORKER_MS)
  const second = run(id, alive.slow)
  await alive.asked(1)
  dead.waits[0]?.resolve(new GatewayUnsure('too late'))
  await first
  await run(id, third.slow)
  expect(third.waits).toHaveLength(0)
  alive.waits[0]?.resolve('accepted')
  await second
  expect((await report(id)).counts).toMatchObject({ sent: 2 })
  expect(await faults()).toEqual([])
})
