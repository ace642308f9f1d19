import { expect, test } from 'vitest'
import { hasOracles, openOracle, type Oracle } from '#server/test-kit/oracles.ts'
import { asking, type Asked, begin, idOf, openHook, openPayments, type Payments } from '../test-kit/payments.ts'

/** What the document objects to in the answers of one provider. */
function expectDocumented(calls: readonly Asked[], provider: string, oracleOf: (path: string) => Oracle): void {
  const seen = calls.filter((call) => call.provider === provider)
  const objections = seen.flatMap(({ method, path, status, body }) => {
    const address = path.split('?')[0] ?? ''
    return oracleOf(address)
      .responseErrors(method, address, status, body)
      .slice(0, 3)
      .map((objection) => `${method} ${address} ${status}: ${objection}`)
  })
  expect(objections).toEqual([])
}

/** A kept card is charged, declined and taken away; a dispute is opened. Answers the intent. */
async function walkStripeCards(payments: Payments): Promise<void> {
  const { stripe, act, afterwards } = payments
  const keeps = { customer_creation: 'always', 'payment_intent_data[setup_future_usage]': 'off_session' }
  const session = await stripe('/v1/checkout/sessions', { form: asking.stripe('kept', keeps) })
  await act('stripe', 'kept', 'pay')
  const { body } = await stripe(`/v1/checkout/sessions/${idOf(session)}`)
  const intent = String(body['payment_intent'])
  const { body: kept } = await stripe(`/v1/payment_intents/${intent}?expand[]=payment_method&expand[]=latest_charge`)
  const customer = String(kept['customer'])
  const card = String(Object(kept['payment_method']).id)
  const form = {
    amount: '500',
    currency: 'usd',
    customer,
    payment_method: card,
    confirm: 'true',
    off_session: 'true',
    'metadata[reference]': 'charged',
  }
  await stripe('/v1/payment_intents', { form })
  await payments.fault('stripe-charge', 'decline-hard')
  await stripe('/v1/payment_intents', { form })
  await stripe('/v1/payment_intents', { form: { ...form, payment_method: 'pm_none' } })
  await stripe('/v1/payment_intents', { form: { amount: '500' } })
  await stripe(`/v1/payment_intents?customer=${customer}&expand[]=data.latest_charge`)
  await afterwards('stripe', 'charged', 'dispute')
  await stripe('/v1/events')
}

const intentOf = ({ body }: Asked) => ({ payment_intent: String(body['payment_intent']) })

async function walkStripe(payments: Payments): Promise<void> {
  const { stripe, act } = payments
  const session = (reference: string, change = {}) =>
    stripe('/v1/checkout/sessions', { form: asking.stripe(reference, change) })
  const customer = await stripe('/v1/customers', { form: { email: 'ada@grace.example', name: 'Grace Chapel' } })
  await stripe(`/v1/customers/${idOf(customer)}`)
  await stripe('/v1/billing_portal/sessions', { form: { customer: idOf(customer), return_url: 'http://127.0.0.1:9/' } })
  await stripe('/v1/checkout/sessions', { form: { mode: 'payment' } })
  for (const change of [{ customer: 'cus_none' }, { expires_at: '12' }, { mode: 'setup' }, { success_url: 'x' }])
    await session('refused', change)
  const opened = await session('paid')
  const path = `/v1/checkout/sessions/${idOf(opened)}`
  await act('stripe', 'paid', 'decline')
  await stripe(`${path}?expand[]=payment_intent`)
  await act('stripe', 'paid', 'pay')
  const paid = await stripe(path)
  await stripe(`${path}?expand[0]=payment_intent.latest_charge`)
  await stripe(`/v1/payment_intents/${String(paid.body['payment_intent'])}`)
  await stripe('/v1/refunds', { form: { ...intentOf(paid), amount: '50', reason: 'duplicate' } })
  await stripe('/v1/refunds', { form: intentOf(paid) })
  await stripe('/v1/refunds', { form: intentOf(paid) })
  await stripe('/v1/refunds', { form: { payment_intent: 'pi_none' } })
  await stripe('/v1/refunds', { form: {} })
  await stripe(`${path}/expire`, { method: 'POST' })
  await stripe(`/v1/checkout/sessions/${idOf(await session('ended'))}/expire`, { method: 'POST' })
  await stripe('/v1/checkout/sessions?limit=2')
  await stripe('/v1/checkout/sessions/cs_none')
  await stripe(path, { headers: { authorization: 'Bearer sk_wrong' } })
  await walkStripeCards(payments)
}

