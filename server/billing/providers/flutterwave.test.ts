import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencies } from '#contract/money.ts'
import { offeredFor } from './amounts.ts'
import type { PaymentProvider } from './provider.ts'
import { openRecordingServer, type Recorded, type RecordingServer, type Reply } from './test-kit/recording-server.ts'
import { flutterwaveAnswer, flutterwaveUnknown } from './test-kit/said.ts'
import { charge, keysAt, known, PAYER, REFERENCE, refundOrder } from './test-kit/samples.ts'
import { flutterwaveProvider } from './flutterwave.ts'

const page = 'https://checkout.flutterwave.com/v3/hosted/pay/f524c1196ffda5556341'
const hosted: Reply = { body: { status: 'success', message: 'Hosted Link', data: { link: page } } }
const unknown: Reply = { status: 400, body: flutterwaveUnknown }
const ID = 288_200_108
const paid = { reference: REFERENCE, providerId: String(ID), amountMinor: 590_000, currency: 'USD' }

let server: RecordingServer
let flutterwave: PaymentProvider
beforeAll(async () => {
  server = await openRecordingServer()
  flutterwave = flutterwaveProvider(keysAt(server.url).flutterwave)
})
afterAll(() => server.close())

const asked = () => server.calls.map(({ method, path, query }) => `${method} ${path}${query && `?${query}`}`)
const sent = (index = 0): unknown => JSON.parse(server.calls[index]?.body ?? 'null')

type Account = { byReference?: Reply; byId?: Reply; refunds?: object[] | Reply; refund?: Reply }
/** An account that knows these transactions and refunds. */
const account =
  ({ byReference = unknown, byId = unknown, refunds = [], refund = unknown }: Account) =>
  ({ method, path }: Recorded): Reply => {
    if (method === 'POST') return refund
    if (path === '/v3/refunds')
      return Array.isArray(refunds) ? { body: { status: 'success', message: '…', data: refunds } } : refunds
    return path.endsWith('/verify_by_reference') ? byReference : byId
  }

test('a page is opened for the sum in major units', async () => {
  server.answer(() => hosted)
  expect(await flutterwave.begin(charge({ amountMinor: 354_050, currency: 'NGN' }))).toEqual({
    providerId: null,
    checkoutUrl: page,
  })
  expect(asked()).toEqual(['POST /v3/payments'])
  expect(sent()).toEqual({
    tx_ref: REFERENCE,
    amount: 3_540.5,
    currency: 'NGN',
    redirect_url: charge().paidUrl,
    session_duration: 30,
    customer: { email: PAYER },
    customizations: { title: charge().description },
  })
  expect(server.calls[0]?.headers['authorization']).toBe('Bearer FLWSECK_TEST-of-this-test')
})

test('each currency is charged in its major units, without decimals where it has none', async () => {
  server.answer(() => hosted)
  const charged: Record<string, string> = {}
  for (const currency of currencies.keys()) {
    if (!offeredFor('subscription', currency).includes('flutterwave')) continue
    server.calls.length = 0
    await flutterwave.begin(charge({ currency, amountMinor: 150_000 }))
    charged[currency] = /"amount":([^,]+)/.exec(server.calls[0]?.body ?? '')?.[1] ?? ''
  }
  expect(charged).toMatchObject({ NGN: '1500', UGX: '1500', TZS: '1500', XOF: '150000', XAF: '150000', RWF: '150000' })
  expect(Object.keys(charged)).toHaveLength(15)
})

test('an hour of a payment is at least a minute and at most a day', async () => {
  server.answer(() => hosted)
  await flutterwave.begin(charge({ expiresAt: new Date(0) }))
  await flutterwave.begin(charge({ expiresAt: new Date('2999-01-01') }))
  expect([sent(0), sent(1)]).toMatchObject([{ session_duration: 1 }, { session_duration: 1_440 }])
})

