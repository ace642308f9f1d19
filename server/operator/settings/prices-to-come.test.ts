import { afterAll, beforeAll, expect, test } from 'vitest'
import { quotePurchase, startTransfer } from '#contract/billing/payments.ts'
import { readReceipt } from '#contract/billing/receipts.ts'
import { saveBillingParty } from '#contract/billing/subscription.ts'
import * as desk from '#contract/operator/requests.ts'
import * as calls from '#contract/operator/settings.ts'
import * as taxes from '#contract/operator/taxes.ts'
import { addDays, dayIn } from '#server/platform/runtime/index.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildOperator, confirmed, type TestOperator } from '#server/test-kit/build-operator.ts'
import { addPlan, letOneDecide, openBankAccount, setPrice } from '#server/test-kit/price-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let operator: TestOperator
let second: TestOperator
let planId: string
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
  await signIn()
  planId = await addPlan(app.look, 'Growing', 500)
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await setPrice(app.look, { currency: 'NGN', amount: '3000', planId })
  await openBankAccount(app.look, 'NGN')
  await letOneDecide(app.look)
})
afterAll(() => app.stop())

/** A session at the console lasts for twelve hours. */
async function signIn(): Promise<void> {
  operator = await buildOperator(app)
  second = await buildOperator(app, 'Funmi Finance')
}

const reason = 'As was decided in May'
const tomorrow = () => addDays(dayIn('UTC', app.clock.now()), 1)
const price = (amount: string | null, startsOn: string | null) =>
  operator.call(calls.setPrice, {
    body: { product: 'subscription', planId, isoCode: null, currency: 'NGN', amount, startsOn, reason },
  })
const months = { purpose: 'subscription', currency: 'NGN', months: 2 } as const
const quote = async (church: Church) =>
  (await app.call(quotePurchase, { body: { ...months, planId } }, { token: church.admin.token })).body
const listed = async () =>
  (await operator.call(calls.listPrices, {})).body.plans[0]?.prices.map(({ amount, startedAt, endsAt }) => [
    amount,
    startedAt.slice(11),
    endsAt !== null,
  ])
const nextDay = async () => {
  app.clock.advance(Date.parse(`${tomorrow()}T00:00:01Z`) - app.clock.now().getTime())
  await signIn()
}

test('tomorrow’s price is entered today: it is listed, costs nothing yet, and is the price from midnight on', async () => {
  const church = await app.buildChurch({ expiresOn: '2020-01-01' })
  const before = await quote(church)
  await confirmed(second, price('4000', tomorrow()))
  expect(await listed()).toEqual([
    ['3000', expect.any(String), true],
    ['4000', '00:00:00.000Z', false],
  ])
  expect(await quote(church)).toMatchObject({ amountMinor: 600_000, priceId: before.priceId })
  // Another one for the same day takes its place; so does none.
  await confirmed(second, price('4500', tomorrow()))
  await nextDay()
  const after = await quote(church)
  expect(after.amountMinor).toBe(900_000)
  expect(after.priceId).not.toBe(before.priceId)
  expect(await listed()).toEqual([['4500', '00:00:00.000Z', false]])
  // Who was shown the price of before is not charged another one.
  const body = { ...months, planId, amountMinor: before.amountMinor }
  const reply = await app.call(startTransfer, { body }, { token: church.admin.token })
  expect(reply.body).toMatchObject({ code: 'changed_meanwhile' })
})

test('a price that was to come may be called off, and one that is too far ahead is refused', async () => {
  await confirmed(second, price('9000', tomorrow()))
  const called = await confirmed(second, price('4500', null))
  expect(called).toMatchObject({ before: { amount: '4500', toCome: '9000' }, after: { amount: '4500', toCome: null } })
  expect(await listed()).toEqual([['4500', expect.any(String), false]])
  expect((await price('1', addDays(tomorrow(), 800))).body).toMatchObject({ code: 'invalid_input' })
  expect((await price('1', '2026-02-30')).body).toMatchObject({ code: 'invalid_input' })
})

test('tax of a country is on top of months and within units; the receipt says net, tax and both parties', async () => {
  const church = await app.buildChurch({ expiresOn: '2020-01-01' })
  const { token } = church.admin
  const tax = (rate: string | null) =>
    operator.call(taxes.setTax, { body: { isoCode: 'NG', name: 'VAT', rate, startsOn: null, reason } })
  const change = await confirmed(second, tax('07.50'))
  expect(change).toMatchObject({ kind: 'tax', before: { rate: null }, after: { rate: '7.5', name: 'VAT' } })
  expect((await operator.call(taxes.listTaxes, {})).body).toMatchObject([{ isoCode: 'NG', name: 'VAT', rate: '7.5' }])
  expect(await quote(church)).toMatchObject({
    amountMinor: 967_500,
    taxMinor: 67_500,
    taxRate: '7.5',
    taxName: 'VAT',
    lines: [{ what: 'months', count: 2, amountMinor: 900_000 }],
  })
  const units = { purpose: 'units', currency: 'NGN', amount: '5900' } as const
  expect((await app.call(quotePurchase, { body: units }, { token })).body).toMatchObject({
    amountMinor: 590_000,
    taxMinor: 41_163,
    units: 1_000,
    lines: [{ what: 'units', amountMinor: 548_837 }],
  })
  const party = { legalName: 'Trustees of Grace Chapel', taxNumber: '12345678-0001' }
  expect((await app.call(saveBillingParty, { body: party }, { token })).body).toEqual(party)
  await app.look(`update installation set legal_name = 'Narthex Ltd', tax_number = 'RC 99'`)
  const { body: payment } = await app.call(startTransfer, { body: { ...months, planId } }, { token })
  const at = { churchId: church.tenantId, id: payment.id }
  await operator.call(desk.approvePayment, { params: at, body: { amountMinor: payment.amountMinor } })
  const whole = {
    ...party,
    issuerName: 'Narthex Ltd',
    issuerTaxNumber: 'RC 99',
    amountMinor: 967_500,
    taxMinor: 67_500,
  }
  const receipt = () => app.call(readReceipt, { params: { id: payment.id } }, { token })
  expect((await receipt()).body).toMatchObject(whole)
  // Whatever they are called later, and whatever the tax is then.
  await app.call(saveBillingParty, { body: { legalName: 'Others', taxNumber: '' } }, { token })
  await confirmed(second, tax(null))
  expect((await receipt()).body).toMatchObject(whole)
  expect(await quote(church)).toMatchObject({ taxMinor: 0, taxRate: '0' })
})
