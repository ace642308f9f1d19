import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, faultsOf } from '../../../test-kit/audit-store.ts'
import { buyOnline } from '../../../test-kit/buy-online.ts'
import { startOwnCluster, type OwnCluster } from '../../../test-kit/cluster/own-cluster.ts'
import { setPrice } from '../../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { until } from '../../../test-kit/until.ts'
import { reconcilePayments } from '../reconcile-payments.ts'

let own: OwnCluster
let app: TestApp
beforeAll(async () => {
  own = await startOwnCluster()
  app = await startApp({ database: own.database })
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
})
afterAll(() => app.stop())

test('paid while PostgreSQL is killed, and told to nobody: the money is found a quarter of an hour later', async () => {
  const shop = buyOnline(app)
  const church = await app.buildChurch()
  const purchase = { purpose: 'units', currency: 'NGN', amount: '5900' } as const
  const payment = await shop.begin(church, { purchase, provider: 'paystack' })
  await shop.fault('paystack', 'webhook-never')
  process.kill(own.pid(), 'SIGKILL')
  expect(await shop.atPage(payment, 'pay')).toBe(true)
  const { status, body } = await shop.confirm(church, payment)
  // Away for as long as it takes to come up again, and it comes up fast.
  expect([
    [200, undefined],
    [503, 'unavailable'],
  ]).toContainEqual([status, body.code])
  await until(async () => own.sentences.includes('PostgreSQL is back.'))
  await until(async () => (await fetch(`${app.url}/readyz`)).ok)
  app.clock.advance(15 * 60_000)
  await reconcilePayments(app.server.context, new AbortController().signal)
  await until(async () => (await app.look('select state from payment'))[0]?.['state'] === 'succeeded', 15)
  await shop.rest()
  expect(faultsOf(await audit(app.look))).toEqual([])
})
