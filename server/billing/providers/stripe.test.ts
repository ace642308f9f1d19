import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { currencies } from '#contract/money.ts'
import { hasOracles, openOracle } from '../../test-kit/oracles.ts'
import { asAsked, openRecordingServer, type Recorded, type RecordingServer } from './test-kit/recording-server.ts'
import { SESSION_ID, stripeIntent, stripeSession } from './test-kit/said.ts'
import { charge, keysAt, known, PAYER, REFERENCE, refundOrder } from './test-kit/samples.ts'
import type { PaymentProvider } from './provider.ts'
import { stripeProvider } from './stripe.ts'

const opened = { id: SESSION_ID, url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3#fid' }
const paid = { reference: REFERENCE, providerId: SESSION_ID, amountMinor: 590_000, currency: 'USD' }

let server: RecordingServer
let stripe: PaymentProvider
beforeAll(async () => {
  server = await openRecordingServer()
  stripe = stripeProvider(keysAt(server.url).stripe)
})
afterAll(() => server.close())

const asked = () => server.calls.map(({ method, path }) => `${method} ${path}`)
const form = (index = 0): URLSearchParams => new URLSearchParams(server.calls[index]?.body)

test('a page is opened for the sum, with our reference on the page and on the payment behind it', async () => {
  server.answer(() => ({ body: opened }))
  expect(await stripe.begin(charge())).toEqual({ providerId: SESSION_ID, checkoutUrl: opened.url })
  expect(asked()).toEqual(['POST /v1/checkout/sessions'])
  expect(Object.fromEntries(form())).toMatchObject({
    mode: 'payment',
    client_reference_id: REFERENCE,
    'metadata[reference]': REFERENCE,
    'payment_intent_data[metadata][reference]': REFERENCE,
    'line_items[0][price_data][unit_amount]': '590000',
    'line_items[0][price_data][currency]': 'usd',
    customer_email: PAYER,
    'allowed_payment_method_types[0]': 'card',
  })
  expect(form().has('customer')).toBe(false)
  expect(server.calls[0]?.headers).toMatchObject({
    authorization: 'Bearer sk_test_of_this_test',
    'idempotency-key': `begin-${REFERENCE}`,
  })
  expect(server.calls[0]?.headers).not.toHaveProperty('x-stripe-client-telemetry')
})

test('a church that Stripe knows pays as that customer', async () => {
  server.answer(() => ({ body: opened }))
  await stripe.begin(charge({ customerId: 'cus_1' }))
  expect(form().get('customer')).toBe('cus_1')
  expect(form().has('customer_email')).toBe(false)
})

test('a customer that Stripe no longer knows is left out, under another key', async () => {
  const gone = { status: 400, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } }
  server.answer(({ body }) => (new URLSearchParams(body).has('customer') ? gone : { body: opened }))
  expect(await stripe.begin(charge({ customerId: 'cus_gone' }))).toEqual({
    providerId: SESSION_ID,
    checkoutUrl: opened.url,
    isCustomerUnknown: true,
  })
  expect(form(1).get('customer_email')).toBe(PAYER)
  const keys = server.calls.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([`begin-${REFERENCE}`, `begin-${REFERENCE}-unnamed`])
  server.answer(() => gone)
  await expect(stripe.begin(charge())).rejects.toMatchObject({ code: 'resource_missing' })
  expect(server.calls).toHaveLength(1)
})

test('a repetition of the same charge is the same word for word', async () => {
  server.answer(() => ({ body: opened }))
  const same = charge()
  await stripe.begin(same)
  await stripe.begin(same)
  expect(server.calls[1]?.body).toBe(server.calls[0]?.body)
})

