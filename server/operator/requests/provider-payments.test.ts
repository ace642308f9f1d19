import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Payment } from '#contract/billing/payments.ts'
import { readSession } from '#contract/identity/session.ts'
import * as calls from '#contract/operator/requests.ts'
import { readConsole } from '#contract/operator/session.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { buyOnline } from '#server/test-kit/buy-online.ts'
import { letOneDecide, setPrice } from '#server/test-kit/price-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let shop: ReturnType<typeof buyOnline>
let operator: TestOperator
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  shop = buyOnline(app)
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await letOneDecide(app.look)
  operator = await buildOperator(app)
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch()
  await shop.noFaults()
})

const reason = 'Another sum than was asked for.'
const begin = (): Promise<Payment> =>
  shop.begin(church, { purchase: { purpose: 'units', currency: 'NGN', amount: '5900' }, provider: 'paystack' })
/** One for which the provider took another sum. */
async function takenAside(): Promise<Payment> {
  const payment = await begin()
  await shop.fault('paystack', 'wrong-amount')
  await shop.atPage(payment, 'pay')
  return (await shop.confirm(church, payment)).body
}
const at = ({ id }: Payment) => ({ churchId: church.tenantId, id })
const approve = (payment: Payment, who = operator) =>
  who.call(calls.approvePayment, { params: at(payment), body: { amountMinor: payment.amountMinor } })
const refuse = (payment: Payment) => operator.call(calls.refusePayment, { params: at(payment), body: { reason } })
const waiting = async () => (await operator.call(readConsole, {})).body.waiting.payments
const unitsOf = async () => (await app.call(readSession, {}, { token: church.admin.token })).body.units

test('what the provider has not answered waits for nobody here, and nobody here decides about it', async () => {
  const before = await waiting()
  const payment = await begin()
  expect(await waiting()).toBe(before)
  expect((await approve(payment)).body.code).toBe('provider_decides')
  expect((await refuse(payment)).body.code).toBe('provider_decides')
  await shop.atPage(payment, 'pay')
  expect((await shop.confirm(church, payment)).body.state).toBe('succeeded')
  expect((await approve(payment)).body.code).toBe('already_decided')
})

test('one that was taken aside waits first, with what was taken; approved, it gives what was bought', async () => {
  const before = await waiting()
  const payment = await takenAside()
  expect(await waiting()).toBe(before + 1)
  const { items } = (await operator.call(calls.listConsolePayments, { query: { method: 'paystack' } })).body
  expect(items[0]).toMatchObject({
    id: payment.id,
    state: 'review',
    reviewReason: 'amount_differs',
    taken: { amountMinor: expect.any(Number), currency: 'NGN' },
    providerId: expect.any(String),
    refund: null,
    checkoutUrl: null,
  })
  expect((await approve(payment)).body).toMatchObject({ state: 'succeeded', receiptNumber: expect.any(String) })
  expect(await unitsOf()).toBe(1_000)
  expect(await waiting()).toBe(before)
})

test('what the provider took for it is not refused: it is approved or given back', async () => {
  const payment = await takenAside()
  expect((await refuse(payment)).body.code).toBe('provider_decides')
  expect((await shop.confirm(church, payment)).body.state).toBe('review')
})

test('refused, it stays refused, whatever the provider goes on saying', async () => {
  const payment = await takenAside()
  await app.look(`update payment set review_reason = 'reference_differs' where id = $1`, [payment.id])
  expect((await refuse(payment)).body).toMatchObject({ state: 'failed', refusedReason: reason })
  for (let again = 0; again < 3; again += 1) expect((await shop.confirm(church, payment)).body.state).toBe('failed')
  expect(await unitsOf()).toBe(0)
})

test('what was taken under another reference is not this payment’s to give back', async () => {
  const payment = await takenAside()
  await app.look(`update payment set review_reason = 'reference_differs' where id = $1`, [payment.id])
  const { amountMinor } = payment
  const given = await operator.call(calls.refundPayment, { params: at(payment), body: { amountMinor, reason } })
  expect([given.status, given.body.code]).toEqual([409, 'not_refundable'])
  expect((await shop.confirm(church, payment)).body.state).toBe('review')
})

test('approved, refused and given back at once, it is one of them', async () => {
  for (let round = 0; round < 4; round += 1) {
    const payment = await takenAside()
    const { amountMinor } = payment
    const give = () => operator.call(calls.refundPayment, { params: at(payment), body: { amountMinor, reason } })
    const before = await unitsOf()
    const replies = await Promise.all([approve(payment), refuse(payment), give(), approve(payment)])
    const states = replies.flatMap(({ body }) => (body.code === undefined ? [body.state] : []))
    const { state } = (await shop.confirm(church, payment)).body
    // What was approved may be given back the next moment; nothing else follows on anything.
    expect([['succeeded'], ['refunded'], ['succeeded', 'refunded']]).toContainEqual(states.toSorted().toReversed())
    expect(states).toContain(state)
    expect((await unitsOf()) - before).toBe(state === 'succeeded' ? 1_000 : 0)
  }
  expect(faultsOf(await audit(app.look))).toEqual([])
})
