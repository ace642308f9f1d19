import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTransfer, type Payment, type Purchase } from '#contract/billing/payments.ts'
import type { Provider } from '#contract/billing/providers.ts'
import { readSession } from '#contract/identity/session.ts'
import * as desk from '#contract/operator/requests.ts'
import { listConsoleLog } from '#contract/operator/settings.ts'
import { audit, faultsOf } from '../../../test-kit/audit-store.ts'
import type { Church } from '../../../test-kit/build-church.ts'
import { buildOperator, type TestOperator } from '../../../test-kit/build-operator.ts'
import { buyOnline } from '../../../test-kit/buy-online.ts'
import { addPlan, letOneDecide, openBankAccount, setPrice } from '../../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { holdUnits, postUnits } from '../../index.ts'
import { openProviders } from '../../providers/index.ts'
import { ProviderRefusal } from '../../providers/provider.ts'
import { askProvider, type PaymentContext } from '../checkout/ask-provider.ts'
import { handMade } from '../test-kit/hand-made.ts'
import { sendRefund } from './send-refund.ts'

let app: TestApp
let shop: ReturnType<typeof buyOnline>
let operator: TestOperator
let church: Church
let growing: string
let till: PaymentContext
beforeAll(async () => {
  // The jobs are done by hand: a test says when.
  app = await startApp({ runJobs: false })
  const { context } = app.server
  till = { ...context, providers: openProviders(context.config.payments, context.noteProvider) }
  shop = buyOnline(app)
  growing = await addPlan(app.look, 'Growing', 500)
  for (const currency of ['NGN', 'GBP', 'XOF']) {
    await setPrice(app.look, { currency, amount: '5.9' })
    await setPrice(app.look, { currency, amount: '10000', planId: growing })
  }
  await openBankAccount(app.look, 'NGN')
  await letOneDecide(app.look)
  operator = await buildOperator(app)
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch()
  await shop.noFaults()
})

const reason = 'They paid twice.'
const units: Purchase = { purpose: 'units', currency: 'NGN', amount: '5900' }
async function paid(provider: Provider = 'paystack', purchase: Purchase = units): Promise<Payment> {
  const payment = await shop.begin(church, { purchase, provider })
  await shop.atPage(payment, 'pay')
  return (await shop.confirm(church, payment)).body
}
const refund = ({ id, amountMinor }: Pick<Payment, 'id' | 'amountMinor'>, who = church) =>
  operator.call(desk.refundPayment, { params: { churchId: who.tenantId, id }, body: { amountMinor, reason } })
const codeOf = async (...given: Parameters<typeof refund>) => (await refund(...given)).body.code
const unitsOf = async ({ admin: { token } }: Church) => (await app.call(readSession, {}, { token })).body.units
const atConsole = async ({ reference }: Payment) => {
  const { items } = (await operator.call(desk.listConsolePayments, { query: { search: reference } })).body
  if (!items[0]) throw new Error('It is at the desk')
  return items[0]
}
/** What the job does. */
const send = ({ id }: Payment, by = till) => sendRefund(by, { tenantId: church.tenantId, paymentId: id })
const jobsFor = async ({ id }: Payment) =>
  app.look(
    `select start_after > now() + interval '50 minutes' as later from pgboss.job
     where name = 'billing.refund-payment' and data ->> 'paymentId' = $1`,
    [id],
  )
const chargeOf = async ({ reference }: Payment) => {
  const reply = await fetch(`${app.sandboxUrl}/_sandbox/payments?reference=${reference}`)
  const { items } = (await reply.json()) as { items: Record<string, unknown>[] }
  return items[0]
}

