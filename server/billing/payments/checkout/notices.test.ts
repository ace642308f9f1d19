import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Payment, Purchase } from '#contract/billing/payments.ts'
import type { Provider } from '#contract/billing/providers.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buyOnline } from '#server/test-kit/buy-online.ts'
import { forgedNoticeOf, noticeOf, postNotice, signedAs, type Notice } from '#server/test-kit/payment-notices.ts'
import { addPlan, setPrice } from '#server/test-kit/price-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'

let app: TestApp
let shop: ReturnType<typeof buyOnline>
let church: Church
let growing: string
beforeAll(async () => {
  app = await startApp()
  shop = buyOnline(app)
  growing = await addPlan(app.look, 'Growing', 500)
  for (const currency of ['NGN', 'GBP']) {
    await setPrice(app.look, { currency, amount: '5.9' })
    await setPrice(app.look, { currency, amount: '10000', planId: growing })
  }
  church = await app.buildChurch()
})
afterAll(() => app.stop())
beforeEach(() => shop.noFaults())

const units: Purchase = { purpose: 'units', currency: 'NGN', amount: '5900' }
const begin = (provider: Provider): Promise<Payment> => {
  const currency = provider === 'paystack' ? 'NGN' : 'GBP'
  return shop.begin(church, { purchase: { purpose: 'subscription', currency, planId: growing, months: 1 }, provider })
}
const beginUnits = (): Promise<Payment> => shop.begin(church, { purchase: units, provider: 'paystack' })

const stateOf = async ({ id }: Payment): Promise<string> => {
  const [row] = await app.look('select state from payment where id = $1', [id])
  return String(row?.['state'])
}
const grantsOf = async ({ id }: Payment): Promise<number> => {
  const [row] = await app.look(`select count(*)::int as grants from unit_transaction where reference = $1`, [id])
  return Number(row?.['grants'])
}
const jobsOf = async ({ id }: Payment): Promise<number> => {
  const [row] = await app.look(
    `select count(*)::int as jobs from pgboss.job where name = 'billing.ask-provider' and data ->> 'paymentId' = $1`,
    [id],
  )
  return Number(row?.['jobs'])
}

const signed = (body: string): Notice => signedAs('paystack', body, app.clock.now())
const paid = (payment: Pick<Payment, 'reference'>): string =>
  noticeOf({ ...payment, method: 'paystack' }, app.clock.now()).body
/** Posts a notice as Paystack does. */
const tell = (body: string, headers = signed(body).headers, provider = 'paystack') =>
  postNotice(app.url, provider, { body, headers })

test.each(['stripe', 'paystack', 'flutterwave', 'paypal'] as const)(
  'of %s is enough: nobody has to come back',
  async (provider) => {
    const payment = await begin(provider)
    await shop.atPage(payment, 'pay')
    expect(await until(async () => (await stateOf(payment)) === 'succeeded')).toBe(true)
  },
)

test.each([
  ['webhook-twice', 'stripe'],
  ['webhook-forged', 'stripe'],
  ['webhook-stale', 'paystack'],
  ['webhook-twice', 'flutterwave'],
  ['webhook-forged', 'flutterwave'],
  ['webhook-twice', 'paypal'],
  ['webhook-forged', 'paypal'],
] as const)('%s of %s changes nothing that is not so', async (mode, provider) => {
  const payment = await begin(provider)
  await shop.fault(provider, mode)
  await shop.atPage(payment, 'pay')
  await until(async () => (await stateOf(payment)) === 'succeeded')
  await shop.rest()
  expect(faultsOf(await audit(app.look))).toEqual([])
})

test('of yesterday is not taken where it tells its time; the payer’s return finds the money', async () => {
  const payment = await begin('stripe')
  await shop.fault('stripe', 'webhook-stale')
  await shop.atPage(payment, 'pay')
  expect((await shop.confirm(church, payment)).body.state).toBe('succeeded')
  expect(await jobsOf(payment)).toBe(0)
})

