import { expect, test } from 'vitest'
import { asking, begin, idOf, openPayments } from '../test-kit/payments.ts'
import { readForm } from './stripe/form.ts'

const errorOf = ({ status, body }: { status: number; body: { [name: string]: unknown } }) => {
  const { type, code, param, message } = Object(body['error'])
  return { status, type, code, param, message: String(message) }
}

test('a session is open, then paid, and leads back with its name', async () => {
  const payments = await openPayments()
  const session = await begin(payments, 'stripe', 'NX-1')
  expect(session.body).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: 354_050,
    currency: 'usd',
    client_reference_id: 'NX-1',
    url: `${payments.url}/pay/stripe/${idOf(session)}`,
  })
  const { body } = await payments.act('stripe', 'NX-1', 'pay')
  expect(body.returnUrl).toBe(`http://127.0.0.1:9/paid?session=${idOf(session)}`)
  const paid = await payments.stripe(`/v1/checkout/sessions/${idOf(session)}?expand[]=payment_intent.latest_charge`)
  expect(paid.body).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    payment_intent: {
      status: 'succeeded',
      amount_received: 354_050,
      metadata: { reference: 'NX-1' },
      latest_charge: { paid: true, refunded: false, amount: 354_050, amount_refunded: 0 },
    },
  })
})

test('a declined card leaves the session open', async () => {
  const payments = await openPayments()
  const path = `/v1/checkout/sessions/${idOf(await begin(payments, 'stripe', 'NX-1'))}?expand[]=payment_intent`
  expect((await payments.act('stripe', 'NX-1', 'decline')).body.returnUrl).toBeNull()
  expect((await payments.stripe(path)).body).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
  })
  expect((await payments.act('stripe', 'NX-1', 'cancel')).body.returnUrl).toBe('http://127.0.0.1:9/cancelled')
  expect((await payments.act('stripe', 'NX-1', 'pay')).status).toBe(200)
  expect((await payments.stripe(path)).body).toMatchObject({ status: 'complete' })
})

test('the same idempotency key is answered as before, and not for another call', async () => {
  const { stripe, act, payments } = await openPayments()
  const key = { 'idempotency-key': 'one' }
  const first = await stripe('/v1/checkout/sessions', { form: asking.stripe('NX-1'), headers: key })
  await act('stripe', 'NX-1', 'pay')
  const again = await stripe('/v1/checkout/sessions', { form: asking.stripe('NX-1'), headers: key })
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const other = await stripe('/v1/checkout/sessions', { form: asking.stripe('NX-2'), headers: key })
  expect(errorOf(other)).toMatchObject({ status: 400, type: 'idempotency_error' })
  expect((await payments()).total).toBe(1)
})

test('a refusal is not kept under its idempotency key', async () => {
  const { stripe } = await openPayments()
  const headers = { 'idempotency-key': 'one' }
  const form = asking.stripe('NX-1', { expires_at: '12' })
  expect((await stripe('/v1/checkout/sessions', { form, headers })).status).toBe(400)
  expect((await stripe('/v1/checkout/sessions', { form: asking.stripe('NX-1'), headers })).status).toBe(200)
})

test('amounts are minor units, none for currencies without, and UGX in whole hundreds', async () => {
  const { stripe, payments } = await openPayments()
  const price = (currency: string, amount: string) =>
    stripe('/v1/checkout/sessions', {
      form: asking.stripe('NX-1', {
        'line_items[0][price_data][currency]': currency,
        'line_items[0][price_data][unit_amount]': amount,
      }),
    })
  const statuses = []
  for (const [currency, amount] of [
    ['xof', '5000'],
    ['ugx', '500000'],
    ['ugx', '500050'],
    ['usd', '35.40'],
    ['usd', '0'],
    ['usd', '-5'],
    ['usd', '1e9'],
    ['zzz', '100'],
    ['USD', '100'],
  ] as const)
    statuses.push([currency, amount, (await price(currency, amount)).status])
  expect(statuses.filter(([, , status]) => status === 200)).toEqual([
    ['xof', '5000', 200],
    ['ugx', '500000', 200],
  ])
  expect(statuses.filter(([, , status]) => status !== 200 && status !== 400)).toEqual([])
  expect((await payments()).items.map(({ amount, currency }) => [amount, currency])).toEqual([
    ['500000', 'UGX'],
    ['5000', 'XOF'],
  ])
})