test.each([
  ['paystack', { ...units }],
  ['stripe', { ...units, currency: 'XOF' }],
  ['flutterwave', { purpose: 'subscription', currency: 'XOF', months: 1 }],
  ['paypal', { purpose: 'subscription', currency: 'GBP', months: 1 }],
] as const)('through %s the whole sum goes back, once, and the units with it', async (provider, what) => {
  const payment = await paid(provider, what.purpose === 'units' ? what : { ...what, planId: growing })
  const replies = await Promise.all([refund(payment), refund(payment), refund(payment)])
  expect(replies.map(({ body }) => body.code ?? body.state).sort()).toEqual([
    'not_refundable',
    'not_refundable',
    'refunded',
  ])
  expect(await jobsFor(payment)).toHaveLength(1)
  await Promise.all([send(payment), send(payment)])
  await send(payment)
  const { amountMinor, currency } = payment
  expect(await atConsole(payment)).toMatchObject({
    state: 'refunded',
    refund: { state: 'done', amountMinor, currency, units: payment.units ?? 0, reason, failure: null },
  })
  expect(await unitsOf(church)).toBe(0)
  const charge = await chargeOf(payment)
  expect(charge).toMatchObject({ refunded: charge?.['amount'] })
  expect((await shop.confirm(church, payment)).body).toMatchObject({
    state: 'refunded',
    refund: { state: 'done' },
    receiptNumber: payment.receiptNumber,
  })
  expect(await codeOf(payment)).toBe('not_refundable')
})

test('a transfer was sent back by hand: it is done at once', async () => {
  const { body: transfer } = await app.call(startTransfer, { body: units }, { token: church.admin.token })
  expect(await codeOf(transfer)).toBe('not_refundable')
  const at = { churchId: church.tenantId, id: transfer.id }
  await operator.call(desk.approvePayment, { params: at, body: { amountMinor: transfer.amountMinor } })
  expect((await refund(transfer)).body).toMatchObject({ state: 'refunded', refund: { state: 'done', units: 1_000 } })
  expect(await unitsOf(church)).toBe(0)
})

test('units that are spent cannot be taken back, so nothing goes back', async () => {
  const payment = await paid()
  await app.look(`update unit_account set balance = balance - 1 where tenant_id = $1 and account = 'available'`, [
    church.tenantId,
  ])
  expect(await codeOf(payment)).toBe('units_spent')
  await app.look(`update unit_account set balance = balance + 1 where tenant_id = $1 and account = 'available'`, [
    church.tenantId,
  ])
  expect(await atConsole(payment)).toMatchObject({ state: 'succeeded', refund: null })
  expect((await refund(payment)).status).toBe(200)
})

test('another sum than was seen, another church’s payment and one that was not paid are refused', async () => {
  const [payment, open, stranger] = [
    await paid(),
    await shop.begin(church, { purchase: units, provider: 'paystack' }),
    await app.buildChurch(),
  ]
  expect(await codeOf({ ...payment, amountMinor: 1 })).toBe('changed_meanwhile')
  expect(await codeOf(payment, stranger)).toBe('not_found')
  expect(await codeOf(open)).toBe('not_refundable')
  await shop.cancel(church, open)
  expect(await codeOf(open)).toBe('not_refundable')
})

test('of one that was taken aside, what was taken goes back, and there are no units to take', async () => {
  const payment = await shop.begin(church, { purchase: units, provider: 'paystack' })
  await shop.fault('paystack', 'wrong-amount')
  await shop.atPage(payment, 'pay')
  await shop.confirm(church, payment)
  const aside = await atConsole(payment)
  expect(aside).toMatchObject({ state: 'review', providerId: expect.any(String), taken: { currency: 'NGN' } })
  expect(aside.taken?.amountMinor).not.toBe(payment.amountMinor)
  await refund(payment)
  await send(payment)
  expect((await atConsole(payment)).refund).toMatchObject({
    state: 'done',
    amountMinor: aside.taken?.amountMinor,
    units: 0,
  })
  expect(await unitsOf(church)).toBe(0)
})

