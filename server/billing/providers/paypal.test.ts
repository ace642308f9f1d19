import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest'
import { hasOracles, openOracle } from '../../test-kit/oracles.ts'
import type { PaymentProvider } from './provider.ts'
import { asAsked, openRecordingServer, type RecordingServer, type Reply } from './test-kit/recording-server.ts'
import { ORDER_ID, paypalCapture, paypalOrder } from './test-kit/said.ts'
import { charge, keysAt, known, PAYER, REFERENCE, refundOrder } from './test-kit/samples.ts'
import { paypalProvider } from './paypal.ts'

const page = `https://www.paypal.com/checkoutnow?token=${ORDER_ID}`
const created: Reply = {
  status: 201,
  body: {
    id: ORDER_ID,
    status: 'PAYER_ACTION_REQUIRED',
    links: [
      { href: `https://api-m.paypal.com/v2/checkout/orders/${ORDER_ID}`, rel: 'self', method: 'GET' },
      { href: page, rel: 'payer-action', method: 'GET' },
    ],
  },
}
const refused = (issue: string, status = 422): Reply => ({
  status,
  body: { name: 'UNPROCESSABLE_ENTITY', message: `Not for ${PAYER}`, details: [{ issue }] },
})
const captured = (change: object = {}): Reply => ({
  status: 201,
  body: paypalOrder('COMPLETED', { captures: [paypalCapture(change)] }),
})
const token = (expires_in = 32_400): Reply => ({ body: { access_token: 'A21AAF', token_type: 'Bearer', expires_in } })

let server: RecordingServer
let paypal: PaymentProvider
beforeAll(async () => {
  server = await openRecordingServer()
})
beforeEach(() => {
  paypal = paypalProvider(keysAt(server.url).paypal)
})
afterAll(() => server.close())

/** What PayPal says to each call behind its token. */
const answer = (reply: Reply | ((path: string, method: string) => Reply)): void =>
  server.answer(({ method, path }) => {
    if (path === '/v1/oauth2/token') return token()
    return typeof reply === 'function' ? reply(path, method) : reply
  })
const asked = () =>
  server.calls.filter(({ path }) => path !== '/v1/oauth2/token').map(({ method, path }) => `${method} ${path}`)
const sent = (index = 1): unknown => JSON.parse(server.calls[index]?.body ?? 'null')

test('an order is made for the sum as a decimal, under our reference, without the payer’s address', async () => {
  answer(created)
  expect(await paypal.begin(charge({ amountMinor: 590_005 }))).toEqual({ providerId: ORDER_ID, checkoutUrl: page })
  expect(asked()).toEqual(['POST /v2/checkout/orders'])
  expect(sent()).toMatchObject({
    intent: 'CAPTURE',
    purchase_units: [
      { custom_id: REFERENCE, invoice_id: REFERENCE, amount: { currency_code: 'USD', value: '5900.05' } },
    ],
  })
  expect(server.calls[1]?.body).not.toContain(PAYER)
  expect(server.calls[1]?.headers).toMatchObject({
    authorization: 'Bearer A21AAF',
    'paypal-request-id': `begin-${REFERENCE}`,
  })
})

test('a page by its older name is taken too, and an order without one is not', async () => {
  answer({ body: { id: ORDER_ID, status: 'CREATED', links: [{ href: page, rel: 'approve' }] } })
  expect(await paypal.begin(charge())).toEqual({ providerId: ORDER_ID, checkoutUrl: page })
  answer({ body: { id: ORDER_ID, status: 'CREATED', links: [{ href: page, rel: 'self' }] } })
  await expect(paypal.begin(charge())).rejects.toMatchObject({ name: 'ProviderAway' })
})

test('a currency that PayPal does not take here is refused before anybody is asked', async () => {
  answer(created)
  for (const currency of ['NGN', 'XOF', 'UGX'])
    await expect(paypal.begin(charge({ currency }))).rejects.toMatchObject({ code: 'currency_not_taken' })
  await expect(paypal.begin(charge({ amountMinor: -1 }))).rejects.toMatchObject({ code: 'amount_invalid' })
  expect(server.calls).toEqual([])
})

