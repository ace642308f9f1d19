import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, faultsOf } from '../../../test-kit/audit-store.ts'
import { buyOnline } from '../../../test-kit/buy-online.ts'
import { addPlan, setPrice } from '../../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { reconcilePayments } from '../reconcile-payments.ts'

let app: TestApp
let shop: ReturnType<typeof buyOnline>
let planId: string
beforeAll(async () => {
  app = await startApp()
  shop = buyOnline(app)
  planId = await addPlan(app.look, 'Growing', 500)
  await setPrice(app.look, { currency: 'GBP', amount: '5.9' })
  await setPrice(app.look, { currency: 'GBP', amount: '10000', planId })
})
afterAll(() => app.stop())

const stateAtProvider = async (reference: string): Promise<string | undefined> => {
  const reply = await fetch(`${app.sandboxUrl}/_sandbox/payments?reference=${reference}`)
  const { items } = (await reply.json()) as { items: { state: string }[] }
  return items[0]?.state
}

test('what the payer approved is not taken once the church has given it up, however late we ask', async () => {
  const church = await app.buildChurch()
  const payment = await shop.begin(church, {
    purchase: { purpose: 'subscription', currency: 'GBP', planId, months: 1 },
    provider: 'paypal',
  })
  // Else PayPal tells us of the approval before it is given up.
  await shop.fault('paypal', 'webhook-never', 100)
  await shop.atPage(payment, 'pay')
  expect((await shop.cancel(church, payment)).body).toMatchObject({ state: 'cancelled' })
  expect(await stateAtProvider(payment.reference)).toBe('approved')
  expect((await shop.confirm(church, payment)).body.state).toBe('cancelled')
  for (const hours of [2, 9, 30]) {
    app.clock.advance(hours * 60 * 60_000)
    await reconcilePayments(app.server.context, new AbortController().signal)
    await shop.rest()
  }
  expect((await shop.confirm(church, payment)).body.state).toBe('cancelled')
  expect(await stateAtProvider(payment.reference)).toBe('approved')
  await shop.noFaults()
})

test('a church that Stripe no longer knows pays all the same, and is made known anew', async () => {
  const church = await app.buildChurch()
  const { tenantId } = church
  const kept = () => app.look('select customer_id from provider_customer where tenant_id = $1', [tenantId])
  await app.look(`insert into provider_customer (tenant_id, provider, customer_id) values ($1, 'stripe', 'cus_gone')`, [
    tenantId,
  ])
  const begin = () =>
    shop.begin(church, { purchase: { purpose: 'units', currency: 'GBP', amount: '59' }, provider: 'stripe' })
  const payment = await begin()
  expect(await kept()).toEqual([])
  await shop.atPage(payment, 'pay')
  expect((await shop.confirm(church, payment)).body.state).toBe('succeeded')
  await begin()
  expect(await kept()).toEqual([{ customer_id: expect.stringMatching(/^cus_(?!gone)/) }])
})

test('the books are in order after all of this', async () => {
  await shop.rest()
  expect(faultsOf(await audit(app.look))).toEqual([])
})
