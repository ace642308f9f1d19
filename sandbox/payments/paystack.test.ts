import { expect, test } from 'vitest'
import { asking, begin, openPayments, type Payments } from '../test-kit/payments.ts'

const statusOf = async ({ paystack }: Payments, reference: string) => {
  const { data } = (await paystack(`/transaction/verify/${reference}`)).body
  return Object(data).status
}

test('a transaction is abandoned until it is paid, and failed once it was declined', async () => {
  const payments = await openPayments()
  const begun = await begin(payments, 'paystack', 'NX-1')
  expect(begun.body).toMatchObject({ status: true, data: { reference: 'NX-1', authorization_url: expect.any(String) } })
  expect(await statusOf(payments, 'NX-1')).toBe('abandoned')
  expect((await payments.act('paystack', 'NX-1', 'decline')).body.returnUrl).toBeNull()
  expect(await statusOf(payments, 'NX-1')).toBe('failed')
  expect((await payments.act('paystack', 'NX-1', 'cancel')).body.returnUrl).toBe('http://127.0.0.1:9/cancelled')
  expect(await statusOf(payments, 'NX-1')).toBe('abandoned')
  const { body } = await payments.act('paystack', 'NX-1', 'pay')
  expect(body.returnUrl).toBe('http://127.0.0.1:9/paid?trxref=NX-1&reference=NX-1')
  expect((await payments.paystack('/transaction/verify/NX-1')).body).toMatchObject({
    status: true,
    data: {
      status: 'success',
      amount: 354_050,
      requested_amount: 354_050,
      currency: 'NGN',
      reference: 'NX-1',
      metadata: { description: '600 SMS units' },
    },
  })
})

test('a reference serves once, and is one Paystack can read', async () => {
  const { paystack } = await openPayments()
  const initialize = (change: object) => paystack('/transaction/initialize', { json: asking.paystack('NX-1', change) })
  expect((await initialize({})).status).toBe(200)
  expect(await initialize({ amount: 5 })).toMatchObject({
    status: 400,
    body: { status: false, message: 'Duplicate Transaction Reference', code: 'duplicate_reference' },
  })
  expect((await initialize({ reference: 'with a space' })).status).toBe(400)
  const { data } = (await initialize({ reference: undefined })).body
  expect(Object(data).reference).toMatch(/^[a-z0-9]{10}$/)
})

test('takes five currencies, in hundredths', async () => {
  const { paystack, payments } = await openPayments()
  const initialize = async (reference: string, change: object) => {
    const { status, body } = await paystack('/transaction/initialize', { json: asking.paystack(reference, change) })
    return [status, body['code']]
  }
  expect(await initialize('a', { currency: 'GHS', amount: '100' })).toEqual([200, undefined])
  expect(await initialize('b', { currency: 'XOF' })).toEqual([403, 'unsupported_currency'])
  for (const amount of [0, -1, 1.5, '1.5', null, 1e30])
    expect(await initialize('c', { amount })).toEqual([400, 'invalid_amount'])
  expect(await initialize('d', { email: 'nobody' })).toEqual([400, 'invalid_email_address'])
  expect((await payments()).items.map(({ amount, currency }) => [amount, currency])).toEqual([['100', 'GHS']])
})

test('gives back, once, and says so on asking', async () => {
  const payments = await openPayments()
  const refund = (change: object) => payments.paystack('/refund', { json: { transaction: 'NX-1', ...change } })
  await begin(payments, 'paystack', 'NX-1')
  expect((await refund({})).status).toBe(400)
  await payments.act('paystack', 'NX-1', 'pay')
  expect((await refund({ amount: 354_051 })).status).toBe(400)
  expect((await refund({ currency: 'GHS' })).status).toBe(400)
  const queued = await refund({ merchant_note: 'Twice bought' })
  expect(queued.body).toMatchObject({ status: true, data: { status: 'pending', amount: 354_050 } })
  const { id } = Object(queued.body['data'])
  expect((await payments.paystack(`/refund/${String(id)}`)).body).toMatchObject({
    data: { status: 'processed', transaction_reference: 'NX-1', merchant_note: 'Twice bought' },
  })
  expect(await statusOf(payments, 'NX-1')).toBe('reversed')
  expect(await refund({})).toMatchObject({ status: 400, body: { code: 'transaction_reversed' } })
  expect((await payments.paystack('/refund?transaction=NX-1')).body).toMatchObject({ meta: { total: 1 } })
})

test('refuses in its own words', async () => {
  const { paystack } = await openPayments()
  expect(await paystack('/transaction/verify/none')).toMatchObject({
    status: 400,
    body: { status: false, message: 'Transaction reference not found.', code: 'transaction_not_found' },
  })
  const wrongKey = await paystack('/transaction/verify/none', { headers: { authorization: 'Bearer sk_wrong' } })
  expect(wrongKey).toMatchObject({ status: 401, body: { status: false, message: 'Invalid key' } })
  expect(await paystack('/nothing')).toMatchObject({ status: 404, body: { status: false } })
})
