import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/identity/session.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import { startOwnCluster, type OwnCluster } from '#server/test-kit/own-cluster.ts'
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

/** What was acknowledged is there, once; what was not is not there twice; and everybody was answered in time. */
async function expectNothingLost(tenantId: string, { answers, campaigns }: Traffic): Promise<void> {
  const wrong = answers.filter(({ status, code }) => status !== 200 && !(status === 503 && code === 'unavailable'))
  expect(wrong).toEqual([])
  expect(Math.max(...answers.map(({ milliseconds }) => milliseconds))).toBeLessThan(5_000)
  const stored = await app.look('select id from sms_campaign where tenant_id = $1', [tenantId])
  expect(stored.map((row) => row['id']).toSorted()).toEqual([...campaigns.values()].toSorted())
}

const refused = ({ answers }: Traffic): number => answers.filter(({ status }) => status === 503).length

const delivered = (tenantId: string): Promise<unknown> =>
  until(async () => {
    const [left] = await app.look(
      'select count(*)::int as waiting from sms_campaign where tenant_id = $1 and (finished_at is null or sent > 0)',
      [tenantId],
    )
    return left?.['waiting'] === 0
  }, 150)

test('PostgreSQL killed in the middle of traffic: 503 meanwhile, well within 5 s, nothing acknowledged is lost', async () => {
  const church = await app.buildChurch({ units: 5_000 })
  const traffic = startTraffic(app, church, 6)
  await sleep(500)
  const killed = own.pid()
  process.kill(killed, 'SIGKILL')
  await until(async () => own.sentences.includes('PostgreSQL is back.'))
  const backAt = performance.now()
  const before = traffic.campaigns.size
  await until(async () => traffic.campaigns.size > before + 6)
  expect(performance.now() - backAt).toBeLessThan(5_000)
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
  for (let cut = 0; cut < 15; cut++) {
    await sleep(100)
    await app.look(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'narthex_app'`)
  }
  await traffic.stop()
  expect(refused(traffic)).toBeGreaterThan(0)
  await expectNothingLost(church.tenantId, traffic)
})

test('what was sent before, during and after the faults is handed over, and every unit is accounted for', async () => {
  const church = await app.buildChurch({ units: 10 })
  const traffic = startTraffic(app, church, 1)
  await until(async () => traffic.campaigns.size > 0)
  await traffic.stop()
  const churches = await app.look('select distinct tenant_id from sms_campaign')
  for (const { tenant_id } of churches) await delivered(tenant_id as string)
  expect(faultsOf(await audit(app.look))).toEqual([])
}, 200_000)
