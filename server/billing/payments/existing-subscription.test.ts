import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, dayIn } from '../../platform/runtime/index.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buyOnline } from '../../test-kit/buy-online.ts'
import { addPlan, setPrice } from '../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

// As existing clients call: by the wire contract alone, paths in other letter cases.
let app: TestApp
let shop: ReturnType<typeof buyOnline>
let church: Church
let planId: string
let kenyan: string
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
  shop = buyOnline(app)
  planId = await addPlan(app.look, 'Growing', 500)
  kenyan = await addPlan(app.look, 'Kenyan', 500)
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await setPrice(app.look, { currency: 'NGN', amount: '10000.5', planId })
  await setPrice(app.look, { currency: 'USD', amount: '9', planId })
  await setPrice(app.look, { currency: 'KES', amount: '900', planId: kenyan, isoCode: 'KE' })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({ expiresOn: '2020-01-01' })
})

const ask = async (method: string, path: string, body?: object, who = church) => {
  const headers = { authorization: `Bearer ${who.admin.token}`, 'content-type': 'application/json' }
  const reply = await fetch(app.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const good = () => ({
  subscriptionPlanID: planId,
  paymentGateway: 'Paystack',
  totalAmount: 30_001.5,
  durationInMonths: 3,
  productPriceId: 7,
  currencyId: 4,
})
const initialize = (more: object = {}) => ask('POST', '/api/payment/initializesubscription', { ...good(), ...more })
const confirm = (txnref: string, who = church) =>
  ask('POST', `/api/Payment/confirmSubscriptionPayment?id=${txnref}&txnref=${txnref}`, undefined, who)
const begin = async (more: object = {}) => String((await initialize(more)).body['transactionReference'])
const pay = (reference: string, method: 'paystack' | 'paypal' = 'paystack') =>
  shop.atPage({ method, reference } as Parameters<typeof shop.atPage>[0], 'pay')

test('begins on the provider’s page, is a bare false until it is paid, and {data: true} then', async () => {
  expect((await initialize()).body).toEqual({
    status: true,
    transactionReference: expect.stringMatching(/^NX-[0-9A-Z]{10}$/),
    clientSecret: null,
    checkoutUrl: expect.stringContaining('/pay/paystack/'),
  })
  const reference = await begin()
  expect(await confirm(reference)).toEqual({ status: 200, body: false })
  await pay(reference)
  const stranger = await app.buildChurch()
  expect(await confirm(reference, stranger)).toEqual({ status: 200, body: false })
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(reference)))
  expect(answers).toEqual(answers.map(() => ({ status: 200, body: { data: true } })))
  // A purchase of months is none of units.
  expect((await ask('POST', `/api/Payment/ConfirmSMSPayment?txnref=${reference}`)).body).toBe(false)
  const { body } = await ask('GET', '/api/subscription/Subscriptions')
  expect(body).toMatchObject({
    id: planId,
    amount: 10_000.5,
    amountInNaira: 10_000.5,
    amountInDollar: 9,
    description: 'Growing',
    membershipSize: 500,
    modifiedSubcriptionDate: expect.stringMatching(/Z$/),
    subscriptionPlans: [
      { id: planId, description: 'Growing', amount: 10_000.5, order: 1, currency: { shortCode: 'NGN' } },
    ],
    productsList: [{ name: 'SMS', price: 5.9, type: 'sms' }],
  })
  const current = await ask('GET', '/api/Subscription/GetSubscription')
  expect(current.body['returnObject']).toMatchObject({
    id: planId,
    subscriptionExpiration: body['subscriptionExpiration'],
  })
})

test.each([
  ['the sum as text', { totalAmount: '30001.50' }],
  ['a sum rounded up', { totalAmount: 30_002 }],
  ['none at all', { totalAmount: null }],
  ['months as text', { durationInMonths: '3' }],
  ['a currency of its own', { currency: 'USD', totalAmount: 27, paymentGateway: 'PayPal' }],
  ['a gateway in other letters', { paymentGateway: 'PAYSTACK' }],
])('takes %s', async (_words, more) => {
  expect((await initialize(more)).status).toBe(200)
})

test('clients that reckon a thirtieth of the price for each day that is left show more than is charged', async () => {
  church = await app.buildChurch({ expiresOn: addDays(dayIn('Africa/Lagos', app.clock.now()), 12) })
  const { status } = await initialize({ totalAmount: 30_001.5 + (10_000.5 / 30) * 12 })
  expect(status).toBe(200)
  expect(await shop.payments(church)).toMatchObject([{ amountMinor: 3_000_150, months: 3 }])
})

test.each([
  ['0 months', { durationInMonths: 0 }, 400, 'invalid_input'],
  ['13 months', { durationInMonths: 13 }, 400, 'invalid_input'],
  ['1.5 months', { durationInMonths: 1.5 }, 400, 'invalid_input'],
  ['another sum', { totalAmount: 29_000 }, 409, 'changed_meanwhile'],
  ['a sum that is none', { totalAmount: '-3' }, 400, 'invalid_input'],
  ['a gateway that is none', { paymentGateway: 'Bitcoin' }, 400, 'invalid_input'],
  ['a plan id that is none', { subscriptionPlanID: '7' }, 422, 'plan_not_offered'],
  ['somebody else’s id', { subscriptionPlanID: '00000000-0000-4000-8000-000000000000' }, 422, 'plan_not_offered'],
  ['a gateway that does not take the currency', { paymentGateway: 'PayPal' }, 422, 'not_offered'],
])('refuses %s', async (_words, more, status, code) => {
  const reply = await initialize(more)
  expect([reply.status, reply.body['code']]).toEqual([status, code])
  expect(await shop.payments(church)).toEqual([])
})

test('a price of ours that it names has to be the one in force; any other name says nothing', async () => {
  const nigeria = (
    (await ask('GET', '/api/GetAllCountries')).body as unknown as { id: number; isoCode: string }[]
  ).find(({ isoCode }) => isoCode === 'NG')
  const path = `/Public/ProductPricingByCountryID?CountryID=${nigeria?.id}`
  const priceNow = async () => {
    const prices = (await ask('GET', path)).body as unknown as { id: string; subscriptionPlan: { id: string } | null }[]
    return prices.find(({ subscriptionPlan }) => subscriptionPlan?.id === planId)?.id ?? ''
  }
  const before = await priceNow()
  expect((await initialize({ productPriceId: before.toUpperCase() })).status).toBe(200)
  expect((await initialize({ productPriceId: crypto.randomUUID() })).status).toBe(200)
  expect((await initialize({ productPriceId: 'price_1NXWPnBeep' })).status).toBe(200)
  // The same sum once more, and yet another price: nobody has shown it.
  await setPrice(app.look, { currency: 'NGN', amount: '10000.5', planId })
  expect((await initialize({ productPriceId: before })).body['code']).toBe('changed_meanwhile')
  expect((await initialize({ productPriceId: await priceNow() })).status).toBe(200)
})

test('a plan of another country has no price here', async () => {
  const reply = await initialize({ subscriptionPlanID: kenyan, totalAmount: null })
  expect([reply.status, reply.body['code']]).toEqual([422, 'no_price'])
})

test('the books are in order after all of this', async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
})
