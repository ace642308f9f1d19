import { afterAll, beforeAll, expect, test } from 'vitest'
import { minorOf, readDecimal, roundedUp, unitsFor } from '#contract/billing/exact.ts'
import { initializeSmsPayment } from '#contract/billing/existing-clients.ts'
import { quotePurchase as quoteCall } from '#contract/billing/payments.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { setPrice } from '../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { claimedNumber, plainDecimal } from '../payments/claimed-number.ts'
import { quotePurchase } from './quote-purchase.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  church = await app.buildChurch()
})
afterAll(() => app.stop())

const HALF_WAYS = 3_026
/** Amounts half-way between two numbers of units at 5.9: 2.95, 8.85, 14.75 … in hundredths, exactly. */
const hundredths = Array.from({ length: HALF_WAYS }, (_, units) => 295n + 590n * BigInt(units))

/** By other sums than those of the code: in hundredths, halves up, and up to a whole major unit. */
const expected = (amount: bigint) => ({
  units: Number((amount + 295n) / 590n),
  amountMinor: Number(((amount + 99n) / 100n) * 100n),
})

test('3,026 amounts half-way between two numbers of units buy the greater, and cost whole naira', () => {
  const price = { units: 59n, scale: 1 }
  const found = hundredths.map((amount) => {
    const paid = readDecimal(plainDecimal(amount * 10_000n)) ?? price
    return { units: Number(unitsFor(paid, price)), amountMinor: Number(minorOf(roundedUp(paid), 'NGN')) }
  })
  expect(found).toEqual(hundredths.map(expected))
  // The first that floats get wrong: 8.85 ÷ 5.9 is 1.4999999999999998 to them.
  expect(found[1]).toEqual({ units: 2, amountMinor: 900 })
})

test('a church is quoted by the same sums', async () => {
  // The first ones, and some of all sizes.
  const some = hundredths.filter((_, units) => units < 10 || units % 89 === 0)
  const found: object[] = []
  await app.server.context.database.withTenant(church.tenantId, async (tx) => {
    for (const amount of some) {
      const purchase = { purpose: 'units', currency: 'NGN', amount: plainDecimal(amount * 10_000n) } as const
      const { units, amountMinor } = await quotePurchase(tx, church.tenantId, purchase, app.clock.now())
      found.push({ units, amountMinor })
    }
  })
  expect(found).toEqual(some.map(expected))
})

test('as clients reckon them, in floats with their noise, they are the same amounts', () => {
  const reckoned = Array.from({ length: HALF_WAYS }, (_, units) => (units + 0.5) * 5.9)
  expect(reckoned.filter((amount) => String(amount).length > 12).length).toBeGreaterThan(100)
  expect(reckoned.map(claimedNumber)).toEqual(hundredths.map((amount) => amount * 10_000n))
})

test.each([
  ['8.85', 2, 900],
  ['1000.4', 170, 100_100],
  ['2.95', 1, 300],
])('over the wire, %s naira are %i units', async (amount, units, amountMinor) => {
  const body = { purpose: 'units', currency: 'NGN', amount } as const
  const reply = await app.call(quoteCall, { body }, { token: church.admin.token })
  expect(reply.body).toMatchObject({ units, amountMinor })
})

test('what is a millionth short of half a unit buys nothing', async () => {
  const body = { purpose: 'units', currency: 'NGN', amount: '2.949999' } as const
  const reply = await app.call(quoteCall, { body }, { token: church.admin.token })
  expect(reply.body).toMatchObject({ code: 'invalid_input', fields: { amount: 'Please enter amount' } })
})

test.each([1, 2])('a client that reckons 8.85 ÷ 5.9 as %i units is sold 2', async (smsUnit) => {
  const body = { amount: 8.85, smsUnit, paymentGateway: 'Paystack' }
  const { status } = await app.call(initializeSmsPayment, { body }, { token: church.admin.token })
  expect(status).toBe(200)
  const [sold] = await app.look('select units from payment where tenant_id = $1 order by created_at desc limit 1', [
    church.tenantId,
  ])
  expect(sold).toEqual({ units: 2 })
})

test('0.1 + 0.2 of a client is 0.3', async () => {
  await setPrice(app.look, { currency: 'NGN', amount: '0.3' })
  const body = { amount: 0.1 + 0.2, smsUnit: 1, paymentGateway: 'Paystack' }
  const { status } = await app.call(initializeSmsPayment, { body }, { token: church.admin.token })
  expect(status).toBe(200)
})
