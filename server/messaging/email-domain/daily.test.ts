import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { quoteEmail, readSentEmail, sendEmail } from '#contract/messaging/emails.ts'
import { keepEmail, sendKeptEmail } from '#contract/messaging/kept-emails.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { deliverCampaign } from '../campaigns/deliver-campaign.ts'
import { emailWriting, leavesFrom } from '../email/index.ts'
import { gatewayFinder } from '../gateways/index.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  // What is taken on counts, whenever it leaves: nothing of it has to.
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({ units: 1_000 })
})
afterAll(() => app.stop())

const as = () => ({ token: church.admin.token })
const some = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@one.example`).join(',')
const send = async (count: number) =>
  (await app.call(sendEmail, { body: { subject: 'x', message: 'y', toOthers: some(count) } }, as())).body
const left = async () =>
  (await app.call(quoteEmail, { body: { destination: { emailAddresses: some(1) } } }, as())).body.leftToday

test('4,000 emails a day without a domain, also of two sends at once; what is refused says why and takes nothing', async () => {
  expect(await left()).toBe(4_000)
  const both = await Promise.all([send(2_500), send(2_500)])
  expect(both.map(({ status, code }) => [status, code]).toSorted()).toEqual([
    [false, 'domain_needed'],
    [true, undefined],
  ])
  expect(both.find(({ status }) => !status)?.message).toContain('4,000 emails a day')
  expect(await left()).toBe(1_500)
  expect(await send(1_500)).toMatchObject({ status: true })
  expect(await send(1)).toMatchObject({ status: false, code: 'domain_needed' })
  const rows = await app.look('select recipients from campaign where tenant_id = $1 order by 1', [church.tenantId])
  expect(rows).toEqual([{ recipients: 1_500 }, { recipients: 2_500 }])
  app.clock.advance(25 * 60 * 60 * 1000)
  expect(await left()).toBe(4_000)
  expect(await send(1)).toMatchObject({ status: true })
})

test('what a day does not take leaves on the next ones, nobody twice; until then no other email may leave over several days', async () => {
  church = await app.buildChurch({ units: 1_000 })
  await send(3_995)
  const overDays = async (count: number) => {
    const params = { id: randomUUID() }
    const content = { subject: 'Over days', blocks: [{ type: 'heading' as const, text: 'Hello' }] }
    const destination = { emailAddresses: some(count).replaceAll('@one', '@days') }
    await app.call(keepEmail, { params, body: { content, destination, version: 0 } }, as())
    return app.call(sendKeptEmail, { params, body: { version: 1, overDays: true } }, as())
  }
  const { body } = await overDays(8)
  const id = body.id
  expect((await overDays(8)).body).toMatchObject({ code: 'domain_needed' })
  expect(await left()).toBe(0)
  const { context } = app.server
  const gatewayOf = gatewayFinder(context)
  const delivering = { tenantId: church.tenantId, campaignId: id, writings: { email: emailWriting(context) } }
  const deliver = () => deliverCampaign(context, gatewayOf, delivering, new AbortController().signal)
  const told = async () => (await app.call(readSentEmail, { params: { id } }, as())).body
  await deliver()
  expect(await told()).toMatchObject({
    state: 'waiting',
    counts: { waiting: 3, accepted: 5 },
  })
  app.clock.advance(23 * 60 * 60 * 1000)
  await deliver()
  expect((await told()).counts).toMatchObject({ waiting: 3, accepted: 5 })
  expect(await left()).toBe(0)
  app.clock.advance(2 * 60 * 60 * 1000)
  await deliver()
  expect(await told()).toMatchObject({ state: 'finished', leavesAt: null, counts: { waiting: 0, accepted: 8 } })
  expect(await left()).toBe(3_997)
  const answer = await fetch(`${app.sandboxUrl}/_sandbox/mail`)
  const { items } = (await answer.json()) as { items: { to: string[]; subject: string }[] }
  const mails = items.filter(({ subject }) => subject === 'Over days').map(({ to }) => String(to))
  expect(new Set(mails).size).toBe(mails.length)
  expect(mails).toHaveLength(8)
})

test('the places of an email fill its days', () => {
  const at = new Date('2026-11-22T10:00:00Z')
  const day = (position: number, firstDay: number) =>
    (leavesFrom(position, { firstDay, eachDay: 4_000 }, at).getTime() - at.getTime()) / 86_400_000
  expect([day(1, 5), day(5, 5), day(6, 5), day(4_005, 5), day(4_006, 5)]).toEqual([0, 0, 1, 1, 2])
  expect([day(1, 0), day(4_000, 0), day(4_001, 0)]).toEqual([1, 1, 2])
})

test('what emails cost by bands is what the audits count', async () => {
  church = await app.buildChurch({ units: 10 })
  expect(await send(1_001)).toMatchObject({ unitsUsed: 2 })
  const of = [church.tenantId]
  await app.look(`update campaign_recipient set state = 'sent', accepted = true where tenant_id = $1`, of)
  const debits = async () => faultsOf(await audit(app.look)).filter((fault) => fault.includes('debits')).length
  expect(await debits()).toBe(1)
  await app.look('update campaign set units_posted = 2 where tenant_id = $1', of)
  expect(await debits()).toBe(0)
})
