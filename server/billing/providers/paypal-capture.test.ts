import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentProvider } from './provider.ts'
import { openRecordingServer, type RecordingServer, type Reply } from './test-kit/recording-server.ts'
import { ORDER_ID, paypalCapture, paypalOrder } from './test-kit/said.ts'
import { keysAt, known, PAYER, REFERENCE } from './test-kit/samples.ts'
import { paypalProvider } from './paypal.ts'

const paid = { reference: REFERENCE, providerId: ORDER_ID, amountMinor: 590_000, currency: 'USD' }
const refused = (issue: string, status = 422): Reply => ({
  status,
  body: { name: 'UNPROCESSABLE_ENTITY', message: `Not for ${PAYER}`, details: [{ issue }] },
})
const captured = (change: object = {}): Reply => ({
  status: 201,
  body: paypalOrder('COMPLETED', { captures: [paypalCapture(change)] }),
})
let server: RecordingServer
let paypal: PaymentProvider
beforeAll(async () => {
  server = await openRecordingServer()
  paypal = paypalProvider(keysAt(server.url).paypal)
})
afterAll(() => server.close())

/** What PayPal says to each call behind its token. */
const answer = (reply: Reply | ((path: string, method: string) => Reply)): void =>
  server.answer(({ method, path }) => {
    if (path === '/v1/oauth2/token') return { body: { access_token: 'A21AAF', expires_in: 32_400 } }
    return typeof reply === 'function' ? reply(path, method) : reply
  })
const asked = () =>
  server.calls.filter(({ path }) => path !== '/v1/oauth2/token').map(({ method, path }) => `${method} ${path}`)
test.each<[string, object, object]>([
  ['not approved yet', paypalOrder('PAYER_ACTION_REQUIRED'), { state: 'open' }],
  ['made', paypalOrder('CREATED'), { state: 'open' }],
  ['given up', paypalOrder('VOIDED'), { state: 'ended' }],
  ['paid', paypalOrder('COMPLETED', { captures: [paypalCapture()] }), { state: 'paid', ...paid }],
  [
    'paid, of another sum and currency',
    paypalOrder('COMPLETED', { captures: [paypalCapture({ amount: { currency_code: 'EUR', value: '0.10' } })] }),
    { state: 'paid', ...paid, amountMinor: 10, currency: 'EUR' },
  ],
  ['on its way', paypalOrder('COMPLETED', { captures: [paypalCapture({ status: 'PENDING' })] }), { state: 'open' }],
  ['declined', paypalOrder('COMPLETED', { captures: [paypalCapture({ status: 'DECLINED' })] }), { state: 'declined' }],
  [
    'declined, and then paid',
    paypalOrder('COMPLETED', { captures: [paypalCapture(), paypalCapture({ status: 'DECLINED' })] }),
    { state: 'paid', ...paid },
  ],
  [
    'given back',
    paypalOrder('COMPLETED', { captures: [paypalCapture({ status: 'REFUNDED' })] }),
    { state: 'refunded', refundedMinor: 590_000, ...paid },
  ],
  [
    'given back in part',
    paypalOrder('COMPLETED', {
      captures: [paypalCapture({ status: 'PARTIALLY_REFUNDED' })],
      refunds: [
        { status: 'COMPLETED', amount: { currency_code: 'USD', value: '10.05' } },
        { status: 'FAILED', amount: { currency_code: 'USD', value: '7.00' } },
      ],
    }),
    { state: 'refunded', refundedMinor: 1_005, ...paid },
  ],
])('finds what is %s', async (_what, body, providerStatus) => {
  answer({ body })
  expect(await paypal.find(known(ORDER_ID))).toEqual(providerStatus)
  expect(asked()).toEqual([`GET /v2/checkout/orders/${ORDER_ID}`])
})

test('the money of an approved order is taken when it is asked about', async () => {
  answer((_path, method) => (method === 'GET' ? { body: paypalOrder('APPROVED') } : captured()))
  expect(await paypal.find(known(ORDER_ID))).toEqual({ state: 'paid', ...paid })
  expect(asked()).toEqual([`GET /v2/checkout/orders/${ORDER_ID}`, `POST /v2/checkout/orders/${ORDER_ID}/capture`])
})

test('the money of an approved order stays with the payer when it may not be taken', async () => {
  answer({ body: paypalOrder('APPROVED') })
  expect(await paypal.find({ ...known(ORDER_ID), mayTake: false })).toEqual({ state: 'open' })
  expect(asked()).toEqual([`GET /v2/checkout/orders/${ORDER_ID}`])
})

test('what PayPal is about to take is asked about later, and not taken for refused', async () => {
  answer((_path, method) =>
    method === 'GET' ? { body: paypalOrder('APPROVED') } : refused('PREVIOUS_REQUEST_IN_PROGRESS', 409),
  )
  await expect(paypal.find(known(ORDER_ID))).rejects.toMatchObject({ name: 'ProviderAway' })
  expect(server.calls.at(-1)?.headers['paypal-request-id']).toBe(`capture-${REFERENCE}`)
})

test('of two that take it at once, the second reads what the first took', async () => {
  let taken = false
  answer((_path, method) => {
    if (method === 'GET') return taken ? { body: captured().body } : { body: paypalOrder('APPROVED') }
    taken = true
    return refused('ORDER_ALREADY_CAPTURED')
  })
  expect(await paypal.find(known(ORDER_ID))).toEqual({ state: 'paid', ...paid })
})

test.each([
  ['INSTRUMENT_DECLINED', 'declined'],
  ['PAYER_CANNOT_PAY', 'declined'],
  ['ORDER_NOT_APPROVED', 'open'],
  ['PAYER_ACTION_REQUIRED', 'open'],
  ['ORDER_EXPIRED', 'ended'],
])('money that is not to be had by %s is found %s', async (issue, state) => {
  answer((_path, method) => (method === 'GET' ? { body: paypalOrder('APPROVED') } : refused(issue)))
  expect(await paypal.find(known(ORDER_ID))).toEqual({ state })
})

test('what PayPal refuses of our own doing is refused', async () => {
  for (const issue of ['DUPLICATE_INVOICE_ID', 'PAYEE_ACCOUNT_RESTRICTED', 'constructor']) {
    answer((_path, method) => (method === 'GET' ? { body: paypalOrder('APPROVED') } : refused(issue)))
    await expect(paypal.find(known(ORDER_ID))).rejects.toMatchObject({ name: 'ProviderRefusal', code: issue })
  }
})

test('the money of another order is never taken', async () => {
  const others = paypalOrder('APPROVED', undefined, { purchase_units: [{ custom_id: 'NX-OTHER00000' }] })
  answer({ body: others })
  expect(await paypal.find(known(ORDER_ID))).toEqual({ state: 'unknown' })
  expect(asked()).toEqual([`GET /v2/checkout/orders/${ORDER_ID}`])
})

test('an order that PayPal does not know is unknown, and without its id nobody is asked', async () => {
  answer({ status: 404, body: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] } })
  expect(await paypal.find(known(ORDER_ID))).toEqual({ state: 'unknown' })
  answer({ body: paypalOrder('APPROVED') })
  for (const id of [null, '', 'cs_test_1', '../..', 'A?B'])
    expect(await paypal.find(known(id))).toEqual({ state: 'unknown' })
  expect(server.calls).toEqual([])
})