test('refuses in its own words', async () => {
  const { stripe } = await openPayments()
  const create = (change: Record<string, string>) =>
    stripe('/v1/checkout/sessions', { form: asking.stripe('NX-1', change) })
  expect(errorOf(await stripe('/v1/checkout/sessions', { form: { mode: 'payment' } }))).toMatchObject({
    status: 400,
    type: 'invalid_request_error',
    code: 'parameter_missing',
    param: 'success_url',
  })
  expect(errorOf(await create({ customer: 'cus_none', customer_email: '' }))).toMatchObject({ param: 'customer_email' })
  expect(errorOf(await create({ expires_at: String(Math.floor(Date.now() / 1_000) + 600) }))).toMatchObject({
    param: 'expires_at',
    message: expect.stringContaining('at least 30 minutes'),
  })
  expect(errorOf(await create({ success_url: 'javascript:alert(1)' }))).toMatchObject({ param: 'success_url' })
  expect(errorOf(await stripe('/v1/checkout/sessions/cs_none'))).toMatchObject({
    status: 404,
    code: 'resource_missing',
  })
  expect(errorOf(await stripe('/v1/nothing'))).toMatchObject({ status: 404, type: 'invalid_request_error' })
  const wrongKey = await stripe('/v1/checkout/sessions/cs_none', { headers: { authorization: 'Bearer sk_wrong' } })
  expect(errorOf(wrongKey)).toMatchObject({ status: 401, type: 'invalid_request_error' })
})

test('an ended session can neither be paid nor ended again', async () => {
  const payments = await openPayments()
  const path = `/v1/checkout/sessions/${idOf(await begin(payments, 'stripe', 'NX-1'))}/expire`
  expect((await payments.stripe(path, { method: 'POST' })).body).toMatchObject({ status: 'expired', url: null })
  expect((await payments.stripe(path, { method: 'POST' })).status).toBe(400)
  expect(await payments.act('stripe', 'NX-1', 'pay')).toMatchObject({ status: 409, body: { state: 'expired' } })
})

test('gives back in parts, and never more than was taken', async () => {
  const payments = await openPayments()
  const path = `/v1/checkout/sessions/${idOf(await begin(payments, 'stripe', 'NX-1'))}`
  await payments.act('stripe', 'NX-1', 'pay')
  const payment_intent = String((await payments.stripe(path)).body['payment_intent'])
  const refund = (amount: string) => payments.stripe('/v1/refunds', { form: { payment_intent, amount } })
  expect((await refund('354051')).status).toBe(400)
  expect((await refund('4050')).body).toMatchObject({ amount: 4_050, status: 'succeeded', payment_intent })
  expect((await refund('350001')).status).toBe(400)
  expect((await payments.stripe('/v1/refunds', { form: { payment_intent } })).body).toMatchObject({ amount: 350_000 })
  expect(errorOf(await refund('1'))).toMatchObject({ status: 400, code: 'charge_already_refunded' })
  const intent = await payments.stripe(`/v1/payment_intents/${payment_intent}?expand[]=latest_charge`)
  expect(intent.body).toMatchObject({ latest_charge: { amount_refunded: 354_050, refunded: true } })
  expect((await payments.payments()).items[0]).toMatchObject({ state: 'paid', refunded: '354050' })
})

test('finds a session by its payment intent', async () => {
  const payments = await openPayments()
  await begin(payments, 'stripe', 'NX-1')
  const wanted = idOf(await begin(payments, 'stripe', 'NX-2'))
  await payments.act('stripe', 'NX-2', 'pay')
  const { body } = await payments.stripe(`/v1/checkout/sessions/${wanted}`)
  const found = await payments.stripe(`/v1/checkout/sessions?payment_intent=${String(body['payment_intent'])}`)
  expect(found.body).toMatchObject({ object: 'list', has_more: false, data: [{ id: wanted }] })
})

test('the portal shows what its customer paid, and the way back', async () => {
  const { stripe, act } = await openPayments()
  const customer = idOf(await stripe('/v1/customers', { form: { email: 'ada@grace.example', name: 'Grace & Chapel' } }))
  const { customer_email: _none, ...form } = { ...asking.stripe('NX-1'), customer }
  await stripe('/v1/checkout/sessions', { form })
  await act('stripe', 'NX-1', 'pay')
  const portal = await stripe('/v1/billing_portal/sessions', {
    form: { customer, return_url: 'http://127.0.0.1:9/tenant/units?a=1&b=2' },
  })
  const page = await (await fetch(String(portal.body['url']))).text()
  expect(page).toContain('<a class="back" href="http://127.0.0.1:9/tenant/units?a=1&amp;b=2">')
  expect(page).toContain('Grace &amp; Chapel')
  expect(page).toContain('USD 3,540.50')
})

test('reads brackets of a form', () => {
  expect(readForm('a[b][0][c]=1&a[b][0][d]=%26&a[b][1][c]=2&e[]=x&e[]=y&f[g]=+&__proto__[z]=1&h[[=2')).toEqual(
    Object.fromEntries([
      ['a', { b: [{ c: '1', d: '&' }, { c: '2' }] }],
      ['e', ['x', 'y']],
      ['f', { g: ' ' }],
      ['__proto__', { z: '1' }],
    ]),
  )
})
