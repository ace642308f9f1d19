import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign } from '#contract/messaging/steering.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const numbers = (count: number): string =>
  Array.from({ length: count }, (_, at) => `080${31_000_000 + Math.floor(at / 98) * 100 + (at % 98)}`).join(',')

async function send({ sender, admin }: Church, count: number): Promise<string> {
  const body = { subject: sender, message: 'Hello', toOthers: numbers(count) }
  return (await app.call(sendSms, { body }, { token: admin.token })).body.sentMessageDTO?.id ?? ''
}

const faults = (init: RequestInit = {}) =>
  fetch(`${app.sandboxUrl}/_sandbox/faults`, { headers: { 'content-type': 'application/json' }, ...init })
/** The next call is answered only when the gateway lets it go. */
const holdOne = () => faults({ method: 'POST', body: JSON.stringify({ target: 'sms', mode: 'hold' }) })
const isHeld = async () => ((await (await faults()).json()) as { faults: unknown[] }).faults.length === 0
const letGo = () => faults({ method: 'DELETE' })
const arrived = async () =>
  ((await (await fetch(`${app.sandboxUrl}/_sandbox/sms?limit=1`)).json()) as { total: number }).total

const report = async ({ admin }: Church, id: string) =>
  (await app.call(readCampaign, { params: { id } }, { token: admin.token })).body

const rested = (church: Church, id: string) =>
  until(async () => {
    const campaign = await report(church, id)
    return campaign.counts.queued + campaign.counts.sent === 0 ? campaign : null
  }, 60)

test('ten messages of one church do not wait for the thousands of another, however many it sends at once', async () => {
  const [large, small] = [await app.buildChurch({ units: 50_000 }), await app.buildChurch({ units: 10 })]
  await holdOne()
  const many = []
  for (let nth = 0; nth < 4; nth++) many.push(await send(large, 4_000))
  await until(isHeld)
  const id = await send(small, 10)
  await until(async () => (await report(small, id)).state === 'finished')
  // The large church's first batch is still at the gateway, and nothing else of it has come there.
  expect(await arrived()).toBe(10)
  await letGo()
  for (const campaign of many)
    await app.call(cancelCampaign, { params: { id: campaign } }, { token: large.admin.token })
  for (const campaign of many) await rested(large, campaign)
  await rested(small, id)
  expect(faultsOf(await audit(app.look))).toEqual([])
}, 90_000)

test('paused, resumed and cancelled all at once while the worker hands over, every message has one end and every unit', async () => {
  const church = await app.buildChurch({ units: 3_000 })
  const { token } = church.admin
  const id = await send(church, 3_000)
  await until(async () => (await report(church, id)).counts.queued < 3_000)
  const steering = [
    pauseCampaign,
    resumeCampaign,
    pauseCampaign,
    resumeCampaign,
    cancelCampaign,
    pauseCampaign,
    cancelCampaign,
  ]
  const replies = await Promise.all(steering.map((call) => app.call(call, { params: { id } }, { token })))
  for (const { status } of replies) expect([200, 409]).toContain(status)
  const { counts, state, units, unitsReturned, returnedFor } = await rested(church, id)
  expect(['cancelled', 'finished']).toContain(state)
  expect(counts.delivered + counts.skipped).toBe(3_000)
  expect([units, unitsReturned, returnedFor.cancelled]).toEqual([counts.delivered, counts.skipped, counts.skipped])
  const reply = await fetch(`${app.sandboxUrl}/_sandbox/sms?limit=250000&reference=${id}`)
  const { items } = (await reply.json()) as { items: { attempts: number }[] }
  expect(items.filter(({ attempts }) => attempts > 1)).toEqual([])
  expect(faultsOf(await audit(app.look))).toEqual([])
}, 60_000)
