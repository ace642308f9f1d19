import { expect, test } from 'vitest'
import { paymentSecrets } from '../test-kit/sandbox.ts'
import { asking, begin, idOf, openHook, openPayments, type Payments } from '../test-kit/payments.ts'

const issueOf = ({ status, body }: { status: number; body: { [name: string]: unknown } }) => {
  const [detail] = Array.isArray(body['details']) ? body['details'] : []
  return [status, body['name'], Object(detail).issue]
}

async function beginOne(payments: Payments, reference = 'NX-1') {
  const order = await begin(payments, 'paypal', reference)
  return { order, path: `/v2/checkout/orders/${idOf(order)}` }
}

test('an order is approved on its page, and the money taken when it is captured, once', async () => {
  const payments = await openPayments()
  const { order, path } = await beginOne(payments)
  expect(order).toMatchObject({ status: 201, body: { status: 'PAYER_ACTION_REQUIRED' } })
  expect(order.body['links']).toContainEqual({
    rel: 'payer-action',
    method: 'GET',
    href: `${payments.url}/pay/paypal/${idOf(order)}`,
  })
  expect(issueOf(await payments.paypal(`${path}/capture`, { json: {} }))).toEqual([
    422,
    'UNPROCESSABLE_ENTITY',
    'ORDER_NOT_APPROVED',
  ])
  const { body } = await payments.act('paypal', 'NX-1', 'pay')
  expect(body.returnUrl).toMatch(new RegExp(`^http://127.0.0.1:9/paid\\?token=${idOf(order)}&PayerID=\\w{13}$`))
  expect((await payments.paypal(path)).body).toMatchObject({ status: 'APPROVED' })
  const captured = await payments.paypal(`${path}/capture`, { json: {}, headers: { 'paypal-request-id': 'one' } })
  const money = { currency_code: 'USD', value: '3540.50' }
  expect(captured).toMatchObject({
    status: 201,
    body: {
      status: 'COMPLETED',
      purchase_units: [{ payments: { captures: [{ status: 'COMPLETED', amount: money, custom_id: 'NX-1' }] } }],
    },
  })
  const again = await payments.paypal(`${path}/capture`, { json: {}, headers: { 'paypal-request-id': 'one' } })
  expect(again).toMatchObject({ status: 200, body: captured.body })
  expect(issueOf(await payments.paypal(`${path}/capture`, { json: {} }))[2]).toBe('ORDER_ALREADY_CAPTURED')
  expect((await payments.payments()).items[0]).toMatchObject({ state: 'paid', taken: { amount: '3540.50' } })
})

test('the same request id is answered with the same order', async () => {
  const { paypal, payments } = await openPayments()
  const create = (id: string) =>
    paypal('/v2/checkout/orders', { json: asking.paypal('NX-1'), headers: { 'paypal-request-id': id } })
  const first = await create('one')
  expect(await create('one')).toMatchObject({ status: 200, body: first.body })
  expect(idOf(await create('two'))).not.toBe(idOf(first))
  expect((await payments()).total).toBe(2)
})

test('money is taken for an invoice once', async () => {
  const payments = await openPayments()
  const orders = [await beginOne(payments), await beginOne(payments)]
  const captures = []
  for (const { order, path } of orders) {
    await fetch(`${payments.url}/pay/paypal/${idOf(order)}`, {
      method: 'POST',
      body: new URLSearchParams({ act: 'pay' }),
      redirect: 'manual',
    })
    captures.push(await payments.paypal(`${path}/capture`, { json: {} }))
  }
  expect(captures.map((capture) => issueOf(capture)[2] ?? capture.status)).toEqual([201, 'DUPLICATE_INVOICE_ID'])
})

test('amounts are decimals with no more digits than the currency has', async () => {
  const { paypal } = await openPayments()
  const create = async (currency_code: string, value: string) =>
    issueOf(await paypal('/v2/checkout/orders', { json: asking.paypal('NX-1', { currency_code, value }) })).slice(0, 3)
  const refused = (status: number, issue: string) => [status, expect.any(String), issue]
  expect((await create('EUR', '10.00'))[0]).toBe(201)
  expect((await create('JPY', '10'))[0]).toBe(201)
  expect(await create('JPY', '10.5')).toEqual(refused(422, 'DECIMAL_PRECISION'))
  expect(await create('USD', '10.005')).toEqual(refused(422, 'DECIMAL_PRECISION'))
  expect(await create('USD', '0.00')).toEqual(refused(422, 'CANNOT_BE_ZERO_OR_NEGATIVE'))
  expect(await create('USD', '-1')).toEqual(refused(422, 'CANNOT_BE_ZERO_OR_NEGATIVE'))
  expect(await create('USD', '1e3')).toEqual(refused(400, 'INVALID_PARAMETER_SYNTAX'))
  expect(await create('NGN', '10.00')).toEqual(refused(422, 'INVALID_CURRENCY_CODE'))
})

