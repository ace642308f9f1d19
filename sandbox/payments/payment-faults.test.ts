import { expect, test } from 'vitest'
import { paymentProviders } from '../platform/provider.ts'
import { asking, begin, idOf, openPayments, type Payments } from '../test-kit/payments.ts'

const verify = (payments: Payments) => ({
  stripe: (id: string) => payments.stripe(`/v1/checkout/sessions/${id}`),
  paystack: () => payments.paystack('/transaction/verify/NX-1'),
  flutterwave: () => payments.flutterwave('/v3/transactions/verify_by_reference?tx_ref=NX-1'),
  paypal: (id: string) => payments.paypal(`/v2/checkout/orders/${id}`),
})

test.each(paymentProviders)('%s answers 500 and 429 in its own words, and takes nothing', async (provider) => {
  const payments = await openPayments()
  const shapes = { stripe: 'error', paystack: 'status', flutterwave: 'status', paypal: 'name' }
  for (const [mode, status] of [
    ['500', 500],
    ['429', 429],
  ] as const) {
    await payments.fault(provider, mode)
    const answer = await begin(payments, provider, 'NX-1')
    expect([answer.status, answer.body[shapes[provider]]]).toEqual([status, expect.anything()])
  }
  expect((await payments.payments()).total).toBe(0)
  expect((await begin(payments, provider, 'NX-1')).status).toBeLessThan(300)
})

test.each(paymentProviders)('%s fails at questions by faults of their own', async (provider) => {
  const payments = await openPayments()
  const begun = await begin(payments, provider, 'NX-1')
  await payments.act(provider, 'NX-1', 'pay')
  const ask = verify(payments)[provider]
  const id = provider === 'stripe' || provider === 'paypal' ? idOf(begun) : ''
  await payments.fault(provider, '500')
  expect((await ask(id)).status).toBe(200)
  await payments.fault(`${provider}-verify`, '500')
  expect((await ask(id)).status).toBe(500)
  await payments.fault(`${provider}-verify`, 'malformed')
  await expect(ask(id)).rejects.toThrow(SyntaxError)
  await payments.fault(`${provider}-verify`, 'timeout', { waitMs: 20 })
  await expect(ask(id)).rejects.toThrow('fetch failed')
  expect((await ask(id)).status).toBe(200)
})

test('malformed begins the payment all the same, and the same key then answers with it', async () => {
  const { stripe, fault, payments } = await openPayments()
  const create = () =>
    stripe('/v1/checkout/sessions', { form: asking.stripe('NX-1'), headers: { 'idempotency-key': 'one' } })
  await fault('stripe', 'malformed')
  await expect(create()).rejects.toThrow(SyntaxError)
  const { items } = await payments()
  expect(items.map(({ id }) => id)).toEqual([idOf(await create())])
})

test('refunds fail by their own faults, and malformed gives back all the same', async () => {
  const payments = await openPayments()
  await begin(payments, 'paystack', 'NX-1')
  await payments.act('paystack', 'NX-1', 'pay')
  const refund = () => payments.paystack('/refund', { json: { transaction: 'NX-1' } })
  await payments.fault('paystack-refund', '500')
  expect((await refund()).status).toBe(500)
  await payments.fault('paystack-refund', 'malformed')
  await expect(refund()).rejects.toThrow(SyntaxError)
  expect((await refund()).body).toMatchObject({ code: 'transaction_reversed' })
})

test('decline makes the next payment fail, and the one after it works', async () => {
  const payments = await openPayments()
  await payments.fault('paystack', 'decline')
  await begin(payments, 'paystack', 'NX-1')
  expect((await payments.act('paystack', 'NX-1', 'pay')).body).toMatchObject({
    returnUrl: null,
    payment: { state: 'declined', taken: null },
  })
  expect((await payments.act('paystack', 'NX-1', 'pay')).body).toMatchObject({ payment: { state: 'paid' } })
})

test('PayPal declines when the money is captured', async () => {
  const payments = await openPayments()
  const path = `/v2/checkout/orders/${idOf(await begin(payments, 'paypal', 'NX-1'))}`
  await payments.act('paypal', 'NX-1', 'pay')
  await payments.fault('paypal', 'decline')
  expect((await payments.paypal(`${path}/capture`, { json: {} })).body).toMatchObject({
    details: [{ issue: 'INSTRUMENT_DECLINED' }],
  })
  expect((await payments.paypal(path)).body).toMatchObject({ status: 'PAYER_ACTION_REQUIRED' })
  await payments.fault('paypal-capture', 'malformed')
  await payments.act('paypal', 'NX-1', 'pay')
  await expect(payments.paypal(`${path}/capture`, { json: {} })).rejects.toThrow(SyntaxError)
  expect((await payments.paypal(path)).body).toMatchObject({ status: 'COMPLETED' })
})

test('wrong-amount and wrong-currency are what the provider says it took', async () => {
  const payments = await openPayments()
  for (const provider of ['paystack', 'flutterwave', 'stripe'] as const) {
    await payments.fault(provider, 'wrong-amount')
    await begin(payments, provider, 'a')
    await payments.act(provider, 'a', 'pay')
    await payments.fault(provider, 'wrong-currency')
    await begin(payments, provider, 'b')
    await payments.act(provider, 'b', 'pay')
  }
  const { items } = await payments.payments()
  expect(items.map(({ provider, taken }) => [provider, taken?.amount, taken?.currency])).toEqual([
    ['stripe', '354050', 'EUR'],
    ['stripe', '353950', 'USD'],
    ['flutterwave', '3540.50', 'USD'],
    ['flutterwave', '3539.50', 'NGN'],
    ['paystack', '354050', 'USD'],
    ['paystack', '353950', 'NGN'],
  ])
  expect((await payments.paystack('/transaction/verify/a')).body).toMatchObject({
    data: { status: 'success', amount: 353_950, requested_amount: 354_050 },
  })
  const [session] = items
  expect((await payments.stripe(`/v1/checkout/sessions/${session?.id ?? ''}`)).body).toMatchObject({
    amount_total: 354_050,
    currency: 'eur',
  })
})
