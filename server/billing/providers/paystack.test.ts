import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasOracles, openOracle } from '../../test-kit/oracles.ts'
import type { PaymentProvider, Received } from './provider.ts'
import {
  asAsked,
  openRecordingServer,
  type Recorded,
  type RecordingServer,
  type Reply,
} from './test-kit/recording-server.ts'
import { paystackAnswer } from './test-kit/said.ts'
import { charge, keysAt, known, PAYER, REFERENCE, refundOrder } from './test-kit/samples.ts'
import { paystackProvider } from './paystack.ts'

const page = 'https://checkout.paystack.com/0peioxfhpn'
const initialized = {
  status: true,
  message: 'Authorization URL created',
  data: { authorization_url: page, access_code: '0peioxfhpn', reference: REFERENCE },
}
const paid = { reference: REFERENCE, providerId: '4099260516', amountMinor: 590_000, currency: 'USD' }
const refused = (code: string | undefined, message = '…', status = 400): Reply => ({
  status,
  body: { status: false, message, type: 'validation_error', code },
})
const given = (status: string): Reply => ({ body: { status: true, message: '…', data: { id: 3_018_284, status } } })

let server: RecordingServer
let paystack: PaymentProvider
beforeAll(async () => {
  server = await openRecordingServer()
  paystack = paystackProvider(keysAt(server.url).paystack)
})
afterAll(() => server.close())

const asked = () => server.calls.map(({ method, path }) => `${method} ${path}`)
const sent = (index = 0): unknown => JSON.parse(server.calls[index]?.body ?? 'null')

test('a transaction is begun for the sum in hundredths, with all ways to pay', async () => {
  server.answer(() => ({ body: initialized }))
  expect(await paystack.begin(charge({ currency: 'NGN', amountMinor: 354_000 }))).toEqual({
    providerId: null,
    checkoutUrl: page,
  })
  expect(asked()).toEqual(['POST /transaction/initialize'])
  expect(sent()).toEqual({
    email: PAYER,
    amount: 354_000,
    currency: 'NGN',
    reference: REFERENCE,
    callback_url: charge().paidUrl,
    channels: ['card', 'bank', 'ussd', 'qr', 'mobile_money', 'bank_transfer'],
    metadata: { cancel_action: charge().cancelledUrl, description: charge().description },
  })
  expect(server.calls[0]?.headers['authorization']).toBe('Bearer sk_test_paystack_of_this_test')
})

test('a reference that was begun before is refused as such, by its code and by its sentence', async () => {
  for (const reply of [refused('duplicate_reference'), refused(undefined, 'Duplicate Transaction Reference')]) {
    server.answer(() => reply)
    await expect(paystack.begin(charge())).rejects.toMatchObject({
      name: 'ProviderRefusal',
      code: 'duplicate_reference',
    })
  }
})

test('a currency that Paystack does not take is refused before anybody is asked', async () => {
  server.answer(() => ({ body: initialized }))
  for (const currency of ['EUR', 'XOF', 'UGX', 'SLL'])
    await expect(paystack.begin(charge({ currency }))).rejects.toMatchObject({ code: 'currency_not_taken' })
  await expect(paystack.begin(charge({ amountMinor: 0.5 }))).rejects.toMatchObject({ code: 'amount_invalid' })
  expect(server.calls).toEqual([])
})

test.each<[string, object, object]>([
  ['success', {}, { state: 'paid', ...paid }],
  ['success', { amount: 1, currency: 'NGN' }, { state: 'paid', ...paid, amountMinor: 1, currency: 'NGN' }],
  ['success', { reference: 'X' }, { state: 'paid', ...paid, reference: 'X' }],
  ['reversal-pending', {}, { state: 'paid', ...paid }],
  ['failed', {}, { state: 'declined', decline: { kind: 'soft', code: 'unknown' } }],
  ['abandoned', {}, { state: 'open' }],
  ['ongoing', {}, { state: 'open' }],
  ['pending', {}, { state: 'open' }],
  ['processing', {}, { state: 'open' }],
  ['queued', {}, { state: 'open' }],
])('a transaction of the status %s %j is found', async (status, change, providerStatus) => {
  server.answer(() => ({ body: paystackAnswer({ status, ...change }) }))
  expect(await paystack.find(known())).toEqual(providerStatus)
  expect(asked()).toEqual([`GET /transaction/verify/${REFERENCE}`])
})

test('a status that we do not know is not read as any other', async () => {
  server.answer(() => ({ body: paystackAnswer({ status: 'blocked' }) }))
  await expect(paystack.find(known())).rejects.toMatchObject({ name: 'ProviderAway' })
})

test('a reference that Paystack does not know is unknown, with and without its code', async () => {
  for (const reply of [
    refused('transaction_not_found', 'Transaction reference not found.'),
    refused(undefined, 'Transaction reference not found', 404),
  ]) {
    server.answer(() => reply)
    expect(await paystack.find(known())).toEqual({ state: 'unknown' })
  }
})

test('a reference is never a way to another call', async () => {
  server.answer(() => refused('transaction_not_found'))
  await paystack.find({ ...known(), reference: '../../refund?x=/' })
  expect(asked()).toEqual(['GET /transaction/verify/..%2F..%2Frefund%3Fx%3D%2F'])
})

test.each([
  ['pending', true],
  ['processing', true],
  ['processed', true],
  ['needs-attention', false],
])('a refund that is %s is on its way: %s', async (status, done) => {
  server.answer(() => given(status))
  expect(await paystack.refund(refundOrder('4099260516'))).toEqual({ providerId: '3018284', done })
  expect(sent()).toEqual({ transaction: REFERENCE, amount: 590_000, currency: 'USD', merchant_note: 'Bought twice' })
})

