import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Payment } from '#contract/billing/payments.ts'
import { readReceipt } from '#contract/billing/receipts.ts'
import { readSession } from '#contract/identity/session.ts'
import * as desk from '#contract/operator/requests.ts'
import type { Church } from '../../../test-kit/build-church.ts'
import { buildOperator, type TestOperator } from '../../../test-kit/build-operator.ts'
import { buyOnline } from '../../../test-kit/buy-online.ts'
import { audit, faultsOf } from '../../../test-kit/audit-store.ts'
import { letOneDecide, setPrice } from '../../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import type { ProviderStatus } from '../../providers/provider.ts'
import { askProvider } from '../checkout/ask-provider.ts'
import { handMade } from '../test-kit/hand-made.ts'
import { resendRefunds, sendRefund } from './send-refund.ts'

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
})

const ours = 590_000
const begin = () =>
  shop.begin(church, { purchase: { purpose: 'units', currency: 'NGN', amount: '5900' }, provider: 'paystack' })
/** A provider that has taken so much under our reference, and given so much of it back. */
const having = (amountMinor: number, refundedMinor: number) =>
  handMade(app.server.context, {
    find: ({ reference }) => {
      const taken = { reference, providerId: `id-${reference}`, amountMinor, currency: 'NGN' }
      const found: ProviderStatus =
        refundedMinor > 0 ? { state: 'refunded', refundedMinor, ...taken } : { state: 'paid', ...taken }
      return Promise.resolve(found)
    },
  })
const tell = ({ id }: Payment, by: ReturnType<typeof handMade>) =>
  askProvider(by.till, { tenantId: church.tenantId, paymentId: id, at: app.clock.now() })
const params = ({ id }: Payment) => ({ churchId: church.tenantId, id })
const approve = (payment: Payment) =>
  operator.call(desk.approvePayment, { params: params(payment), body: { amountMinor: ours } })
const atConsole = async ({ reference }: Payment) =>
  (await operator.call(desk.listConsolePayments, { query: { search: reference } })).body.items[0]
const unitsOf = async ({ admin: { token } }: Church) => (await app.call(readSession, {}, { token })).body.units

test('of what was given back in part before we heard of it, the rest goes back when the desk wants it', async () => {
  const payment = await begin()
  const partly = having(ours, 354_000)
  await tell(payment, partly)
  expect(await atConsole(payment)).toMatchObject({ state: 'review', taken: { amountMinor: 236_000, currency: 'NGN' } })
  await operator.call(desk.refundPayment, {
    params: params(payment),
    body: { amountMinor: ours, reason: 'As wished.' },
  })
  await tell(payment, partly)
  expect((await atConsole(payment))?.refund).toMatchObject({ state: 'wanted', amountMinor: 236_000 })
  await sendRefund(partly.till, { tenantId: church.tenantId, paymentId: payment.id })
  expect(partly.asked.filter((one) => one.startsWith('refund'))).toHaveLength(1)
  await tell(payment, having(ours, ours))
  expect((await atConsole(payment))?.refund).toMatchObject({ state: 'done', amountMinor: 236_000, units: 0 })
})

test('what the provider gave back of too much takes no units, and more of it its part', async () => {
  const payment = await begin()
  await tell(payment, having(ours + 30_000, 0))
  await approve(payment)
  for (const [back, left] of [
    [30_000, 1_000],
    [325_000, 500],
    [ours + 30_000, 0],
  ] as const) {
    await tell(payment, having(ours + 30_000, back))
    expect(await unitsOf(church)).toBe(left)
  }
})

test('the receipt of another sum that an operator approved states what was taken', async () => {
  const payment = await begin()
  await tell(payment, having(600_000, 0))
  await approve(payment)
  const { body } = await app.call(readReceipt, { params: { id: payment.id } }, { token: church.admin.token })
  expect(body).toMatchObject({
    amountMinor: 600_000,
    currency: 'NGN',
    lines: [{ what: 'units', amountMinor: 600_000 }],
  })
})

test('a refund whose job has given up is sent anew after an hour, once', async () => {
  const payment = await begin()
  await tell(payment, having(ours, 0))
  await operator.call(desk.refundPayment, {
    params: params(payment),
    body: { amountMinor: ours, reason: 'As wished.' },
  })
  await app.look(`update pgboss.job set state = 'failed' where data ->> 'paymentId' = $1`, [payment.id])
  const sweep = () => resendRefunds(app.server.context, new AbortController().signal)
  const jobs = () =>
    app.look(`select id from pgboss.job where name = 'billing.refund-payment' and data ->> 'paymentId' = $1`, [
      payment.id,
    ])
  await sweep()
  expect(await jobs()).toHaveLength(1)
  app.clock.advance(61 * 60_000)
  await Promise.all([sweep(), sweep(), sweep()])
  expect(await jobs()).toHaveLength(2)
  // One that waits is not joined by another.
  app.clock.advance(61 * 60_000)
  await sweep()
  expect(await jobs()).toHaveLength(2)
  await sendRefund(having(ours, 0).till, { tenantId: church.tenantId, paymentId: payment.id })
  expect((await atConsole(payment))?.refund).toMatchObject({ state: 'done', amountMinor: ours })
})

test('the books are in order after all of this', async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
})