test('what is no sum to charge is refused before anybody is asked', async () => {
  server.answer(() => hosted)
  await expect(flutterwave.begin(charge({ currency: 'IDR' }))).rejects.toMatchObject({ code: 'currency_not_taken' })
  for (const amountMinor of [150_050, 0, 0.5])
    await expect(flutterwave.begin(charge({ currency: 'UGX', amountMinor }))).rejects.toMatchObject({
      code: 'amount_invalid',
    })
  expect(server.calls).toEqual([])
})

test('a sentence of refusal is none of ours', async () => {
  server.answer(() => ({ status: 400, body: { status: 'error', message: `customer ${PAYER} is blocked`, data: null } }))
  await expect(flutterwave.begin(charge())).rejects.toMatchObject({
    code: 'http_400',
    message: 'The provider refused: 400 http_400.',
  })
  server.answer(() => ({
    status: 400,
    body: { status: 'error', message: 'Duplicate transaction reference', data: null },
  }))
  await expect(flutterwave.begin(charge())).rejects.toMatchObject({ code: 'duplicate_reference' })
})

test.each<[string, object, object]>([
  ['successful', {}, { state: 'paid', ...paid }],
  ['successful', { amount: 0.1 }, { state: 'paid', ...paid, amountMinor: 10 }],
  [
    'successful',
    { amount: 5_900.5, currency: 'NGN' },
    { state: 'paid', ...paid, amountMinor: 590_050, currency: 'NGN' },
  ],
  ['successful', { amount: 5_900, currency: 'XOF' }, { state: 'paid', ...paid, amountMinor: 5_900, currency: 'XOF' }],
  ['successful', { tx_ref: 'X' }, { state: 'paid', ...paid, reference: 'X' }],
  ['failed', {}, { state: 'declined' }],
  ['pending', {}, { state: 'open' }],
])('a transaction of the status %s %j is found', async (status, change, providerStatus) => {
  server.answer(account({ byReference: { body: flutterwaveAnswer({ status, ...change }) } }))
  expect(await flutterwave.find(known())).toEqual(providerStatus)
  expect(asked()[0]).toBe(`GET /v3/transactions/verify_by_reference?tx_ref=${REFERENCE}`)
})

test('an amount with more decimals than its currency has is not read as any other', async () => {
  for (const change of [{ amount: 0.1 + 0.2 }, { amount: 10.5, currency: 'XOF' }, { amount: 1e21 }, { amount: -1 }]) {
    server.answer(account({ byReference: { body: flutterwaveAnswer(change) } }))
    await expect(flutterwave.find(known())).rejects.toMatchObject({ name: 'ProviderAway' })
  }
})

test('a try that was paid counts, whichever of them we heard of', async () => {
  const failed = { body: flutterwaveAnswer({ id: 1, status: 'failed' }) }
  const successful = { body: flutterwaveAnswer() }
  server.answer(account({ byReference: failed, byId: successful }))
  expect(await flutterwave.find(known(String(ID)))).toEqual({ state: 'paid', ...paid })
  server.answer(account({ byReference: successful, byId: failed }))
  expect(await flutterwave.find(known('1'))).toEqual({ state: 'paid', ...paid })
  server.answer(account({ byId: successful }))
  expect(await flutterwave.find(known(String(ID)))).toEqual({ state: 'paid', ...paid })
  server.answer(account({ byReference: failed, byId: { body: flutterwaveAnswer({ status: 'pending' }) } }))
  expect(await flutterwave.find(known(String(ID)))).toEqual({ state: 'declined' })
})

test('what nobody tried to pay is unknown, and an id is never a way to another call', async () => {
  server.answer(account({}))
  expect(await flutterwave.find(known('../refunds'))).toEqual({ state: 'unknown' })
  expect(asked()).toHaveLength(1)
})

