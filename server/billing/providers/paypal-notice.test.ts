import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasOracles, openOracle } from '../../test-kit/oracles.ts'
import type { PaymentProvider, Received } from './provider.ts'
import { asAsked, openRecordingServer, type RecordingServer, type Reply } from './test-kit/recording-server.ts'
import { ORDER_ID, paypalCapture } from './test-kit/said.ts'
import { keysAt, REFERENCE } from './test-kit/samples.ts'
import { paypalProvider } from './paypal.ts'

const signed = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77',
  'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
  'paypal-transmission-sig': 'lmI95Jx3Y9nhR5SJWlHVIWpg4AgFk7n9bCHSRxbrd8A9zrhdu2rMyFrmz+Zjh3s3==',
  'paypal-transmission-time': '2026-11-18T20:01:35Z',
}
const capturedEvent = {
  id: 'WH-1',
  event_type: 'PAYMENT.CAPTURE.COMPLETED',
  resource: paypalCapture({ supplementary_data: { related_ids: { order_id: ORDER_ID } } }),
}

let server: RecordingServer
let paypal: PaymentProvider
beforeAll(async () => {
  server = await openRecordingServer()
  paypal = paypalProvider(keysAt(server.url).paypal)
})
afterAll(() => server.close())

const verdict = (reply: Reply): void =>
  server.answer(({ path }) =>
    path === '/v1/oauth2/token' ? { body: { access_token: 'A21AAF', expires_in: 32_400 } } : reply,
  )
const success: Reply = { body: { verification_status: 'SUCCESS' } }
const asked = () => server.calls.filter(({ path }) => path === '/v1/notifications/verify-webhook-signature')

const received = (event: unknown, headers: object = {}): Received => ({
  rawBody: Buffer.isBuffer(event) ? event : Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)),
  headers: { ...signed, ...headers },
  at: new Date(),
})

test('a notice that PayPal says is its own names the payment and its order', async () => {
  verdict(success)
  expect(await paypal.readNotice(received(capturedEvent))).toEqual({ reference: REFERENCE, providerId: ORDER_ID })
  const approved = {
    event_type: 'CHECKOUT.ORDER.APPROVED',
    resource: { id: ORDER_ID, purchase_units: [{ custom_id: REFERENCE }] },
  }
  expect(await paypal.readNotice(received(approved))).toEqual({ reference: REFERENCE, providerId: ORDER_ID })
  const refunded = { event_type: 'PAYMENT.CAPTURE.REFUNDED', resource: { id: '1JU', custom_id: REFERENCE } }
  expect(await paypal.readNotice(received(refunded))).toEqual({ reference: REFERENCE, providerId: null })
})

test('what came goes back to PayPal byte for byte', async () => {
  verdict(success)
  const written = `{ "event_type" : "PAYMENT.CAPTURE.COMPLETED",\r\n\t"amount":1.10, "emoji":"\\ud83d\\ude4f 🙏", "resource":{"custom_id":"${REFERENCE}"} }\n`
  expect(await paypal.readNotice(received(written))).toEqual({ reference: REFERENCE, providerId: null })
  const bytes = asked()[0]?.bytes ?? Buffer.alloc(0)
  expect(bytes.includes(Buffer.from(`"webhook_event":${written}}`))).toBe(true)
  expect(JSON.parse(bytes.toString())).toEqual({
    auth_algo: signed['paypal-auth-algo'],
    cert_url: signed['paypal-cert-url'],
    transmission_id: signed['paypal-transmission-id'],
    transmission_sig: signed['paypal-transmission-sig'],
    transmission_time: signed['paypal-transmission-time'],
    webhook_id: 'WH0TEST000000001',
    webhook_event: JSON.parse(written),
  })
})

test('a notice that PayPal says is not its own is forged', async () => {
  verdict({ body: { verification_status: 'FAILURE' } })
  expect(await paypal.readNotice(received(capturedEvent))).toBe('forged')
  verdict({ status: 400, body: { name: 'VALIDATION_ERROR', details: [{ issue: 'MALFORMED' }] } })
  expect(await paypal.readNotice(received(capturedEvent))).toBe('forged')
})

test('without what PayPal needs to tell, nobody is asked', async () => {
  verdict(success)
  for (const name of Object.keys(signed))
    for (const said of [undefined, '', ['a', 'b'], 'x'.repeat(501)]) {
      const read = await paypal.readNotice(received(capturedEvent, { [name]: said }))
      expect([name, said, read]).toEqual([name, said, 'forged'])
    }
  for (const name of ['paypal-auth-algo', 'paypal-cert-url', 'paypal-transmission-time'])
    expect(await paypal.readNotice(received(capturedEvent, { [name]: '"},"webhook_id":"' }))).toBe('forged')
  expect(asked()).toEqual([])
})

test('a body that would be more than the event is no event', async () => {
  verdict(success)
  const wrong = [
    '',
    'null',
    '[]',
    '"x"',
    '{},"webhook_id":"of-somebody"',
    '{}}{',
    '\ufeff{}',
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  ]
  for (const event of wrong)
    expect([String(event), await paypal.readNotice(received(event))]).toEqual([String(event), 'forged'])
  expect(asked()).toEqual([])
})

test('no word of a header becomes another part of the question', async () => {
  verdict(success)
  const injected = { 'paypal-transmission-sig': '","webhook_id":"of-somebody' }
  await paypal.readNotice(received(capturedEvent, injected))
  expect(JSON.parse(asked()[0]?.body ?? '')).toMatchObject({ webhook_id: 'WH0TEST000000001' })
})

test('while PayPal is away nothing is said of a notice', async () => {
  verdict({ status: 503 })
  await expect(paypal.readNotice(received(capturedEvent))).rejects.toMatchObject({ name: 'ProviderAway' })
  verdict({ status: 401, body: { error: 'invalid_token' } })
  await expect(paypal.readNotice(received(capturedEvent))).rejects.toMatchObject({ code: 'unauthorized' })
  verdict({ body: { verification_status: 'PERHAPS' } })
  await expect(paypal.readNotice(received(capturedEvent))).rejects.toMatchObject({ name: 'ProviderAway' })
})

test('what is its own and no notice is unreadable, and what is not our concern is let be', async () => {
  verdict(success)
  for (const wrong of [{}, { event_type: 1 }, { event_type: 'CHECKOUT.ORDER.APPROVED', resource: 5 }])
    expect([JSON.stringify(wrong), await paypal.readNotice(received(wrong))]).toEqual([
      JSON.stringify(wrong),
      'unreadable',
    ])
  const foreign = { event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: 'C', amount: {} } }
  for (const other of [foreign, { event_type: 'BILLING.PLAN.CREATED', resource: {} }])
    expect(await paypal.readNotice(received(other))).toBe('other')
})

test.runIf(hasOracles)('the question is as the official document says', async () => {
  verdict(success)
  await paypal.readNotice(received(capturedEvent))
  const oracle = await openOracle('paypal-webhooks')
  for (const call of asked()) expect(oracle.requestErrors(call.method, call.path, asAsked(call))).toEqual([])
  expect(asked()).toHaveLength(1)
})
