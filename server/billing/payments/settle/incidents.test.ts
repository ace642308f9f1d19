import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Payment } from '#contract/billing/payments.ts'
import { readSubscription } from '#contract/billing/subscription.ts'
import { readSession } from '#contract/identity/session.ts'
import * as desk from '#contract/operator/requests.ts'
import type { Church } from '../../../test-kit/build-church.ts'
import { buildOperator, type TestOperator } from '../../../test-kit/build-operator.ts'
import { audit, faultsOf } from '../../../test-kit/audit-store.ts'
import { renewals } from '../../../test-kit/renewals.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { until } from '../../../test-kit/until.ts'
import { forgedNoticeOf, postNotice } from '../../../test-kit/payment-notices.ts'
import { openPayments } from '../checkout/ask-provider.ts'
import { lookAfterwards } from '../look-afterwards.ts'
import { reconcilePayments } from '../reconcile-payments.ts'
import { setPrice } from '../../../test-kit/price-store.ts'

let app: TestApp
let kit: Awaited<ReturnType<typeof renewals>>
let operator: TestOperator
let church: Church
beforeAll(async () => {
  app = await startApp()
  kit = await renewals(app)
  for (const currency of ['NGN', 'USD']) await setPrice(app.look, { currency, amount: '5.9' })
  operator = await buildOperator(app)
  church = await app.buildChurch({ units: 0 })
})
afterEach(() => kit.shop.noFaults())
afterAll(() => app.stop())

const CURRENCY = { stripe: 'USD', paystack: 'NGN', paypal: 'USD', flutterwave: 'USD' } as const
type Provider = keyof typeof CURRENCY

