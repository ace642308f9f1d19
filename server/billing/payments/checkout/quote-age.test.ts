import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QUOTE_MINUTES, quotePurchase, startTransfer, type Purchase } from '#contract/billing/payments.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buyOnline } from '#server/test-kit/buy-online.ts'
import { addPlan, openBankAccount, setPrice } from '#server/test-kit/price-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let shop: ReturnType<typeof buyOnline>
let plan: string
beforeAll(async () => {
  app = await startApp()
  shop = buyOnline(app)
  plan = await addPlan(app.look, 'Growing', 500)
  await setPrice(app.look, { currency: 'NGN', amount: '10000', planId: plan })
  await openBankAccount(app.look, 'NGN')
})
afterAll(() => app.stop())

const months = (): Purchase => ({ purpose: 'subscription', currency: 'NGN', planId: plan, months: 2 })
const MINUTE_MS = 60_000
const as = ({ admin: { token } }: Church) => ({ token })

async function shownTo(church: Church) {
  const { amountMinor, validUntil } = (await app.call(quotePurchase, { body: months() }, as(church))).body
  return { ...months(), amountMinor, validUntil }
}

test('a quote is taken until its time is over, and not from then on, on a page or by transfer', async () => {
  const church = await app.buildChurch()
  const purchase = await shownTo(church)
  app.clock.advance((QUOTE_MINUTES - 1) * MINUTE_MS)
  expect((await shop.start(church, { purchase, provider: 'paystack' })).status).toBe(200)
  expect((await app.call(startTransfer, { body: purchase }, as(church))).status).toBe(200)
  app.clock.advance(MINUTE_MS)
  expect((await shop.start(church, { purchase, provider: 'paystack' })).body.code).toBe('quote_expired')
  expect((await app.call(startTransfer, { body: purchase }, as(church))).body.code).toBe('quote_expired')
  expect(await shop.payments(church)).toHaveLength(2)
  const anew = await shownTo(church)
  expect((await shop.start(church, { purchase: anew, provider: 'paystack' })).status).toBe(200)
})

test('an old quote says that it is old, also when the price has changed; a young one that the price has', async () => {
  const church = await app.buildChurch()
  const purchase = await shownTo(church)
  await setPrice(app.look, { currency: 'NGN', amount: '11000', planId: plan })
  expect((await shop.start(church, { purchase, provider: 'paystack' })).body.code).toBe('changed_meanwhile')
  app.clock.advance(QUOTE_MINUTES * MINUTE_MS)
  expect((await shop.start(church, { purchase, provider: 'paystack' })).body.code).toBe('quote_expired')
  // What a client says of its time wins nothing: the sum is reckoned anew.
  const forged = { ...purchase, validUntil: '2999-01-01T00:00:00.000Z' }
  expect((await shop.start(church, { purchase: forged, provider: 'paystack' })).body.code).toBe('changed_meanwhile')
  expect(await shop.payments(church)).toEqual([])
})

test('a press that found no page within its time is ended, and its payer is shown the price again', async () => {
  const church = await app.buildChurch()
  const press = { purchase: await shownTo(church), provider: 'paystack', key: randomUUID() } as const
  await shop.fault('paystack', '500', 3)
  expect((await shop.start(church, press)).body.code).toBe('provider_unavailable')
  await shop.noFaults()
  app.clock.advance((QUOTE_MINUTES + 1) * MINUTE_MS)
  expect((await shop.start(church, press)).body.code).toBe('quote_expired')
  expect((await shop.payments(church)).map(({ state }) => state)).toEqual(['cancelled'])
})
