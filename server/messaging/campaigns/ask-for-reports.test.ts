import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { getCurrentSignedInUser } from '#contract/identity/session.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { deliverCampaign } from './deliver-campaign.ts'
import { GatewayClosed, type Gateway, type GatewayAnswer } from '../gateways/gateway.ts'
import { openGateways } from '../gateways/gateways.ts'
import { askForReports, findReportsDue } from './ask-for-reports.ts'
import type { Outcome } from './outcome-store.ts'
import { receiveReceipts } from './receive-receipts.ts'
import { recordOutcomes } from './record-outcomes.ts'

// Workers are driven by hand, so that three days pass in no time.
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
beforeEach(async () => {
  church = await app.buildChurch({ units: 10 })
})
afterEach(() => fetch(`${app.sandboxUrl}/_sandbox/faults`, { method: 'DELETE' }))
afterAll(() => app.stop())

/** The sandbox's gateway, which sends no receipts from now on and knows what it would have said. */
async function silentSandbox(): Promise<Gateway> {
  const fault = { target: 'sms', mode: 'webhook-never', times: 10 }
  const headers = { 'content-type': 'application/json' }
  await fetch(`${app.sandboxUrl}/_sandbox/faults`, { method: 'POST', headers, body: JSON.stringify(fault) })
  return openGateways(app.server.context.config).find('default') as Gateway
}

/** A gateway that takes everything and answers look-ups as it is told. */
const told = (lookUp: (references: string[]) => GatewayAnswer[]): Gateway => ({
  batch: 500,
  submit: async (messages) => messages.map(({ reference }) => ({ reference, status: 'accepted', reason: null })),
  lookUp: async (messages) => lookUp(messages.map(({ reference }) => reference)),
  readReceipts: () => 'unsigned',
  readReplies: () => 'unsigned',
})
const all = (status: GatewayAnswer['status']) => (references: string[]) =>
  references.map((reference) => ({ reference, status, reason: null }))

const jobOf = (campaignId: string) => ({ tenantId: church.tenantId, campaignId, after: 0 })
const never = new AbortController().signal

async function sent(gateway: Gateway, toOthers = '08035000001, 08035000002, 08035000099'): Promise<string> {
  const body = { subject: church.sender, message: 'Hello', toOthers }
  const reply = await app.call(sendSms, { body }, { token: church.admin.token })
  const id = reply.body.sentMessageDTO?.id ?? ''
  await deliverCampaign(app.server.context, () => gateway, { tenantId: church.tenantId, campaignId: id }, never)
  return id
}

const ask = (gateway: Gateway, id: string) => askForReports(app.server.context, () => gateway, jobOf(id), never)
const report = async (id: string) =>
  (await app.call(readCampaign, { params: { id } }, { token: church.admin.token })).body
const units = async () => (await app.call(getCurrentSignedInUser, {}, { token: church.admin.token })).body.smsBalance
const queued = () =>
  app.look(
    `select data->>'campaignId' as campaign from pgboss.job where name = 'messaging.ask-for-reports' and state = 'created'`,
  )

test('receipts that never came are asked for, and what failed gives its units back', async () => {
  const gateway = await silentSandbox()
  const id = await sent(gateway)
  expect((await report(id)).counts).toMatchObject({ sent: 3 })
  expect(await units()).toBe(7)
  // The sandbox gathers for a moment before the network has its verdict.
  await expect.poll(async () => (await gateway.lookUp([{ reference: `${id}.3`, id: null }]))[0]?.status).toBe('failed')
  app.clock.advance(11 * MINUTE_MS)
  await findReportsDue(app.server.context)
  await findReportsDue(app.server.context)
  expect((await queued()).filter(({ campaign }) => campaign === id)).toHaveLength(1)
  await ask(gateway, id)
  expect(await report(id)).toMatchObject({ counts: { delivered: 2, failed: 1, sent: 0 }, units: 2, unitsReturned: 1 })
  expect(await units()).toBe(8)
  expect(faultsOf(await audit(app.look))).toEqual([])
})

test('nobody is asked for before ten minutes, nor once every receipt is here', async () => {
  const id = await sent(told(all('accepted')))
  app.clock.advance(9 * MINUTE_MS)
  await findReportsDue(app.server.context)
  expect((await queued()).map(({ campaign }) => campaign)).not.toContain(id)
  const receipts = [1, 2, 3].map((position) => ({
    reference: `${id}.${position}`,
    state: 'delivered' as const,
    reason: null,
  }))
  await receiveReceipts(app.server.context, 'default', receipts)
  app.clock.advance(HOUR_MS)
  await findReportsDue(app.server.context)
  expect((await queued()).map(({ campaign }) => campaign)).not.toContain(id)
})

test('an outcome that comes late or again never moves a message back', async () => {
  const id = await sent(told(all('accepted')))
  const { tenantId } = church
  const outcome = (position: number, state: Outcome['state']): Outcome => ({
    position,
    state,
    accepted: true,
    reason: null,
    code: null,
  })
  const record = (outcomes: Outcome[]) =>
    app.server.context.database.withTenant(tenantId, (tx) =>
      recordOutcomes(tx, { tenantId, campaignId: id }, outcomes, app.clock.now()),
    )
  await record([outcome(1, 'delivered'), outcome(2, 'failed')])
  const before = await report(id)
  expect(before.counts).toMatchObject({ sent: 1, delivered: 1, failed: 1 })
  await record([outcome(1, 'sent'), outcome(2, 'delivered'), outcome(3, 'unknown')])
  await record([outcome(1, 'failed'), outcome(2, 'failed'), outcome(3, 'sent')])
  expect(await report(id)).toEqual(before)
  expect(faultsOf(await audit(app.look))).toEqual([])
})

test('after three days what nobody can tell has no report, and a receipt that comes later still counts', async () => {
  const gateway = told(all('accepted'))
  const id = await sent(gateway)
  app.clock.advance(71 * HOUR_MS)
  await ask(gateway, id)
  expect((await report(id)).counts).toMatchObject({ sent: 3, no_report: 0 })
  app.clock.advance(2 * HOUR_MS)
  await ask(gateway, id)
  expect(await report(id)).toMatchObject({ counts: { sent: 0, no_report: 3 }, units: 3 })
  const late = { reference: `${id}.2`, state: 'failed' as const, reason: 'phone_off' as const }
  await receiveReceipts(app.server.context, 'default', [late, late])
  expect(await report(id)).toMatchObject({ counts: { no_report: 2, failed: 1 }, units: 2, unitsReturned: 1 })
  expect(faultsOf(await audit(app.look))).toEqual([])
})

test('a gateway that has forgotten says nothing about what it took', async () => {
  const id = await sent(told(all('accepted')))
  app.clock.advance(HOUR_MS)
  await ask(told(all('unknown')), id)
  await ask(told(all('rejected')), id)
  await ask(
    told(() => []),
    id,
  )
  expect(await report(id)).toMatchObject({ counts: { sent: 3 }, units: 3 })
})

test('a gateway that does not answer is asked for one day more, then nobody waits', async () => {
  const away = told(() => {
    throw new GatewayClosed('401')
  })
  const id = await sent(away)
  app.clock.advance(80 * HOUR_MS)
  await expect(ask(away, id)).rejects.toThrow('401')
  expect((await report(id)).counts).toMatchObject({ sent: 3 })
  app.clock.advance(17 * HOUR_MS)
  await ask(away, id)
  expect((await report(id)).counts).toMatchObject({ no_report: 3 })
  expect(await app.look(`select from campaign where id = $1 and reports_due_at is not null`, [id])).toEqual([])
})