test('a description of any length and script fits', async () => {
  answer(created)
  await paypal.begin(charge({ description: '🕊'.repeat(200) }))
  expect(sent()).toHaveProperty(['purchase_units', 0, 'description'], '🕊'.repeat(127))
})

test('a token is kept for the next call, and let go shortly before its end', async () => {
  const tokens = () => server.calls.filter(({ path }) => path === '/v1/oauth2/token')
  answer(created)
  await paypal.begin(charge())
  await paypal.begin(charge())
  expect(tokens()).toHaveLength(1)
  expect(tokens()[0]?.headers['authorization']).toBe(
    `Basic ${Buffer.from('client-of-this-test:secret-of-this-test').toString('base64')}`,
  )
  expect(tokens()[0]?.body).toBe('grant_type=client_credentials')
  const other = paypalProvider(keysAt(server.url).paypal)
  server.answer(({ path }) => (path === '/v1/oauth2/token' ? token(60) : created))
  await other.begin(charge())
  await other.begin(charge())
  expect(tokens()).toHaveLength(2)
})

test('a token that PayPal no longer takes is had anew, once', async () => {
  let expired = true
  answer(() => {
    const reply = expired ? { status: 401, body: { error: 'invalid_token' } } : created
    expired = false
    return reply
  })
  expect(await paypal.begin(charge())).toHaveProperty('checkoutUrl', page)
  answer({ status: 401, body: { error: 'invalid_token' } })
  await expect(paypal.begin(charge())).rejects.toMatchObject({ code: 'unauthorized' })
  expect(asked()).toHaveLength(2)
})

test('money goes back once, from the capture', async () => {
  const given = (status: string): Reply => ({ status: 201, body: { id: '1JU08902781691411', status } })
  const reply = (refund: Reply) => (_path: string, method: string) =>
    method === 'GET' ? { body: captured().body } : refund
  answer(reply(given('COMPLETED')))
  expect(await paypal.refund(refundOrder(ORDER_ID))).toEqual({ providerId: '1JU08902781691411', done: true })
  expect(asked()[1]).toBe('POST /v2/payments/captures/3C679366HH908993F/refund')
  expect(sent(2)).toEqual({ amount: { currency_code: 'USD', value: '5900.00' }, custom_id: REFERENCE })
  expect(server.calls[2]?.headers['paypal-request-id']).toBe(`refund-${REFERENCE}`)
  await paypal.refund(refundOrder(ORDER_ID, { attempt: '2', reason: 'In other words' }))
  expect(server.calls.at(-1)?.headers['paypal-request-id']).toBe(`refund-${REFERENCE}-2`)
  answer(reply(given('PENDING')))
  expect(await paypal.refund(refundOrder(ORDER_ID))).toHaveProperty('done', true)
  answer(reply(refused('CAPTURE_FULLY_REFUNDED')))
  expect(await paypal.refund(refundOrder(ORDER_ID))).toEqual({ providerId: null, done: true })
  answer(reply(given('FAILED')))
  await expect(paypal.refund(refundOrder(ORDER_ID))).rejects.toMatchObject({ code: 'refund_failed' })
  answer({ body: paypalOrder('CREATED') })
  await expect(paypal.refund(refundOrder(ORDER_ID))).rejects.toMatchObject({ code: 'not_paid' })
})

test.runIf(hasOracles)('everything that is asked of orders is as the official document says', async () => {
  answer((path, method) => {
    if (method === 'GET') return { body: paypalOrder('APPROVED') }
    return path.endsWith('/capture') ? captured() : created
  })
  for (const currency of ['GBP', 'CAD', 'EUR', 'USD']) await paypal.begin(charge({ currency }))
  await paypal.find(known(ORDER_ID))
  const oracle = await openOracle('paypal-orders')
  const calls = server.calls.filter(({ path }) => path.startsWith('/v2/checkout/'))
  for (const call of calls) expect(oracle.requestErrors(call.method, call.path, asAsked(call))).toEqual([])
  expect(calls).toHaveLength(6)
})