async function paid(provider: Provider, purpose: 'units' | 'months' = 'units'): Promise<Payment> {
  const purchase =
    purpose === 'months'
      ? { ...kit.months(), currency: CURRENCY[provider] }
      : { purpose: 'units' as const, currency: CURRENCY[provider], amount: '590' }
  const payment = await kit.shop.begin(church, { purchase, provider })
  await kit.shop.atPage(payment, 'pay')
  const { body } = await kit.shop.confirm(church, payment)
  expect(body.state).toBe('succeeded')
  return body
}
async function happen({ method, reference }: Payment, what: string, amount?: number): Promise<void> {
  const reply = await fetch(`${app.sandboxUrl}/_sandbox/payments/${method}/${reference}/afterwards/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(amount === undefined ? {} : { amount }),
  })
  expect(reply.status).toBe(200)
}
const onDesk = async ({ reference }: Payment) =>
  (await operator.call(desk.listConsolePayments, { query: { search: reference } })).body.items[0]
const untilDesk = (payment: Payment, isSo: (seen: desk.ConsolePayment) => boolean) =>
  until(async () => {
    const seen = await onDesk(payment)
    return seen && isSo(seen) ? seen : null
  }, 15)
const unitsNow = async () => (await app.call(readSession, {}, kit.as(church))).body.units
const endNow = async () => (await app.call(readSubscription, {}, kit.as(church))).body.expiresOn

describe.each(['paystack', 'stripe'] as const)('at %s, by its notices', (provider) => {
  test('a part given back at its own desk is noticed, and the units follow', async () => {
    const before = await unitsNow()
    const payment = await paid(provider)
    await happen(payment, 'refund', 29_500)
    const seen = await untilDesk(payment, ({ refund }) => refund !== null)
    expect(seen.refund).toMatchObject({ state: 'done', amountMinor: 29_500, units: 50 })
    expect((await unitsNow()) - before).toBe(50)
  })

  test('a dispute waits on the desk; lost, the months go with the money', async () => {
    const before = await endNow()
    const payment = await paid(provider, 'months')
    expect((await endNow()) > before || before === '2999-12-31').toBe(true)
    const long = await endNow()
    await happen(payment, 'dispute')
    const open = await untilDesk(payment, ({ incidents }) => incidents.length === 1)
    expect(open.incidents).toMatchObject([{ kind: 'dispute', state: 'open', amountMinor: 2_100_000 }])
    expect(open.incidents[0]?.answerBy).not.toBeNull()
    expect([open.state, await endNow()]).toEqual(['succeeded', long])
    const [first] = (await operator.call(desk.listConsolePayments, { query: {} })).body.items
    expect(first?.incidents.some(({ state }) => state === 'open')).toBe(true)
    await happen(payment, 'lose-dispute')
    const lost = await untilDesk(payment, ({ state }) => state === 'refunded')
    expect(lost).toMatchObject({ incidents: [{ state: 'lost' }], refund: { state: 'done', amountMinor: 2_100_000 } })
    expect((await endNow()) < long).toBe(true)
  })

  test('won, nothing changes but the word on the desk', async () => {
    const payment = await paid(provider)
    const units = await unitsNow()
    await happen(payment, 'dispute')
    await untilDesk(payment, ({ incidents }) => incidents.length === 1)
    await happen(payment, 'win-dispute')
    const won = await untilDesk(payment, ({ incidents }) => incidents[0]?.state === 'won')
    expect([won.state, won.refund, await unitsNow()]).toEqual(['succeeded', null, units])
  })

  test('a refund of ours that came back stands on the desk as failed, and can be tried once more', async () => {
    const payment = await paid(provider)
    const params = { churchId: church.tenantId, id: payment.id }
    const body = { amountMinor: payment.amountMinor, reason: 'They paid twice.' }
    await operator.call(desk.refundPayment, { params, body })
    await untilDesk(payment, ({ refund }) => refund?.state === 'done')
    await happen(payment, 'fail-refund')
    const failed = await untilDesk(payment, ({ refund }) => refund?.state === 'failed')
    expect(failed.refund?.failure).toContain('could not give it back')
    await operator.call(desk.refundPayment, { params, body })
    await untilDesk(payment, ({ refund }) => refund?.state === 'done')
  })

  test('without a notice it is found in its books', async () => {
    const payment = await paid(provider)
    await kit.shop.fault(provider, 'webhook-never', 5)
    await happen(payment, 'dispute')
    expect((await onDesk(payment))?.incidents).toEqual([])
    await lookAfterwards(openPayments(app.server.context))
    expect((await untilDesk(payment, ({ incidents }) => incidents.length === 1)).incidents[0]?.state).toBe('open')
  })
})

/** Sold for months only. */
describe.each(['paypal', 'flutterwave'] as const)('at %s, by its notices or its books', (provider) => {
  /** Of Flutterwave's refunds and chargebacks nobody tells: they stand in its books. */
  const look = async () => {
    if (provider === 'flutterwave') await lookAfterwards(openPayments(app.server.context))
  }

  test('a part given back at its own desk is noticed, and the days follow', async () => {
    const payment = await paid(provider, 'months')
    const before = await endNow()
    await happen(payment, 'refund', payment.amountMinor / 2)
    await look()
    const seen = await untilDesk(payment, ({ refund }) => refund !== null)
    expect(seen.refund).toMatchObject({ state: 'done', amountMinor: payment.amountMinor / 2, days: expect.any(Number) })
    expect((await endNow()) < before).toBe(true)
  })

  test('a dispute waits on the desk; lost, the months go with the money', async () => {
    const payment = await paid(provider, 'months')
    const long = await endNow()
    await happen(payment, 'dispute')
    await look()
    const open = await untilDesk(payment, ({ incidents }) => incidents.length === 1)
    expect(open.incidents).toMatchObject([{ kind: 'dispute', state: 'open', amountMinor: 2_100_000, currency: 'USD' }])
    expect(open.incidents[0]?.answerBy).not.toBeNull()
    expect([open.state, await endNow()]).toEqual(['succeeded', long])
    await happen(payment, 'lose-dispute')
    await look()
    const lost = await untilDesk(payment, ({ state }) => state === 'refunded')
    expect(lost).toMatchObject({ incidents: [{ state: 'lost' }], refund: { state: 'done', amountMinor: 2_100_000 } })
    expect((await endNow()) < long).toBe(true)
  })

  test('won, nothing changes but the word on the desk', async () => {
    const payment = await paid(provider, 'months')
    const long = await endNow()
    await happen(payment, 'dispute')
    await look()
    await untilDesk(payment, ({ incidents }) => incidents.length === 1)
    await happen(payment, 'win-dispute')
    await look()
    const won = await untilDesk(payment, ({ incidents }) => incidents[0]?.state === 'won')
    expect([won.state, won.refund, await endNow()]).toEqual(['succeeded', null, long])
  })

  test('a refund of ours that came back stands on the desk as failed', async () => {
    const payment = await paid(provider, 'months')
    const params = { churchId: church.tenantId, id: payment.id }
    const body = { amountMinor: payment.amountMinor, reason: 'They paid twice.' }
    await operator.call(desk.refundPayment, { params, body })
    await untilDesk(payment, ({ refund }) => refund?.state === 'done')
    await happen(payment, 'fail-refund')
    await look()
    const failed = await untilDesk(payment, ({ refund }) => refund?.state === 'failed')
    expect(failed.refund?.failure).toContain('could not give it back')
  })

  test('without a notice a dispute is found in its books', async () => {
    const payment = await paid(provider, 'months')
    await kit.shop.fault(provider, 'webhook-never', 5)
    await happen(payment, 'dispute')
    await lookAfterwards(openPayments(app.server.context))
    expect((await untilDesk(payment, ({ incidents }) => incidents.length === 1)).incidents[0]?.state).toBe('open')
  })
})

test('what was paid twice under one reference is seen, and closed by an operator with a reason', async () => {
  const payment = await paid('stripe')
  const { reference } = payment
  const form = new URLSearchParams({
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '59000',
    'line_items[0][price_data][product_data][name]': 'Again',
    client_reference_id: reference,
    success_url: 'http://127.0.0.1:9/',
  })
  const keys = app.server.context.config.payments.stripe
  await fetch(`${app.sandboxUrl}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys?.secretKey}` },
    body: form,
  })
  const units = await unitsNow()
  await kit.shop.atPage(payment, 'pay')
  const twice = await untilDesk(payment, ({ incidents }) => incidents.length === 1)
  const [incident] = twice.incidents
  expect(incident).toMatchObject({ kind: 'second_taking', state: 'open', amountMinor: 59_000, currency: 'USD' })
  expect(await unitsNow()).toBe(units)
  const params = { churchId: church.tenantId, id: payment.id }
  const body = { kind: 'second_taking' as const, providerId: incident?.providerId ?? '', reason: 'Refunded at Stripe.' }
  const closed = await operator.call(desk.closeIncident, { params, body })
  expect(closed.body.incidents).toMatchObject([{ state: 'handled', note: 'Refunded at Stripe.' }])
  expect((await operator.call(desk.closeIncident, { params, body })).body.code).toBe('already_decided')
})

test('a forged notice changes nothing', async () => {
  const payment = await paid('paystack')
  const reply = await postNotice(app.url, 'paystack', forgedNoticeOf(payment, app.clock.now()))
  expect(reply[0]).toBe(401)
  expect(await onDesk(payment)).toMatchObject({ state: 'succeeded', incidents: [], refund: null })
})

test('a provider that hangs delays nobody else', async () => {
  const dollars = { purchase: { purpose: 'units', currency: 'USD', amount: '59' }, provider: 'stripe' } as const
  const churches = [church, await app.buildChurch({ units: 0 })]
  const hanging = []
  for (const buyer of churches)
    for (let count = 0; count < 6; count += 1) hanging.push({ buyer, payment: await kit.shop.begin(buyer, dollars) })
  const purchase = { purpose: 'units' as const, currency: 'NGN', amount: '59' }
  const other = await kit.shop.begin(church, { purchase, provider: 'paystack' })
  await kit.shop.atPage(other, 'pay')
  await kit.shop.fault('stripe-verify', 'timeout', 100)
  await app.look(
    `update payment set ask_at = now() - interval '1 hour' where tenant_id = any ($1) and state = 'pending'`,
    [churches.map(({ tenantId }) => tenantId)],
  )
  await reconcilePayments(app.server.context, new AbortController().signal)
  await until(async () => {
    const [row] = await app.look('select state from payment where id = $1', [other.id])
    return row?.['state'] === 'succeeded'
  }, 15)
  // There are ten places. Of twelve that hang some were not even asked about when the other one was settled.
  const { faults } = (await (await fetch(`${app.sandboxUrl}/_sandbox/faults`)).json()) as {
    faults: { times: number }[]
  }
  expect(faults[0]?.times).toBeGreaterThan(100 - hanging.length)
  await kit.shop.noFaults()
  for (const { buyer, payment } of hanging) await kit.shop.cancel(buyer, payment)
}, 60_000)

test('the books are in order after all of this', async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
})