test('that is not signed, or wrongly, makes us do nothing', async () => {
  const payment = await beginUnits()
  const body = paid(payment)
  const forged = forgedNoticeOf(payment, app.clock.now()).headers
  expect(await tell(body, {})).toEqual([401, 'bad_signature'])
  expect(await tell(body, forged)).toEqual([401, 'bad_signature'])
  expect(await tell(body, signed(body).headers, 'flutterwave')).toEqual([401, 'bad_signature'])
  expect(await tell('', {})).toEqual([401, 'bad_signature'])
  expect(await tell(body, signed(body).headers, 'nobody')).toEqual([404, 'not_found'])
  expect(await tell(body, signed(body).headers, '__proto__')).toEqual([404, 'not_found'])
  expect(await jobsOf(payment)).toBe(0)
})

test('that cannot be read is refused; of what we do not know it is let go', async () => {
  for (const body of ['', '{}', '[]', '"x"', '{"event":"charge.success","data":{}}'])
    expect(await tell(body)).toEqual([400, 'invalid_input'])
  expect(await tell('{"event":')).toEqual([400, 'invalid_input'])
  expect(await tell(paid({ reference: 'NX-0000000000' }))).toEqual([200, false])
  for (const reference of [`' or 1=1 --`, 'x\0']) expect(await tell(paid({ reference }))).toEqual([200, false])
  expect(await tell('{"event":"transfer.success","data":{}}')).toEqual([200, false])
  // A payment of another provider is none of this one's.
  const elsewhere = await begin('stripe')
  expect(await tell(paid(elsewhere))).toEqual([200, false])
  expect(await jobsOf(elsewhere)).toBe(0)
})

test('that says what is not so gives nothing: the provider is asked', async () => {
  const payment = await beginUnits()
  const lies = Array.from({ length: 5 }, () => tell(paid(payment)))
  expect(await Promise.all(lies)).toEqual(lies.map(() => [200, true]))
  await shop.rest()
  expect([await jobsOf(payment), await stateOf(payment), await grantsOf(payment)]).toEqual([5, 'pending', 0])
})

test('said again a day later, when all is done, changes nothing', async () => {
  const payment = await beginUnits()
  await shop.atPage(payment, 'pay')
  await until(async () => (await stateOf(payment)) === 'succeeded')
  app.clock.advance(24 * 60 * 60_000)
  expect(await tell(paid(payment))).toEqual([200, true])
  await shop.rest()
  expect([await stateOf(payment), await grantsOf(payment)]).toEqual(['succeeded', 1])
})

test.each([
  ['wrong-amount', 'paystack', 'amount_differs'],
  ['wrong-currency', 'paystack', 'currency_differs'],
  ['wrong-amount', 'stripe', 'amount_differs'],
  ['wrong-currency', 'stripe', 'currency_differs'],
  ['wrong-amount', 'flutterwave', 'amount_differs'],
  ['wrong-currency', 'paypal', 'currency_differs'],
] as const)('%s at %s is taken aside, and nothing is given', async (mode, provider, reason) => {
  const payment = await begin(provider)
  await shop.fault(provider, mode)
  await shop.atPage(payment, 'pay')
  expect((await shop.confirm(church, payment)).body).toMatchObject({ state: 'review', receiptNumber: null })
  await shop.rest()
  const [row] = await app.look('select review_reason, taken_minor::int, taken_currency from payment where id = $1', [
    payment.id,
  ])
  expect(row?.['review_reason']).toBe(reason)
  expect(row?.['taken_minor'] !== payment.amountMinor || row?.['taken_currency'] !== payment.currency).toBe(true)
  // However often it is asked, only an operator decides.
  expect((await shop.confirm(church, payment)).body.state).toBe('review')
  expect((await shop.cancel(church, payment)).body.code).toBe('already_decided')
  expect(faultsOf(await audit(app.look))).toEqual([])
})
