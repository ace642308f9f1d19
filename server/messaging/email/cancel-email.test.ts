import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/messaging/emails.ts'
import { addressOf } from '#server/test-kit/call.ts'
import { listAudit } from '#contract/identity/audit.ts'
import { getCurrentSignedInUser } from '#contract/identity/session.ts'
import { keepEmail, sendKeptEmail } from '#contract/messaging/kept-emails.ts'
import { audit, faultsOf, IN_MOTION } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { all, toldGateway, type ToldGateway } from '../../test-kit/told-gateway.ts'
import { deliverCampaign } from '../campaigns/deliver-campaign.ts'
import type { GatewayAnswer } from '../gateways/index.ts'
import { emailWriting } from './index.ts'

// The worker is driven by hand, against a mail server that does as it is told.
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({ units: 100 })
})

const as = (who = church) => ({ token: who.admin.token })
const some = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@one.example`).join(',')
const send = async (count: number) => {
  const { body } = await app.call(
    calls.sendEmail,
    { body: { subject: 'x', message: 'y', toOthers: some(count) } },
    as(),
  )
  return body.sentMessageDTO?.id ?? ''
}

/** Of this one 4,000 a day leave, less what has left today. */
async function sendOverDays(count: number) {
  const params = { id: randomUUID() }
  const content = { subject: 'Over days', blocks: [{ type: 'heading' as const, text: 'Hello' }] }
  const destination = { emailAddresses: some(count).replaceAll('@one', '@days') }
  await app.call(keepEmail, { params, body: { content, destination, version: 0 } }, as())
  return (await app.call(sendKeptEmail, { params, body: { version: 1, overDays: true } }, as())).body
}

const work = (campaignId: string, gateway: ToldGateway): Promise<unknown> => {
  const { context } = app.server
  const delivering = { tenantId: church.tenantId, campaignId, writings: { email: emailWriting(context) } }
  return deliverCampaign(context, () => gateway, delivering, new AbortController().signal)
}
const told = async (id: string) => (await app.call(calls.readSentEmail, { params: { id } }, as())).body
const cancel = (id: string, who = church) => app.call(calls.cancelEmail, { params: { id } }, as(who))
const leftToday = async () =>
  (await app.call(calls.quoteEmail, { body: { destination: { emailAddresses: some(1) } } }, as())).body.leftToday
const units = async () => (await app.call(getCurrentSignedInUser, {}, as())).body.smsBalance
/** Other emails of these tests wait for a worker. */
const faults = async () =>
  faultsOf(await audit(app.look)).filter((fault) => !IN_MOTION.some((name) => fault.endsWith(name)))

test('of one that leaves over several days the rest is called back: it never leaves, and the day has room again', async () => {
  await send(3_995)
  const { id } = await sendOverDays(4_030)
  const mails = toldGateway()
  await work(id, mails)
  expect(await told(id)).toMatchObject({ state: 'waiting', counts: { accepted: 5, waiting: 4_025 }, cancelled: null })
  expect(await sendOverDays(8)).toMatchObject({ code: 'domain_needed' })
  expect(await cancel(id)).toMatchObject({
    status: 200,
    body: { state: 'cancelled', leavesAt: null, cancelled: { by: 'Ada Admin', at: expect.any(String) } },
  })
  // Before a worker has looked at it already.
  expect(await sendOverDays(8)).toMatchObject({ id: expect.any(String) })
  await work(id, mails)
  app.clock.advance(25 * 60 * 60 * 1000)
  await work(id, mails)
  expect(mails.submitted).toHaveLength(5)
  expect(await told(id)).toMatchObject({
    state: 'cancelled',
    counts: { accepted: 5, waiting: 0, skipped: 4_025, cancelled: 4_025, unknown: 0 },
    units: 0,
    unitsHeld: 0,
  })
  // Of the day only what leaves today of the other one is taken.
  expect(await leftToday()).toBe(3_992)
  const { body: log } = await app.call(listAudit, { query: { topic: 'messages' } }, as())
  expect(log.items.map(({ act }) => act)).toContain('message.cancelled')
  expect(await faults()).toEqual([])
})

test('one that is leaving is cancelled in the middle: what has left has left, and the units of the others come back', async () => {
  const id = await send(1_500)
  expect(await told(id)).toMatchObject({ units: 2, unitsHeld: 2 })
  expect(await units()).toBe(98)
  const cancelling = toldGateway(async (references) => {
    await cancel(id)
    return all('accepted')(references)
  })
  await work(id, cancelling)
  expect(await told(id)).toMatchObject({ state: 'cancelled', counts: { accepted: 500, cancelled: 1_000 }, units: 0 })
  expect(await units()).toBe(100)
  expect(await leftToday()).toBe(3_500)
  // Of a day's share, too, only what has left counts.
  const { id: longer } = await sendOverDays(4_600)
  await work(
    longer,
    toldGateway(async (references) => {
      await cancel(longer)
      return all('accepted')(references)
    }),
  )
  expect((await told(longer)).counts).toMatchObject({ accepted: 500, cancelled: 4_100 })
  expect(await leftToday()).toBe(3_000)
  expect(await faults()).toEqual([])
})

test('what a killed worker may have handed over stays unknown; what was for tomorrow is cancelled', async () => {
  await send(3_998)
  const { id } = await sendOverDays(4)
  const killed = Promise.withResolvers<GatewayAnswer[]>()
  const dead = toldGateway(() => killed.promise)
  const dying = work(id, dead)
  await expect.poll(() => dead.submitted).toHaveLength(2)
  await cancel(id)
  app.clock.advance(41_000)
  const next = toldGateway(all('accepted'), all('cannot_tell'))
  await work(id, next)
  expect(next.submitted).toEqual([])
  expect((await told(id)).counts).toMatchObject({ unknown: 2, cancelled: 2, accepted: 0, waiting: 0 })
  killed.resolve([])
  await dying.catch(() => {})
  expect(await faults()).toEqual([])
})

test('cancelled twice is as once; what is over is told; nobody else’s and no other message is reached', async () => {
  const id = await send(2)
  const other = await app.buildChurch()
  const reader = await app.buildChurch({ roles: ['Reports'] })
  expect([(await cancel(id, other)).status, (await cancel(id, reader)).status]).toEqual([404, 403])
  expect([(await cancel(id)).status, (await cancel(id)).status]).toEqual([200, 200])
  const { body } = await app.call(listAudit, { query: { topic: 'messages' } }, as())
  expect(body.items.map(({ act }) => act)).toEqual(['message.cancelled', 'message.sent'])
  await work(id, toldGateway())
  const sent = await send(1)
  await work(sent, toldGateway())
  expect((await cancel(sent)).body).toMatchObject({ code: 'message_over' })
  expect((await told(sent)).state).toBe('finished')
})

test('the list of sent emails is taken away as it is searched, and says how each stands', async () => {
  await app.call(calls.sendEmail, { body: { subject: '=1+1; Sunday', message: 'y', toOthers: some(3) } }, as())
  const id = await send(2)
  await cancel(id)
  await work(id, toldGateway())
  const take = async (query: Record<string, string>, who = church) => {
    const reply = await fetch(app.url + addressOf(calls.exportSentEmails, { query: { format: 'csv', ...query } }), {
      headers: { authorization: `Bearer ${who.admin.token}` },
    })
    return (await reply.text())
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
  }
  const columns = 'subject,recipients,waiting,skipped,units,state'
  expect(await take({ columns })).toEqual([
    'Subject,Recipients,On its way,Skipped,Units,Status',
    'x,2,0,2,0,cancelled',
    `"'=1+1; Sunday",3,3,0,0,sending`,
  ])
  expect(await take({ columns, search: 'sunday' })).toHaveLength(2)
  expect(await take({ columns }, await app.buildChurch())).toHaveLength(1)
  const [entry] = await app.look(
    `select details from audit_entry where tenant_id = $1 and act = 'list.exported' order by at desc limit 1`,
    [church.tenantId],
  )
  expect(entry).toEqual({ details: { list: 'sent-emails', format: 'csv', rows: 1 } })
})
