import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { paymentSecrets } from '../test-kit/sandbox.ts'
import { paymentProviders } from '../platform/provider.ts'
import { begin, idOf, type Notice, openHook, openPayments } from '../test-kit/payments.ts'

const hmac = (algorithm: string, secret: string, text: string) =>
  createHmac(algorithm, secret).update(text).digest('hex')

/** Whether a notice of Stripe or Paystack is signed by the written rule. */
function isSigned({ path, headers, raw }: Notice): boolean {
  const [, seconds = '', mac = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['stripe-signature'])) ?? []
  return path.endsWith('/stripe')
    ? mac === hmac('sha256', paymentSecrets.STRIPE_WEBHOOK_SECRET, `${seconds}.${raw}`)
    : headers['x-paystack-signature'] === hmac('sha512', paymentSecrets.PAYSTACK_SECRET_KEY, raw)
}

const ageOf = ({ headers }: Notice): number => {
  const [, seconds] = /^t=(\d+)/.exec(String(headers['stripe-signature'])) ?? []
  return Math.round((Date.now() / 1_000 - Number(seconds)) / 3_600)
}

async function openBoth(answers: number[] = []) {
  const hook = await openHook(answers)
  return { ...hook, ...(await openPayments({ webhookUrl: hook.webhookUrl })) }
}
type Both = Awaited<ReturnType<typeof openBoth>>

const kindOf = ({ body }: Notice) => body['type'] ?? body['event'] ?? body['event_type']

/** Pays one payment and gives it back. */
async function payAndRefund(payments: Both, reference: string): Promise<void> {
  await begin(payments, 'paystack', reference)
  await payments.act('paystack', reference, 'pay')
  await payments.paystack('/refund', { json: { transaction: reference } })
}

test('each provider tells of a payment under its own name, signed as it signs', async () => {
  const both = await openBoth()
  for (const provider of paymentProviders) {
    await begin(both, provider, 'NX-1')
    await both.act(provider, 'NX-1', 'pay')
  }
  await both.has(4)
  const told = both.notices.toSorted((one, other) => one.path.localeCompare(other.path))
  expect(told.map((notice) => [notice.path, kindOf(notice)])).toEqual([
    ['/hooks/flutterwave', 'charge.completed'],
    ['/hooks/paypal', 'CHECKOUT.ORDER.APPROVED'],
    ['/hooks/paystack', 'charge.success'],
    ['/hooks/stripe', 'checkout.session.completed'],
  ])
  const [flutterwave, , paystack, stripe] = told
  expect(flutterwave?.headers['verif-hash']).toBe(paymentSecrets.FLUTTERWAVE_WEBHOOK_HASH)
  expect(flutterwave?.body).toMatchObject({ data: { tx_ref: 'NX-1', status: 'successful', amount: 3_540.5 } })
  expect(paystack && isSigned(paystack)).toBe(true)
  expect(paystack?.body).toMatchObject({ data: { reference: 'NX-1', status: 'success', amount: 354_050 } })
  expect(stripe && isSigned(stripe)).toBe(true)
  expect(stripe?.body).toMatchObject({ object: 'event', data: { object: { client_reference_id: 'NX-1' } } })
})

test('tells of refunds, of what PayPal captured, and of what Flutterwave declined', async () => {
  const both = await openBoth()
  await payAndRefund(both, 'NX-1')
  await begin(both, 'flutterwave', 'NX-2')
  await both.act('flutterwave', 'NX-2', 'decline')
  const order = idOf(await begin(both, 'paypal', 'NX-3'))
  await both.act('paypal', 'NX-3', 'pay')
  const captured = await both.paypal(`/v2/checkout/orders/${order}/capture`, { json: {} })
  const { id } = Object(captured.body['purchase_units']).at(0).payments.captures[0]
  await both.paypal(`/v2/payments/captures/${String(id)}/refund`, { json: {} })
  await both.has(6)
  expect(new Set(both.notices.map(kindOf))).toEqual(
    new Set([
      'charge.success',
      'refund.processed',
      'charge.completed',
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
    ]),
  )
  const refund = both.notices.find((notice) => kindOf(notice) === 'refund.processed')
  expect(refund?.body).toMatchObject({ data: { transaction_reference: 'NX-1', status: 'processed' } })
  const capture = both.notices.find((notice) => kindOf(notice) === 'PAYMENT.CAPTURE.COMPLETED')
  expect(capture?.body).toMatchObject({
    resource: { custom_id: 'NX-3', supplementary_data: { related_ids: { order_id: order } } },
  })
})

test('tries again until the notice is taken', async () => {
  const both = await openBoth([500, 302])
  await begin(both, 'stripe', 'NX-1')
  await both.act('stripe', 'NX-1', 'pay')
  await both.has(3)
  expect(new Set(both.notices.map(({ raw }) => raw)).size).toBe(1)
  expect(both.notices.every(isSigned)).toBe(true)
})

test('webhook-twice, webhook-never and webhook-forged', async () => {
  const both = await openBoth()
  for (const mode of ['webhook-twice', 'webhook-never', 'webhook-forged']) await both.fault('stripe', mode)
  for (const reference of ['twice', 'never', 'forged']) {
    await begin(both, 'stripe', reference)
    await both.act('stripe', reference, 'pay')
  }
  await both.has(4)
  const told = both.notices.map((notice) => [
    Object(Object(notice.body['data']).object).client_reference_id,
    isSigned(notice),
  ])
  expect(told.filter(([reference]) => reference === 'twice')).toEqual([
    ['twice', true],
    ['twice', true],
  ])
  expect(told.filter(([reference]) => reference === 'forged')).toEqual([
    ['forged', false],
    ['forged', true],
  ])
  expect(told).toHaveLength(4)
})

test('webhook-stale is rightly signed, and of yesterday', async () => {
  const both = await openBoth()
  await both.fault('stripe', 'webhook-stale')
  await begin(both, 'stripe', 'NX-1')
  await both.act('stripe', 'NX-1', 'pay')
  await both.has(1)
  const [stale] = both.notices
  expect(stale && [isSigned(stale), ageOf(stale)]).toEqual([true, 24])
})

test('webhook-late comes after the wait', async () => {
  const both = await openBoth()
  await both.fault('paystack', 'webhook-late', { waitMs: 300 })
  await begin(both, 'paystack', 'late')
  await begin(both, 'paystack', 'soon')
  await both.act('paystack', 'late', 'pay')
  await both.act('paystack', 'soon', 'pay')
  await both.has(2)
  expect(both.notices.map(({ body }) => Object(body['data']).reference)).toEqual(['soon', 'late'])
})

test('webhook-reordered lets the next notice of the provider go first', async () => {
  const both = await openBoth()
  await both.fault('paystack', 'webhook-reordered')
  await payAndRefund(both, 'NX-1')
  await both.has(2)
  expect(both.notices.map(kindOf)).toEqual(['refund.processed', 'charge.success'])
  expect(both.notices[1]?.body).toMatchObject({ data: { status: 'success' } })
})

test('without an address nothing is sent', async () => {
  const payments = await openPayments()
  await begin(payments, 'stripe', 'NX-1')
  expect((await payments.act('stripe', 'NX-1', 'pay')).status).toBe(200)
})