test('gives back in parts, and never more than was taken', async () => {
  const payments = await openPayments()
  const { path } = await beginOne(payments)
  await payments.act('paypal', 'NX-1', 'pay')
  await payments.paypal(`${path}/capture`, { json: {} })
  const unit = async () => Object(Object(await payments.paypal(path)).body.purchase_units[0]).payments
  const { id } = Object((await unit()).captures[0])
  const refund = (json: object, headers = {}) =>
    payments.paypal(`/v2/payments/captures/${String(id)}/refund`, { json, headers })
  const usd = (value: string) => ({ amount: { currency_code: 'USD', value } })
  expect(issueOf(await refund(usd('3540.51')))[2]).toBe('REFUND_AMOUNT_EXCEEDED')
  const part = await refund(usd('40.50'), { 'paypal-request-id': 'one' })
  expect(part).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
  expect(await refund(usd('40.50'), { 'paypal-request-id': 'one' })).toMatchObject({ status: 200, body: part.body })
  expect(await unit()).toMatchObject({ captures: [{ status: 'PARTIALLY_REFUNDED' }] })
  expect((await refund({}, { prefer: 'return=representation' })).body).toMatchObject({ amount: { value: '3500.00' } })
  expect(await unit()).toMatchObject({
    captures: [{ status: 'REFUNDED' }],
    refunds: [{}, { amount: { value: '3500.00' } }],
  })
  expect(issueOf(await refund({}))[2]).toBe('CAPTURE_FULLY_REFUNDED')
})

test('gives tokens for the right name and secret only, and takes no other', async () => {
  const { url, paypal } = await openPayments()
  const token = (name: string, grant_type = 'client_credentials') =>
    fetch(`${url}/paypal/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(name).toString('base64')}` },
      body: new URLSearchParams({ grant_type }),
    })
  const right = `${paymentSecrets.PAYPAL_CLIENT_ID}:${paymentSecrets.PAYPAL_CLIENT_SECRET}`
  expect(await (await token(right)).json()).toMatchObject({ token_type: 'Bearer', expires_in: 32_400 })
  const wrong = await token('somebody:else')
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: 'invalid_client' }])
  expect((await token(right, 'password')).status).toBe(400)
  const refused = await paypal('/v2/checkout/orders/NONE', { headers: { authorization: `Bearer ${right}` } })
  expect(refused).toMatchObject({ status: 401, body: { name: 'AUTHENTICATION_FAILURE' } })
  expect(issueOf(await paypal('/v2/checkout/orders/NONE'))).toEqual([404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'])
})

test('vouches for its own notices only, unchanged and to the right webhook', async () => {
  const hook = await openHook()
  const payments = await openPayments({ webhookUrl: hook.webhookUrl })
  await payments.fault('paypal', 'webhook-forged')
  await beginOne(payments)
  await payments.act('paypal', 'NX-1', 'pay')
  await hook.has(2)
  const [forged, genuine] = hook.notices.map(({ headers, body }) => ({
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: paymentSecrets.PAYPAL_WEBHOOK_ID,
    webhook_event: body,
  }))
  const verdict = async (change: object, asked = genuine) =>
    (await payments.paypal('/v1/notifications/verify-webhook-signature', { json: { ...asked, ...change } })).body
  expect(genuine?.webhook_event).toMatchObject({ event_type: 'CHECKOUT.ORDER.APPROVED' })
  expect(await verdict({})).toEqual({ verification_status: 'SUCCESS' })
  for (const change of [
    { webhook_id: 'ANOTHER' },
    { transmission_time: '2020-01-01T00:00:00Z' },
    { transmission_id: 'another' },
    { webhook_event: { ...genuine?.webhook_event, summary: 'changed' } },
  ])
    expect(await verdict(change)).toEqual({ verification_status: 'FAILURE' })
  expect(await verdict({}, forged)).toEqual({ verification_status: 'FAILURE' })
})
