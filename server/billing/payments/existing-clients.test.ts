import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSubscription } from '#contract/billing/subscription.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buyOnline } from '../../test-kit/buy-online.ts'
import { setPrice } from '../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

// As existing clients call: by the wire contract alone, paths in other letter cases.
let app: TestApp
let shop: ReturnType<typeof buyOnline>
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  shop = buyOnline(app)
  for (const currency of ['NGN', 'GBP', 'XOF']) await setPrice(app.look, { currency, amount: '4.5' })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch()
  await shop.noFaults()
})

type Answer = { status: number; body: Record<string, unknown> }
const ask = async (method: string, path: string, body?: string, who = church): Promise<Answer> => {
  const reply = await fetch(app.url + path, {
    method,
    headers: {
      authorization: `Bearer ${who.admin.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: reply.status, body: (await reply.json()) as Answer['body'] }
}
const initialize = (body: object | string): Promise<Answer> =>
  ask('POST', '/api/payment/initializeSMSPayment', typeof body === 'string' ? body : JSON.stringify(body))
const confirm = (query: Record<string, string>, who = church): Promise<Answer> =>
  ask('POST', `/api/Payment/confirmsmspayment?${new URLSearchParams(query)}`, undefined, who)
const good = { smsUnit: 222, amount: 1000.4, paymentGateway: 'Paystack' }
const begin = async (more: object = {}): Promise<string> => {
  const { status, body } = await initialize({ ...good, ...more })
  expect(status).toBe(200)
  return String(body['transactionReference'])
}
const pay = (reference: string, method: 'paystack' | 'stripe' | 'flutterwave' = 'paystack'): Promise<boolean> =>
  shop.atPage({ method, reference } as Parameters<typeof shop.atPage>[0], 'pay')

describe('InitializeSMSPayment', () => {
  test('answers the page to pay on; units come from the unrounded amount, the charge is rounded up', async () => {
    expect((await initialize(good)).body).toEqual({
      status: true,
      transactionReference: expect.stringMatching(/^NX-[0-9A-Z]{10}$/),
      clientSecret: null,
      checkoutUrl: expect.stringContaining('/pay/paystack/'),
    })
    expect(await shop.payments(church)).toMatchObject([
      { units: 222, amountMinor: 100_100, currency: 'NGN', method: 'paystack', state: 'pending' },
    ])
  })

  test.each([
    ['stripe', 'GBP'],
    ['STRIPE', 'GBP'],
    ['paystack', 'NGN'],
    ['PayStack', 'NGN'],
    ['Flutterwave', 'NGN'],
    ['flutterwave', 'XOF'],
  ])('takes %s in %s', async (paymentGateway, currency) => {
    expect((await initialize({ ...good, paymentGateway, currency })).status).toBe(200)
    expect(await shop.payments(church)).toMatchObject([{ currency, method: paymentGateway.toLowerCase() }])
  })

  test('takes amount and units as text, units or none, and a currency that is null', async () => {
    for (const more of [
      { amount: '1000.4', smsUnit: '222' },
      { smsUnit: 222.00000000000003 },
      { currency: null, smsUnit: null },
    ])
      await begin(more)
    expect((await initialize({ amount: 1000.4, paymentGateway: 'Paystack' })).status).toBe(200)
  })

  test.each([
    '0',
    '-5',
    '-0.1',
    '1e309',
    '-1e309',
    '1e21',
    '1000000000',
    '"NaN"',
    '"Infinity"',
    '""',
    '" "',
    '"1e3"',
    '"1,000"',
    '"ten"',
    '{}',
    '[]',
    '[5]',
    'true',
    'null',
  ])('an amount of %s begins nothing', async (amount) => {
    const { status, body } = await initialize(`{"smsUnit":1,"amount":${amount},"paymentGateway":"Paystack"}`)
    expect([status, body['code'], body['fields']]).toEqual([400, 'invalid_input', { amount: 'Please enter amount' }])
    expect(await shop.payments(church)).toEqual([])
  })

  test.each([221, 223, 0, -222, '', 'many', 1e21])('a client that reckons %s units is out of date', async (smsUnit) => {
    const { status, body } = await initialize({ ...good, smsUnit })
    expect([status, body['code']]).toEqual([409, 'changed_meanwhile'])
    expect(await shop.payments(church)).toEqual([])
  })

  test.each([
    ['no amount', { paymentGateway: 'Paystack' }, 400, 'invalid_input'],
    ['no gateway', { amount: 5 }, 400, 'invalid_input'],
    ['a gateway that is none', { ...good, paymentGateway: 'Bitcoin' }, 400, 'invalid_input'],
    ['one that is not for units', { ...good, paymentGateway: 'PayPal' }, 400, 'invalid_input'],
    ['one that does not take the currency', { ...good, paymentGateway: 'Stripe' }, 422, 'not_offered'],
    ['a currency without a price', { ...good, currency: 'KES' }, 422, 'no_price'],
    ['a currency that is none', { ...good, currency: 'naira' }, 400, 'invalid_input'],
    ['an amount that buys nothing', { amount: 0.5, paymentGateway: 'Paystack' }, 400, 'invalid_input'],
  ])('refuses %s', async (_words, body, status, code) => {
    const reply = await initialize(body)
    expect([reply.status, reply.body['code']]).toEqual([status, code])
  })
})

describe('ConfirmSMSPayment', () => {
  test('is false until it is paid, and true then, however often it is asked and however many at once', async () => {
    const txnref = await begin()
    expect(await confirm({ id: txnref, txnref })).toEqual({ status: 200, body: false })
    await pay(txnref)
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm({ id: txnref, txnref })))
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set([true]))
    expect(await confirm({ txnref })).toEqual({ status: 200, body: true })
    expect(await confirm({ id: txnref })).toEqual({ status: 200, body: true })
    expect(await shop.payments(church)).toMatchObject([{ state: 'succeeded', units: 222 }])
  })

  test('takes the number of Flutterwave, and not another', async () => {
    const txnref = await begin({ paymentGateway: 'Flutterwave' })
    await pay(txnref, 'flutterwave')
    expect((await confirm({ id: '1', txnref })).body).toBe(false)
    // What contradicts the provider does nothing.
    expect(await shop.payments(church)).toMatchObject([{ state: 'pending' }])
    expect((await confirm({ txnref })).body).toBe(true)
    const [row] = await app.look('select provider_id as id from payment where reference = $1', [txnref])
    expect((await confirm({ id: String(row?.['id']), txnref })).body).toBe(true)
    expect((await confirm({ id: '1', txnref })).body).toBe(false)
  })

  test('is false for another church’s reference, for one that nobody has, and for none', async () => {
    const txnref = await begin()
    await pay(txnref)
    const stranger = await app.buildChurch()
    for (const query of [{ id: txnref, txnref }, { txnref: 'NX-0000000000' }, { txnref: `' or 1=1` }, {}])
      expect(await confirm(query as Record<string, string>, stranger)).toEqual({ status: 200, body: false })
    // The stranger's asking settles nothing, nor does it take anything from whose it is.
    expect(await shop.payments(church)).toMatchObject([{ state: 'pending' }])
    expect((await confirm({ txnref })).body).toBe(true)
    const { body } = await ask('GET', '/api/Membership/GetCurrentSignedInUser', undefined, stranger)
    expect(body['smsBalance']).toBe(0)
  })

  test('a reference that was paid buys once: a second purchase has another', async () => {
    const [first, second] = [await begin(), await begin()]
    await pay(first)
    expect((await confirm({ id: first, txnref: first })).body).toBe(true)
    expect((await confirm({ id: first, txnref: second })).body).toBe(false)
    const { body } = await ask('GET', '/api/Membership/GetCurrentSignedInUser')
    expect(body['smsBalance']).toBe(222)
  })

  test('is false when another sum was taken', async () => {
    const txnref = await begin()
    await shop.fault('paystack', 'wrong-amount')
    await pay(txnref)
    expect((await confirm({ txnref })).body).toBe(false)
    expect(await shop.payments(church)).toMatchObject([{ state: 'review' }])
  })

  test('says so while the provider does not answer', async () => {
    const txnref = await begin()
    await shop.fault('paystack-verify', '500', 10)
    const { status, body } = await confirm({ txnref })
    expect([status, body['code']]).toEqual([503, 'provider_unavailable'])
  })
})

test('the page of cards is there once the church has paid by card, and an empty text before', async () => {
  const portal = () => ask('GET', '/api/payment/StripeCustomerPortalManagement')
  const hasPortal = async () => (await app.call(readSubscription, {}, { token: church.admin.token })).body.hasPortal
  expect((await portal()).body).toEqual({ data: '' })
  expect(await hasPortal()).toBe(false)
  await begin({ paymentGateway: 'Stripe', currency: 'GBP' })
  expect(await hasPortal()).toBe(true)
  const { data } = (await portal()).body
  expect(new URL(String(data)).pathname).toMatch(/portal|customer/)
})

test('the books are in order after all of this', async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
})