test('what was given back is found beside the transaction, and failed refunds are none', async () => {
  const byReference = { body: flutterwaveAnswer() }
  const refunds = [
    { id: 1, amount_refunded: 100.5, status: 'completed-mpgs', transaction_id: ID },
    { id: 2, amount_refunded: 10, status: 'pending-momo', tx_id: ID },
    { id: 3, amount_refunded: 7, status: 'failed', transaction_id: ID },
    { id: 4, amount_refunded: 7, status: 'completed', transaction_id: 1 },
  ]
  server.answer(account({ byReference, refunds }))
  expect(await flutterwave.find(known())).toEqual({ state: 'refunded', refundedMinor: 11_050, ...paid })
  expect(asked()[1]).toBe(`GET /v3/refunds?id=${ID}`)
  server.answer(
    account({ byReference, refunds: { status: 404, body: { status: 'error', message: 'No refunds found' } } }),
  )
  expect(await flutterwave.find(known())).toEqual({ state: 'paid', ...paid })
})

test('what went back is known from all pages, or not at all', async () => {
  const byReference = { body: flutterwaveAnswer() }
  const page = (number: number, total: number): Reply => ({
    body: {
      status: 'success',
      message: 'Refunds fetched',
      meta: { page_info: { total: 2, current_page: number, total_pages: total } },
      data: [{ id: number, amount_refunded: 100, status: 'completed', transaction_id: ID }],
    },
  })
  server.answer((call) =>
    call.path === '/v3/refunds' ? page(call.query.endsWith('page=2') ? 2 : 1, 2) : account({ byReference })(call),
  )
  expect(await flutterwave.find(known())).toMatchObject({ state: 'refunded', refundedMinor: 20_000 })
  expect(asked().slice(1)).toEqual([`GET /v3/refunds?id=${ID}`, `GET /v3/refunds?id=${ID}&page=2`])
  const unsaid: Reply[] = [
    page(1, 11),
    { status: 400, body: { status: 'error', message: 'id must be a number' } },
    { status: 404, body: { status: 'error', message: 'Cannot GET /v3/refunds' } },
  ]
  for (const refunds of unsaid) {
    server.answer(account({ byReference, refunds }))
    await expect(flutterwave.find(known())).rejects.toMatchObject({ name: 'ProviderAway' })
    await expect(flutterwave.refund(refundOrder(null))).rejects.toMatchObject({ name: 'ProviderAway' })
    expect(asked().filter((call) => call.startsWith('POST'))).toEqual([])
  }
})

test('money goes back by the id of the transaction', async () => {
  const refund: Reply = { body: { status: 'success', message: '…', data: { id: 75_923, status: 'completed' } } }
  server.answer(account({ byReference: { body: flutterwaveAnswer() }, refund }))
  expect(await flutterwave.refund(refundOrder(null))).toEqual({ providerId: '75923', done: true })
  expect(asked().at(-1)).toBe(`POST /v3/transactions/${ID}/refund`)
  expect(sent(2)).toEqual({ amount: 5_900, comments: 'Bought twice' })
})

test('it goes back once, and only what was paid', async () => {
  const refunds = [{ id: 1, amount_refunded: 5_900, status: 'completed', transaction_id: ID }]
  server.answer(account({ byReference: { body: flutterwaveAnswer() }, refunds }))
  expect(await flutterwave.refund(refundOrder(null))).toEqual({ providerId: null, done: true })
  expect(asked().filter((call) => call.startsWith('POST'))).toEqual([])
  const part = [{ id: 1, amount_refunded: 5_899.99, status: 'completed', transaction_id: ID }]
  server.answer(account({ byReference: { body: flutterwaveAnswer() }, refunds: part }))
  await expect(flutterwave.refund(refundOrder(null))).rejects.toMatchObject({ code: 'partly_refunded' })
  expect(asked().filter((call) => call.startsWith('POST'))).toEqual([])
  server.answer(account({ byReference: { body: flutterwaveAnswer({ status: 'failed' }) } }))
  await expect(flutterwave.refund(refundOrder(null))).rejects.toMatchObject({ code: 'not_paid' })
  const refund: Reply = { body: { status: 'success', message: '…', data: { id: 1, status: 'failed' } } }
  server.answer(account({ byReference: { body: flutterwaveAnswer() }, refund }))
  await expect(flutterwave.refund(refundOrder(null))).rejects.toMatchObject({ code: 'refund_failed' })
})