/** A transaction that was given back, with these refunds. */
const reversed =
  (refunds: object[] | Reply, status = 'reversed') =>
  ({ method, path }: Recorded): Reply => {
    if (method === 'POST') return refused('transaction_reversed')
    if (path !== '/refund') return { body: paystackAnswer({ status }) }
    return Array.isArray(refunds) ? { body: { status: true, message: 'Refunds retrieved', data: refunds } } : refunds
  }
const back = (amount: number, change: object = {}) => ({
  id: 1,
  transaction: 4_099_260_516,
  amount,
  status: 'processed',
  ...change,
})

test('what was given back is as much as its refunds, or all of it where a bank took it back', async () => {
  const whole = { state: 'refunded', refundedMinor: 590_000, ...paid }
  server.answer(reversed([back(500_000), back(90_000, { status: 'pending' })]))
  expect(await paystack.find(known())).toEqual(whole)
  expect(server.calls[1]).toMatchObject({ path: '/refund', query: 'transaction=4099260516&perPage=100' })
  const others = [back(1, { status: 'failed' }), back(1, { transaction: 5 }), back(1, { transaction: { id: 5 } })]
  server.answer(reversed([back(100), ...others]))
  expect(await paystack.find(known())).toEqual({ ...whole, refundedMinor: 100 })
  for (const none of [[], refused(undefined, 'Not found', 404)]) {
    server.answer(reversed(none))
    expect(await paystack.find(known())).toEqual(whole)
  }
})

test('a second refund finds that it is done, unless it was a part', async () => {
  for (const status of ['reversed', 'reversal-pending']) {
    for (const refunds of [[], [back(590_000)]]) {
      server.answer(reversed(refunds, status))
      expect(await paystack.refund(refundOrder(null))).toEqual({ providerId: null, done: true })
    }
    server.answer(reversed([back(590_000, { status: 'needs-attention' })], status))
    expect(await paystack.refund(refundOrder(null))).toEqual({ providerId: null, done: false })
    server.answer(reversed([back(589_999)], status))
    await expect(paystack.refund(refundOrder(null))).rejects.toMatchObject({ code: 'partly_refunded' })
  }
  server.answer(({ method }) => (method === 'POST' ? refused('insufficient_balance') : { body: paystackAnswer() }))
  await expect(paystack.refund(refundOrder(null))).rejects.toMatchObject({ code: 'insufficient_balance' })
  server.answer(({ method }) => (method === 'POST' ? given('failed') : { body: paystackAnswer() }))
  await expect(paystack.refund(refundOrder(null))).rejects.toMatchObject({ code: 'refund_failed' })
})

test.runIf(hasOracles)('everything that is asked is as the official document says', async () => {
  server.answer(({ path }) => {
    if (path === '/refund') return given('pending')
    return { body: path.startsWith('/transaction/verify') ? paystackAnswer() : initialized }
  })
  for (const currency of ['GHS', 'KES', 'NGN', 'ZAR', 'USD']) await paystack.begin(charge({ currency }))
  await paystack.find(known())
  await paystack.refund(refundOrder(null))
  const oracle = await openOracle('paystack')
  for (const call of server.calls) expect(oracle.requestErrors(call.method, call.path, asAsked(call))).toEqual([])
  expect(server.calls).toHaveLength(7)
})

/** A notice, signed as Paystack does. */
function received(event: unknown, { secret = keysAt('').paystack.secretKey, sent: other = '' } = {}): Received {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const signature = createHmac('sha512', secret).update(payload).digest('hex')
  return { rawBody: Buffer.from(other || payload), headers: { 'x-paystack-signature': signature }, at: new Date() }
}
const succeeded = { event: 'charge.success', data: { id: 4_099_260_516, reference: REFERENCE, status: 'success' } }

test('a notice names the payment', async () => {
  expect(await paystack.readNotice(received(succeeded))).toEqual({ reference: REFERENCE, providerId: '4099260516' })
  const refunded = { event: 'refund.processed', data: { transaction_reference: REFERENCE, amount: 1 } }
  const disputed = { event: 'charge.dispute.create', data: { transaction: { reference: REFERENCE } } }
  for (const happened of [refunded, disputed])
    expect(await paystack.readNotice(received(happened))).toEqual({
      reference: REFERENCE,
      providerId: null,
      isAfterwards: true,
    })
})

test('a notice that somebody else signed, or changed, is forged', async () => {
  const altered = JSON.stringify(succeeded).replace(REFERENCE, 'NX-OTHER00000')
  expect(await paystack.readNotice(received(succeeded, { secret: 'another' }))).toBe('forged')
  expect(await paystack.readNotice(received(succeeded, { sent: altered }))).toBe('forged')
  for (const said of [undefined, '', 'é'.repeat(128), ['a', 'b']])
    expect([
      String(said),
      await paystack.readNotice({ ...received(succeeded), headers: { 'x-paystack-signature': said } }),
    ]).toEqual([String(said), 'forged'])
})

test('what is signed and no notice is unreadable, and what is not our concern is let be', async () => {
  for (const wrong of [
    'no json',
    '[]',
    'null',
    '{}',
    { event: 'charge.success', data: { reference: 5 } },
    { event: 'charge.success' },
  ])
    expect([JSON.stringify(wrong), await paystack.readNotice(received(wrong))]).toEqual([
      JSON.stringify(wrong),
      'unreadable',
    ])
  for (const event of ['transfer.success', 'refund.pending', ''])
    expect(await paystack.readNotice(received({ event, data: {} }))).toBe('other')
})
