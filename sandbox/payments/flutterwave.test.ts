import { expect, test } from 'vitest'
import { asking, begin, openPayments, type Payments } from '../test-kit/payments.ts'

const byReference = ({ flutterwave }: Payments, reference: string) =>
  flutterwave(`/v3/transactions/verify_by_reference?tx_ref=${reference}`)
const UNKNOWN = { status: 400, body: { status: 'error', message: 'No transaction was found for this id', data: null } }

test('there is no transaction before somebody tries to pay, and each try is one', async () => {
  const payments = await openPayments()
  const begun = await begin(payments, 'flutterwave', 'NX-1')
  expect(begun.body).toMatchObject({ status: 'success', message: 'Hosted Link', data: { link: expect.any(String) } })
  expect(await byReference(payments, 'NX-1')).toMatchObject(UNKNOWN)
  await payments.act('flutterwave', 'NX-1', 'decline')
  const failed = (await byReference(payments, 'NX-1')).body['data']
  expect(failed).toMatchObject({ status: 'failed', tx_ref: 'NX-1' })
  const { body } = await payments.act('flutterwave', 'NX-1', 'pay')
  const paid = (await byReference(payments, 'NX-1')).body['data']
  expect(paid).toMatchObject({ status: 'successful', amount: 3_540.5, charged_amount: 3_540.5, currency: 'NGN' })
  const { id } = Object(paid)
  expect(body.returnUrl).toBe(`http://127.0.0.1:9/back?status=successful&tx_ref=NX-1&transaction_id=${String(id)}`)
  const ask = async (number: unknown) =>
    (await payments.flutterwave(`/v3/transactions/${String(number)}/verify`)).body['data']
  expect(await ask(id)).toEqual(paid)
  expect(await ask(Object(failed).id)).toMatchObject({ status: 'failed', tx_ref: 'NX-1' })
  expect(id).not.toBe(Object(failed).id)
})

test('giving up leads back without a transaction', async () => {
  const payments = await openPayments()
  await begin(payments, 'flutterwave', 'NX-1')
  const { body } = await payments.act('flutterwave', 'NX-1', 'cancel')
  expect(body.returnUrl).toBe('http://127.0.0.1:9/back?status=cancelled&tx_ref=NX-1')
  expect(await byReference(payments, 'NX-1')).toMatchObject(UNKNOWN)
})

test('the same reference for the same sum is the same page, for another sum none', async () => {
  const { flutterwave, payments } = await openPayments()
  const pay = (change: object) => flutterwave('/v3/payments', { json: asking.flutterwave('NX-1', change) })
  const first = await pay({})
  expect((await pay({ amount: '3540.50' })).body).toEqual(first.body)
  expect(await pay({ amount: 35 })).toMatchObject({ status: 400, body: { status: 'error' } })
  expect((await payments()).total).toBe(1)
})

test('amounts are major units, with the decimals that the currency has', async () => {
  const { flutterwave, payments } = await openPayments()
  const pay = async (reference: string, change: object) =>
    (await flutterwave('/v3/payments', { json: asking.flutterwave(reference, change) })).status
  expect(await pay('a', { currency: 'XOF', amount: 5_000 })).toBe(200)
  expect(await pay('b', { amount: '0.29' })).toBe(200)
  for (const amount of [0, -1, 0.001, '1e9', 'ten', 1e21, null])
    expect([amount, await pay('c', { amount })]).toEqual([amount, 400])
  for (const change of [
    { currency: 'XOF', amount: 5.5 },
    { currency: 'CLP' },
    { redirect_url: 'data:,' },
    { customer: {} },
  ])
    expect(await pay('d', change)).toBe(400)
  expect((await payments()).items.map(({ amount, currency }) => [amount, currency])).toEqual([
    ['0.29', 'NGN'],
    ['5000', 'XOF'],
  ])
})

test('gives back in parts, and never more than was taken', async () => {
  const payments = await openPayments()
  await begin(payments, 'flutterwave', 'NX-1')
  await payments.act('flutterwave', 'NX-1', 'pay')
  const { id } = Object((await byReference(payments, 'NX-1')).body['data'])
  const refund = (json: object) => payments.flutterwave(`/v3/transactions/${String(id)}/refund`, { json })
  expect((await refund({ amount: 3_540.51 })).status).toBe(400)
  expect((await refund({ amount: 40.5, comments: 'A part' })).body).toMatchObject({
    status: 'success',
    data: { tx_id: id, amount_refunded: 40.5, status: 'completed' },
  })
  expect((await refund({})).body).toMatchObject({ data: { amount_refunded: 3_500 } })
  expect((await refund({})).status).toBe(400)
  expect((await payments.flutterwave(`/v3/refunds?id=${String(id)}`)).body).toMatchObject({
    data: [{ amount_refunded: 3_500 }, { amount_refunded: 40.5 }],
  })
  expect((await payments.flutterwave('/v3/transactions/1/refund', { json: {} })).status).toBe(400)
})

test('refuses wrong keys in its own words', async () => {
  const { flutterwave } = await openPayments()
  const headers = { authorization: 'Bearer wrong' }
  expect(await flutterwave('/v3/transactions/1/verify', { headers })).toMatchObject({
    status: 401,
    body: { status: 'error', message: 'Invalid authorization key', data: null },
  })
  expect(await flutterwave('/v3/nothing')).toMatchObject({ status: 404, body: { status: 'error' } })
})
