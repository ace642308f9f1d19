import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCampaigns } from '#contract/messaging/sent-sms.ts'
import { resendSms } from '#contract/messaging/resends.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { sandboxSecrets } from '../../platform/config/config.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'
import { lockResends } from './campaign-store.ts'
import { recordOutcomes } from './record-outcomes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const send = (church: Church, toOthers: string) =>
  app.call(sendSms, { body: { subject: church.sender, message: 'Hello', toOthers } }, { token: church.admin.token })

const settled = (church: Church, campaigns: number) =>
  until(async () => {
    const { body } = await app.call(listCampaigns, { query: { limit: 100 } }, { token: church.admin.token })
    const over = body.items.filter(({ state, counts }) => state === 'finished' && counts.sent + counts.queued === 0)
    return over.length === campaigns && body.items
  }, 30)

test('sends and the booking of refused messages never wait for each other in a ring', async () => {
  const church = await app.buildChurch({ units: 1_000 })
  const sender = async (row: number): Promise<number[]> => {
    const statuses: number[] = []
    for (let nth = 0; nth < 5; nth++)
      statuses.push((await send(church, `080350${row}${nth}001, 080350${row}${nth}098`)).status)
    return statuses
  }
  const statuses = await Promise.all([1, 2, 3, 4, 5, 6].map(sender))
  expect(new Set(statuses.flat())).toEqual(new Set([200]))
  await settled(church, 30)
  expect(faultsOf(await audit(app.look))).toEqual([])
})

test('one that is sent again is booked while another resend of the same message is written, which may wait for its units', async () => {
  const church = await app.buildChurch({ units: 10 })
  const { tenantId } = church
  const id = (await send(church, '08035000198')).body.sentMessageDTO?.id ?? ''
  await settled(church, 1)
  const mend = `update campaign_recipient set address = replace(address, '198', '199') where campaign_id = $1`
  await app.look(mend, [id])
  // The report of a number that ends in 99 never comes by itself.
  const again = (await app.call(resendSms, { params: { id }, body: {} }, { token: church.admin.token })).body.id
  const states = () => app.look('select state from campaign_recipient where campaign_id = $1', [again])
  await until(async () => (await states()).every(({ state }) => state === 'sent'))
  const { database, clock } = app.server.context
  const late = [{ position: 1, state: 'delivered' as const, accepted: true, reason: null, code: null }]
  await database.withTenant(tenantId, async (writing) => {
    await lockResends(writing, id)
    await database.withTenant(tenantId, (tx) => recordOutcomes(tx, { tenantId, campaignId: again }, late, clock.now()))
  })
  expect(await states()).toEqual([{ state: 'delivered' }])
})

async function receipts(body: string, secret: string = sandboxSecrets.smsSecrets.SMS_RECEIPT_SECRET, age = 0) {
  const seconds = Math.floor(Date.now() / 1000) - age
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const reply = await fetch(`${app.url}/api/webhooks/sms/default`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-signature': `t=${seconds},v1=${signature}` },
    body,
  })
  return [reply.status, (await reply.json()) as { received?: number; code?: string }] as const
}

const receipt = (reference: string, state: string) => ({ reference, state, code: null, at: new Date().toISOString() })

test('receipts count one by one: what cannot be read of a call does not hide the rest', async () => {
  const church = await app.buildChurch({ units: 10 })
  const { body } = await send(church, '08035000001')
  const id = body.sentMessageDTO?.id ?? ''
  await settled(church, 1)
  const foreign = `${crypto.randomUUID()}.1`
  const mixed = JSON.stringify({
    receipts: [
      receipt(`${id}.1`, 'expired'),
      { nonsense: true },
      receipt(foreign, 'failed'),
      receipt(`${id}.1`, 'failed'),
    ],
  })
  expect(await receipts(mixed)).toEqual([200, { received: 2 }])
  const [row] = await app.look('select state from campaign_recipient where campaign_id = $1', [id])
  expect(row).toEqual({ state: 'delivered' })
})

test('receipts that are forged, stale or broken are refused', async () => {
  const good = JSON.stringify({ receipts: [] })
  expect(await receipts(good)).toEqual([200, { received: 0 }])
  expect((await receipts(good, 'another secret of some length'))[0]).toBe(401)
  expect((await receipts(good, sandboxSecrets.smsSecrets.SMS_RECEIPT_SECRET, 400))[0]).toBe(401)
  expect((await receipts(good, sandboxSecrets.smsSecrets.SMS_RECEIPT_SECRET, -400))[0]).toBe(401)
  expect((await receipts('{"receipts":7}'))[0]).toBe(400)
  expect((await receipts(JSON.stringify({ receipts: Array.from({ length: 1_001 }, () => ({})) })))[0]).toBe(400)
  expect(
    (
      await fetch(`${app.url}/api/webhooks/sms/unknown`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: good,
      })
    ).status,
  ).toBe(404)
})
