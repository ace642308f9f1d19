import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentProvider } from './provider.ts'
import { openRecordingServer, type RecordingServer } from './test-kit/recording-server.ts'
import { SESSION_ID, stripeSession } from './test-kit/said.ts'
import { keysAt, known, PAYER, REFERENCE, refundOrder } from './test-kit/samples.ts'
import { stripeProvider } from './stripe.ts'

let server: RecordingServer
let stripe: PaymentProvider
beforeAll(async () => {
  server = await openRecordingServer()
  stripe = stripeProvider(keysAt(server.url).stripe)
})
afterAll(() => server.close())

const asked = () => server.calls.map(({ method, path }) => `${method} ${path}`)
const form = (index = 0): URLSearchParams => new URLSearchParams(server.calls[index]?.body)

test('money goes back once, from the payment behind the page', async () => {
  server.answer(({ method }) => ({ body: method === 'GET' ? stripeSession() : { id: 're_1', status: 'succeeded' } }))
  expect(await stripe.refund(refundOrder(SESSION_ID))).toEqual({ providerId: 're_1', done: true })
  expect(asked()).toEqual([`GET /v1/checkout/sessions/${SESSION_ID}`, 'POST /v1/refunds'])
  expect(Object.fromEntries(form(1))).toMatchObject({ payment_intent: 'pi_1', amount: '590000' })
  expect(server.calls[1]?.headers['idempotency-key']).toBe(`refund-${REFERENCE}`)
})

test('a repetition of one try is the same word for word, whatever its reason; a new try has a key of its own', async () => {
  server.answer(({ method }) => ({ body: method === 'GET' ? stripeSession() : { id: 're_1', status: 'succeeded' } }))
  for (const change of [{ attempt: '1' }, { attempt: '1', reason: 'In other words' }, { attempt: '2' }])
    await stripe.refund(refundOrder(SESSION_ID, change))
  const sent = server.calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([
    `refund-${REFERENCE}-1`,
    `refund-${REFERENCE}-1`,
    `refund-${REFERENCE}-2`,
  ])
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
})

test.each([
  [{ body: { id: 're_1', status: 'pending' } }, { providerId: 're_1', done: true }],
  [{ body: { id: 're_1', status: 'requires_action' } }, { providerId: 're_1', done: false }],
  [
    { status: 400, body: { error: { code: 'charge_already_refunded' } } },
    { providerId: null, done: true },
  ],
])('a refund that answers %j', async (reply, refunded) => {
  server.answer(({ method }) => (method === 'GET' ? { body: stripeSession() } : reply))
  expect(await stripe.refund(refundOrder(SESSION_ID))).toEqual(refunded)
})

test('what was not paid, and what Stripe cannot give back, is refused', async () => {
  server.answer(() => ({ body: stripeSession({ status: 'open', payment_status: 'unpaid', payment_intent: null }) }))
  await expect(stripe.refund(refundOrder(SESSION_ID))).rejects.toMatchObject({ code: 'not_paid' })
  await expect(stripe.refund(refundOrder(null))).rejects.toMatchObject({ code: 'not_paid' })
  server.answer(({ method }) => ({ body: method === 'GET' ? stripeSession() : { id: 're_1', status: 'failed' } }))
  await expect(stripe.refund(refundOrder(SESSION_ID))).rejects.toMatchObject({ code: 'refund_failed' })
})

test('a page is ended; one that has ended already is let be, and one that was paid is refused', async () => {
  const unpaid = { payment_status: 'unpaid', payment_intent: null }
  server.answer(() => ({ body: stripeSession({ status: 'open', ...unpaid }) }))
  await stripe.end?.(known(SESSION_ID))
  expect(asked()).toContain(`POST /v1/checkout/sessions/${SESSION_ID}/expire`)
  const refused = { status: 400, body: { error: { type: 'invalid_request_error', message: 'Only open ones …' } } }
  server.answer(({ method }) =>
    method === 'GET' ? { body: stripeSession({ status: 'expired', ...unpaid }) } : refused,
  )
  await stripe.end?.(known(SESSION_ID))
  server.answer(({ method }) => (method === 'GET' ? { body: stripeSession() } : refused))
  await expect(stripe.end?.(known(SESSION_ID))).rejects.toMatchObject({ name: 'ProviderRefusal' })
  server.answer(() => ({ status: 404, body: { error: { code: 'resource_missing' } } }))
  await stripe.end?.(known(SESSION_ID))
})

test('a church is made known once, and has a page of its own', async () => {
  server.answer(({ path }) => ({
    body: path === '/v1/customers' ? { id: 'cus_1' } : { url: 'https://billing.stripe.com/p/session/1' },
  }))
  const church = { key: 'church-1', name: 'Grace Chapel', email: PAYER }
  expect(await stripe.portal?.openCustomer(church)).toBe('cus_1')
  await stripe.portal?.openCustomer(church)
  await stripe.portal?.openCustomer({ ...church, name: 'Grace Chapel Yaba' })
  const keys = server.calls.map(({ headers }) => headers['idempotency-key'])
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  expect(await stripe.portal?.pageFor('cus_1', 'https://narthex.example/')).toBe(
    'https://billing.stripe.com/p/session/1',
  )
})