async function walkPaystack(payments: Payments): Promise<void> {
  const { paystack, act } = payments
  for (const reference of ['a', 'b', 'b']) await begin(payments, 'paystack', reference)
  for (const change of [{ amount: 0 }, { currency: 'EUR' }, { email: 'x' }, { reference: 'a b' }])
    await paystack('/transaction/initialize', { json: asking.paystack('c', change) })
  for (const what of ['look', 'decline', 'cancel', 'pay']) {
    if (what !== 'look') await act('paystack', 'a', what)
    await paystack('/transaction/verify/a')
  }
  await paystack('/transaction/verify/none')
  const partly = await paystack('/refund', { json: { transaction: 'a', amount: 50 } })
  const { id } = Object(partly.body['data'])
  await paystack(`/refund/${String(id)}`)
  for (const transaction of ['a', 'a', 'b', 'none']) await paystack('/refund', { json: { transaction } })
  await paystack('/transaction/verify/a')
  await paystack('/refund?transaction=a')
  await paystack('/refund/1')
  await paystack('/transaction/verify/a', { headers: { authorization: 'Bearer sk_wrong' } })
  await act('paystack', 'b', 'pay')
  const { body } = await paystack('/transaction/verify/b')
  const { authorization_code } = Object(Object(body['data']).authorization)
  const charge = { email: 'ada@grace.example', amount: 500, authorization_code, reference: 'kept' }
  for (const json of [charge, charge, { ...charge, reference: 'other', authorization_code: 'AUTH_none' }])
    await paystack('/transaction/charge_authorization', { json })
  await payments.fault('paystack-charge', 'decline')
  await paystack('/transaction/charge_authorization', { json: { ...charge, reference: 'declined' } })
  await payments.afterwards('paystack', 'kept', 'dispute')
  await paystack('/dispute')
  for (const _time of [1, 2]) await paystack('/customer/authorization/deactivate', { json: { authorization_code } })
}

async function walkPayPal(payments: Payments): Promise<void> {
  const { paypal, act } = payments
  const order = await begin(payments, 'paypal', 'a')
  const path = `/v2/checkout/orders/${idOf(order)}`
  await paypal('/v2/checkout/orders', { json: asking.paypal('b'), headers: { prefer: 'return=representation' } })
  for (const amount of [
    { currency_code: 'NGN', value: '1.00' },
    { currency_code: 'USD', value: '1.005' },
    { currency_code: 'USD', value: '0' },
  ])
    await paypal('/v2/checkout/orders', { json: asking.paypal('c', amount) })
  await paypal('/v2/checkout/orders', { json: { intent: 'CAPTURE' } })
  await paypal(`${path}/capture`, { json: {} })
  await payments.fault('paypal', 'decline')
  await act('paypal', 'a', 'pay')
  await paypal(path)
  await paypal(`${path}/capture`, { json: {} })
  await act('paypal', 'a', 'pay')
  const captured = await paypal(`${path}/capture`, { json: {}, headers: { 'paypal-request-id': 'one' } })
  await paypal(`${path}/capture`, { json: {}, headers: { 'paypal-request-id': 'one' } })
  await paypal(`${path}/capture`, { json: {} })
  expect(captured.status).toBe(201)
  await paypal(path)
  await paypal('/v2/checkout/orders/NONE')
  await paypal(path, { headers: { authorization: 'Bearer wrong' } })
}

