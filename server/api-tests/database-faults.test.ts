import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/identity/session.ts'
import { deliverCampaignJob } from '#server/messaging/campaigns/delivery-job.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import { startOwnCluster, type OwnCluster } from '#server/test-kit/cluster/own-cluster.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { startTraffic, type Traffic } from '#server/test-kit/traffic.ts'
import { until } from '#server/test-kit/until.ts'

let own: OwnCluster
let app: TestApp
beforeAll(async () => {
  own = await startOwnCluster()
  app = await startApp({ database: own.database })
})
afterAll(() => app.stop())

const isReady = async (): Promise<boolean> => (await fetch(`${app.url}/readyz`)).ok

/** What was acknowledged is there, once; what was not is not there twice. */
async function expectNothingLost(tenantId: string, { answers, campaigns }: Traffic): Promise<void> {
  const wrong = answers.filter(({ status, code }) => status !== 200 && !(status === 503 && code === 'unavailable'))
  expect(wrong).toEqual([])
  const stored = await app.look('select id from campaign where tenant_id = $1', [tenantId])
  expect(stored.map((row) => row['id']).toSorted()).toEqual([...campaigns.values()].toSorted())
}

const refused = ({ answers }: Traffic): number => answers.filter(({ status }) => status === 503).length

/** Until every send of the church, or of all, is handed over and has its receipts. */
const delivered = (tenantId: string | null): Promise<boolean> =>
  until(async () => {
    const waiting = await app.look(
      'select 1 from campaign where (finished_at is null or sent > 0) and ($1::uuid is null or tenant_id = $1) limit 1',
      [tenantId],
    )
    return waiting.length === 0
  }, 15)

test('PostgreSQL killed in the middle of traffic: 503 meanwhile, then everything works, and nothing acknowledged is lost', async () => {
  const church = await app.buildChurch({ units: 5_000 })
  const traffic = startTraffic(app, church, 6)
  await until(async () => traffic.campaigns.size > 6)
  const killed = own.pid()
  process.kill(killed, 'SIGKILL')
  await until(async () => own.sentences.includes('PostgreSQL is back.'))
  const before = traffic.campaigns.size
  await until(async () => traffic.campaigns.size > before + 6)
  expect(await isReady()).toBe(true)
  await traffic.stop()
  expect(own.pid()).not.toBe(killed)
  expect(refused(traffic)).toBeGreaterThan(0)
  await expectNothingLost(church.tenantId, traffic)
  const { email: userName, password } = church.admin
  expect((await app.call(login, { body: { userName, password } })).status).toBe(200)
})

test('connections cut in mid-transaction: who is hit gets 503, the next press works, nothing is half-done', async () => {
  const church = await app.buildChurch({ units: 5_000 })
  const traffic = startTraffic(app, church, 6)
  // Whether a cut hits a transaction is chance: it is cut until that has happened often enough.
  await until(async () => {
    await app.look(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'narthex_app'`)
    return refused(traffic) >= 15
  })
  const before = traffic.campaigns.size
  await until(async () => traffic.campaigns.size > before + 6)
  await traffic.stop()
  await expectNothingLost(church.tenantId, traffic)
})

test('what is sent after the faults is handed over at once', async () => {
  const church = await app.buildChurch({ units: 10 })
  const traffic = startTraffic(app, church, 1)
  await until(async () => traffic.campaigns.size > 2)
  await traffic.stop()
  expect(await delivered(church.tenantId)).toBe(true)
})

test('what was sent before and during the faults is handed over once, and every unit is accounted for', async () => {
  const { database, enqueue } = app.server.context
  // Spares the minute until a batch that was begun, and a job that was taken, are given up for lost.
  app.clock.advance(41_000)
  for (const { tenant_id, id } of await app.look('select tenant_id, id from campaign where finished_at is null')) {
    const [tenantId, campaignId] = [tenant_id as string, id as string]
    await database.withTenant(tenantId, (tx) => enqueue(tx, deliverCampaignJob, { tenantId, campaignId }))
  }
  expect(await delivered(null)).toBe(true)
  expect(faultsOf(await audit(app.look))).toEqual([])
  const reply = await fetch(`${app.sandboxUrl}/_sandbox/sms?limit=5000`)
  const { total, items } = (await reply.json()) as { total: number; items: { attempts: number }[] }
  expect(await app.look('select sum(recipients)::int as recipients from campaign')).toEqual([{ recipients: total }])
  expect(items.filter(({ attempts }) => attempts > 1)).toEqual([])
})