describe('a provider that', () => {
  test('is away is asked again, and the money goes back once', async () => {
    const payment = await paid()
    await refund(payment)
    await shop.fault('paystack-refund', '500', 3)
    await expect(send(payment)).rejects.toMatchObject({ name: 'ProviderAway' })
    expect((await atConsole(payment)).refund?.state).toBe('wanted')
    await shop.noFaults()
    await send(payment)
    expect((await atConsole(payment)).refund?.state).toBe('done')
  })

  test.each(['paystack', 'stripe'] as const)(
    'gave it back and could not say so does not do so twice: %s',
    async (provider) => {
      const payment = await paid(provider, { ...units, currency: provider === 'stripe' ? 'GBP' : 'NGN' })
      await refund(payment)
      await shop.fault(`${provider}-refund`, 'malformed', 3)
      await expect(send(payment)).rejects.toMatchObject({ name: 'ProviderAway' })
      await shop.noFaults()
      await send(payment)
      expect((await atConsole(payment)).refund?.state).toBe('done')
      const charge = await chargeOf(payment)
      expect(charge).toMatchObject({ refunded: charge?.['amount'] })
    },
  )

  test('refuses is heard: the desk reads why, and may try once more', async () => {
    const payment = await paid()
    await refund(payment)
    const refusing = handMade(app.server.context, {
      refund: () => Promise.reject(new ProviderRefusal('The account is empty.', 'insufficient_balance')),
    })
    await send(payment, refusing.till)
    await send(payment, refusing.till)
    const failure = 'The account is empty. (insufficient_balance)'
    expect((await atConsole(payment)).refund).toMatchObject({ state: 'failed', failure })
    expect(refusing.asked.filter((one) => one.startsWith('refund'))).toHaveLength(1)
    expect((await refund(payment)).body).toMatchObject({
      state: 'refunded',
      refund: { state: 'wanted', units: 1_000, failure: null },
    })
    await send(payment)
    expect((await atConsole(payment)).refund?.state).toBe('done')
    expect(await unitsOf(church)).toBe(0)
  })

  test('leaves it to somebody there is asked again later', async () => {
    const payment = await paid()
    await refund(payment)
    const waiting = handMade(app.server.context, { refund: () => Promise.resolve({ providerId: 're_1', done: false }) })
    await send(payment, waiting.till)
    expect(await jobsFor(payment)).toContainEqual({ later: true })
    expect((await atConsole(payment)).refund?.state).toBe('wanted')
  })
})

test('the desk’s log and the church’s say who gave what back, and why', async () => {
  const payment = await paid()
  await refund(payment)
  const log = (await operator.call(listConsoleLog, { query: { churchId: church.tenantId } })).body.items
  expect(log[0]).toMatchObject({ act: 'payment.refunded', details: { reference: payment.reference, reason } })
  const entries = await app.look(
    `select act, details from audit_entry where tenant_id = $1 and act in ('payment.refunded', 'units.revoked') order by act`,
    [church.tenantId],
  )
  const { reference } = payment
  expect(entries).toEqual([
    { act: 'payment.refunded', details: { reference, amount: '5900.00', currency: 'NGN', reason } },
    { act: 'units.revoked', details: { reference, units: 1_000 } },
  ])
})

describe('money that was given back at the provider itself', () => {
  const givenBack = (by: ReturnType<typeof handMade>, { id }: Payment) =>
    askProvider(by.till, { tenantId: church.tenantId, paymentId: id, at: app.clock.now() })
  const refundedOf = (refundedMinor: number) =>
    handMade(app.server.context, {
      find: ({ reference }) =>
        Promise.resolve({
          state: 'refunded',
          reference,
          providerId: 'x',
          amountMinor: 590_000,
          currency: 'NGN',
          refundedMinor,
        }),
    })

  test('takes back its part of the units, as it grows, however often it is told', async () => {
    const payment = await paid()
    for (const [minor, left] of [
      [59_000, 900],
      [59_000, 900],
      [300_000, 492],
      [590_000, 0],
      [590_000, 0],
      [59_000, 0],
    ] as const) {
      await Promise.all([1, 2, 3].map(() => givenBack(refundedOf(minor), payment)))
      expect(await unitsOf(church)).toBe(left)
    }
    expect(await atConsole(payment)).toMatchObject({
      state: 'refunded',
      refund: { amountMinor: 590_000, units: 1_000, state: 'done', reason: 'Refunded by the provider.' },
    })
    expect(faultsOf(await audit(app.look))).toEqual([])
  })

  test('after units were spent takes what is left, and never more', async () => {
    const payment = await paid()
    const { context } = app.server
    const at = app.clock.now()
    await context.database.withTenant(church.tenantId, async (tx) => {
      await holdUnits(tx, context.enqueue, { tenantId: church.tenantId, units: 700, reference: 'send', at })
      await postUnits(tx, church.tenantId, { units: 700, reference: 'send', at })
    })
    await givenBack(refundedOf(590_000), payment)
    expect(await unitsOf(church)).toBe(0)
    expect((await atConsole(payment)).refund).toMatchObject({ amountMinor: 590_000, units: 300 })
  })
})

test('the books are in order after all of this', async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
})