test.runIf(hasOracles)('every answer of Stripe is as its document says', async () => {
  const payments = await openPayments()
  await walkStripe(payments)
  const oracle = await openOracle('stripe')
  expectDocumented(payments.calls, 'stripe', () => oracle)
})

test.runIf(hasOracles)('every answer of Paystack is as its document says', async () => {
  const payments = await openPayments()
  await walkPaystack(payments)
  const oracle = await openOracle('paystack')
  expectDocumented(payments.calls, 'paystack', () => oracle)
})

test.runIf(hasOracles)('every answer of PayPal is as its document says', async () => {
  const { webhookUrl, has, notices } = await openHook()
  const payments = await openPayments({ webhookUrl })
  await walkPayPal(payments)
  await has(2)
  const orders = await openOracle('paypal-orders')
  const webhooks = await openOracle('paypal-webhooks')
  const [notice] = notices
  const question = {
    auth_algo: notice?.headers['paypal-auth-algo'],
    cert_url: notice?.headers['paypal-cert-url'],
    transmission_id: notice?.headers['paypal-transmission-id'],
    transmission_sig: notice?.headers['paypal-transmission-sig'],
    transmission_time: notice?.headers['paypal-transmission-time'],
    webhook_id: 'AWEBHOOK',
    webhook_event: notice?.body,
  }
  const path = '/v1/notifications/verify-webhook-signature'
  await payments.paypal(path, { json: question })
  expect(webhooks.requestErrors('POST', path, { body: question })).toEqual([])
  expect(notices.flatMap(({ body }) => webhooks.schemaErrors('event', body))).toEqual([])
  expect(notices.slice(0, 1).flatMap(({ body }) => orders.schemaErrors('order', body['resource']))).toEqual([])
  expectDocumented(payments.calls, 'paypal', (address) => (address === path ? webhooks : orders))
})

test.runIf(hasOracles)('what the asking of these tests looks like is as the documents say', async () => {
  const stripe = await openOracle('stripe')
  const form = new URLSearchParams(asking.stripe('a')).toString()
  expect(stripe.requestErrors('POST', '/v1/checkout/sessions', { body: form })).toEqual([])
  const paystack = await openOracle('paystack')
  expect(paystack.requestErrors('POST', '/transaction/initialize', { body: asking.paystack('a') })).toEqual([])
  const orders = await openOracle('paypal-orders')
  expect(orders.requestErrors('POST', '/v2/checkout/orders', { body: asking.paypal('a') })).toEqual([])
  expect(orders.requestErrors('POST', '/v2/checkout/orders', { body: { intent: 'CAPTURE' } })).not.toEqual([])
})

test.runIf(hasOracles)('notices of Stripe hold an event and the object it is about', async () => {
  const { webhookUrl, has, notices } = await openHook()
  const payments = await openPayments({ webhookUrl })
  const paid = idOf(await begin(payments, 'stripe', 'a'))
  await payments.act('stripe', 'a', 'pay')
  const { body } = await payments.stripe(`/v1/checkout/sessions/${paid}`)
  await payments.stripe('/v1/refunds', { form: { payment_intent: String(body['payment_intent']) } })
  await payments.stripe(`/v1/checkout/sessions/${idOf(await begin(payments, 'stripe', 'b'))}/expire`, {
    method: 'POST',
  })
  await has(3)
  const oracle = await openOracle('stripe')
  const told = notices.toSorted((one, other) => String(one.body['type']).localeCompare(String(other.body['type'])))
  expect(told.map((notice) => notice.body['type'])).toEqual([
    'charge.refunded',
    'checkout.session.completed',
    'checkout.session.expired',
  ])
  for (const notice of told) {
    const { object } = Object(notice.body['data'])
    expect(oracle.schemaErrors('event', notice.body)).toEqual([])
    expect(oracle.schemaErrors(String(Object(object).object), object)).toEqual([])
  }
})