test('a page ends when Stripe can end it: half an hour to a day from now', async () => {
  const now = Date.parse('2027-06-15T09:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  server.answer(() => ({ body: opened }))
  const ends = async (minutes: number) => {
    await stripe.begin(charge({ expiresAt: new Date(now + minutes * 60_000) }))
    return (Number(form(server.calls.length - 1).get('expires_at')) * 1_000 - now) / 60_000
  }
  expect([await ends(30), await ends(-60), await ends(60 * 48)]).toEqual([36, 31, 24 * 60 - 1])
})

test('each currency is charged in the least units that Stripe has for it', async () => {
  server.answer(() => ({ body: opened }))
  const charged: Record<string, string | null> = {}
  for (const [currency, { withdrawn }] of currencies) {
    if (withdrawn) continue
    server.calls.length = 0
    await stripe.begin(charge({ currency, amountMinor: 150_000 }))
    charged[currency] = form().get('line_items[0][price_data][unit_amount]')
  }
  expect(new Set(Object.values(charged))).toEqual(new Set(['150000']))
  expect(Object.keys(charged)).toEqual(expect.arrayContaining(['XAF', 'CLP', 'GNF', 'RWF', 'XOF', 'UGX', 'NGN']))
})

test('what is no sum to charge is refused before anybody is asked', async () => {
  server.answer(() => ({ body: opened }))
  for (const wrong of [
    { currency: 'UGX', amountMinor: 150_050 },
    { amountMinor: 0 },
    { amountMinor: -100 },
    { amountMinor: 0.5 },
    { amountMinor: Number('1e309') },
    { amountMinor: 2 ** 53 },
  ])
    await expect(stripe.begin(charge(wrong))).rejects.toMatchObject({ code: 'amount_invalid' })
  for (const currency of ['SLL', 'JPY', 'usd', ''])
    await expect(stripe.begin(charge({ currency }))).rejects.toMatchObject({ code: 'currency_not_taken' })
  expect(server.calls).toEqual([])
})

test('the same reference with another sum is refused as begun already', async () => {
  server.answer(() => ({
    status: 400,
    body: { error: { type: 'idempotency_error', message: 'Keys for idempotent …' } },
  }))
  await expect(stripe.begin(charge())).rejects.toMatchObject({ name: 'ProviderRefusal', code: 'duplicate_reference' })
})

test.each([
  [409, 'idempotency_key_in_use'],
  [429, 'lock_timeout'],
  [400, 'rate_limit'],
])('is away while it is busy with the same: %i %s', async (status, code) => {
  server.answer(() => ({ status, body: { error: { type: 'invalid_request_error', code, message: '…' } } }))
  await expect(stripe.begin(charge())).rejects.toMatchObject({ name: 'ProviderAway' })
})

test('what Stripe will not do is refused by its code', async () => {
  server.answer(() => ({ status: 400, body: { error: { type: 'invalid_request_error', code: 'amount_too_small' } } }))
  await expect(stripe.begin(charge())).rejects.toMatchObject({ name: 'ProviderRefusal', code: 'amount_too_small' })
})

test.each<[string, object, object]>([
  ['paid', {}, { state: 'paid', ...paid }],
  ['paid, of an amount that is another', { amount_total: 1 }, { state: 'paid', ...paid, amountMinor: 1 }],
  ['paid, of another currency', { currency: 'ngn' }, { state: 'paid', ...paid, currency: 'NGN' }],
  ['paid, under another reference', { client_reference_id: 'X' }, { state: 'paid', ...paid, reference: 'X' }],
  ['paid, under none', { client_reference_id: null }, { state: 'paid', ...paid, reference: '' }],
  [
    'paid with nothing',
    { payment_status: 'no_payment_required', amount_total: 0 },
    { state: 'paid', ...paid, amountMinor: 0 },
  ],
  ['not tried', { status: 'open', payment_status: 'unpaid', payment_intent: null }, { state: 'open' }],
  [
    'under way at a bank',
    { payment_status: 'unpaid', payment_intent: stripeIntent({ status: 'processing' }) },
    { state: 'open' },
  ],
  ['given up', { status: 'expired', payment_status: 'unpaid', payment_intent: null }, { state: 'ended' }],
  [
    'declined',
    {
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: stripeIntent({
        status: 'requires_payment_method',
        last_payment_error: { code: 'card_declined' },
        latest_charge: 'ch_1',
      }),
    },
    { state: 'declined' },
  ],
  [
    'given back in part',
    { payment_intent: stripeIntent({ latest_charge: { amount_refunded: 100 } }) },
    { state: 'refunded', refundedMinor: 100, ...paid },
  ],
])('finds what is %s', async (_what, change, providerStatus) => {
  server.answer(() => ({ body: stripeSession(change) }))
  expect(await stripe.find(known(SESSION_ID))).toEqual(providerStatus)
  expect(asked()).toEqual([`GET /v1/checkout/sessions/${SESSION_ID}`])
})

test('knows nothing of a page that Stripe does not know, and asks for none without its id', async () => {
  server.answer(() => ({ status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } }))
  expect(await stripe.find(known(SESSION_ID))).toEqual({ state: 'unknown' })
  server.answer(() => ({ body: stripeSession() }))
  for (const id of [null, '', 'pi_1', 'cs_/../customers', 'cs_1?expand=x']) {
    expect(await stripe.find(known(id))).toEqual({ state: 'unknown' })
  }
  expect(server.calls).toEqual([])
})

test.runIf(hasOracles)('everything that is asked is as the official document says', async () => {
  server.answer(({ method, path }) => {
    if (path === '/v1/customers') return { body: { id: 'cus_1' } }
    if (path.startsWith('/v1/billing_portal')) return { body: { url: 'https://billing.stripe.com/p/1' } }
    if (path === '/v1/refunds') return { body: { id: 're_1', status: 'succeeded' } }
    return { body: path.endsWith('/sessions') && method === 'POST' ? opened : stripeSession() }
  })
  await stripe.begin(charge())
  await stripe.begin(charge({ customerId: 'cus_1', currency: 'XOF' }))
  await stripe.find(known(SESSION_ID))
  await stripe.refund(refundOrder(SESSION_ID))
  await stripe.end?.(known(SESSION_ID))
  await stripe.portal?.openCustomer({ key: 'church-1', name: 'Grace Chapel', email: PAYER })
  await stripe.portal?.pageFor('cus_1', 'https://narthex.example/')
  const oracle = await openOracle('stripe')
  // The document is older than the version that the SDK speaks, which filters by this word.
  const older = ({ body, ...call }: Recorded): Recorded => ({
    ...call,
    body: body.replace(/&?allowed_payment_method_types(%5B|\[)0(%5D|\])=card/, ''),
  })
  for (const call of server.calls)
    expect(oracle.requestErrors(call.method, call.path, asAsked(older(call)))).toEqual([])
  expect(server.calls).toHaveLength(9)
})
