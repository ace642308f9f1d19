import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Payment } from '#contract/billing/payments.ts'
import type { Provider } from '#contract/billing/providers.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buyOnline } from '../../test-kit/buy-online.ts'
import { setPrice } from '../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { reconcilePayments } from './reconcile-payments.ts'

let app: TestApp
let shop: ReturnType<typeof buyOnline>
let church: Church
beforeAll(async () => {
  app = await startApp()
  app.clock.hold()
  shop = buyOnline(app)
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await setPrice(app.look, { currency: 'GBP', amount: '5.9' })
  // The pauses until a provider is asked again are counted to the minute.
  app.clock.hold()
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch()
  await shop.noFaults()
  // Nobody tells us anything.
  for (const provider of ['paystack', 'stripe']) await shop.fault(provider, 'webhook-never', 100)
})

const MINUTE_MS = 60_000
const begin = (provider: Provider = 'paystack'): Promise<Payment> => {
  const currency = provider === 'paystack' ? 'NGN' : 'GBP'
  return shop.begin(church, { purchase: { purpose: 'units', currency, amount: '59' }, provider })
}
const reconcile = () => reconcilePayments(app.server.context, new AbortController().signal)
/** So many minutes pass, and then the reconciler comes by. */
const pass = async (minutes: number): Promise<void> => {
  app.clock.advance(minutes * MINUTE_MS)
  await reconcile()
  await shop.rest()
}
const rowOf = async ({ id }: Payment) => {
  const [row] = await app.look('select state, asked_times as asked, ask_at from payment where id = $1', [id])
  return row ?? {}
}
const stateOf = async (payment: Payment) => (await rowOf(payment))['state']
/** Minutes until it is asked again; null: never. */
const nextOf = async (payment: Payment) => {
  const { ask_at: askAt } = await rowOf(payment)
  return askAt instanceof Date ? (askAt.getTime() - app.clock.now().getTime()) / MINUTE_MS : null
}

test('what was paid without a word to us is found after ten minutes, by itself', async () => {
  const payment = await begin()
  await shop.atPage(payment, 'pay')
  await pass(9)
  expect(await stateOf(payment)).toBe('pending')
  await pass(2)
  expect(await stateOf(payment)).toBe('succeeded')
  expect(await nextOf(payment)).toBeNull()
})

test('one that is not paid yet is asked about after 1, 2, 5 and 10 minutes, and ended when its time is over', async () => {
  const payment = await begin('stripe')
  await pass(10)
  const waits = []
  for (const minutes of [1, 2, 5, 10]) {
    waits.push(await nextOf(payment))
    expect(await stateOf(payment)).toBe('pending')
    await pass(minutes)
  }
  expect(waits).toEqual([1, 2, 5, 10])
  await pass(12)
  expect(await stateOf(payment)).toBe('cancelled')
  // At Stripe, the page has ended with it.
  expect(await shop.atPage(payment, 'pay')).toBe(false)
})

test('a page that stays open is asked about for eleven days after it was given up, and money on it counts', async () => {
  const [late, never] = [await begin(), await begin()]
  await pass(45)
  expect([await stateOf(late), await stateOf(never)]).toEqual(['cancelled', 'cancelled'])
  await pass(61)
  for (const hours of [1, 6, 24, 3 * 24]) await pass(hours * 60 + 1)
  await shop.atPage(late, 'pay')
  await pass(7 * 24 * 60 + 1)
  expect([await stateOf(late), await stateOf(never)]).toEqual(['succeeded', 'cancelled'])
  expect([await stateOf(never), await nextOf(never)]).toEqual(['cancelled', null])
})

test('one that the provider never heard of is given up an hour after it was ordered', async () => {
  await shop.fault('paystack', '500', 3)
  await shop.start(church, { purchase: { purpose: 'units', currency: 'NGN', amount: '59' }, provider: 'paystack' })
  const [payment] = await shop.payments(church)
  if (!payment) throw new Error('It was ordered')
  await shop.fault('paystack', 'webhook-never', 100)
  await pass(59)
  expect(await stateOf(payment)).toBe('created')
  await pass(11)
  expect(await stateOf(payment)).toBe('cancelled')
})

test('while the provider is away it is asked again and again, and found when it is back', async () => {
  const payment = await begin()
  await shop.atPage(payment, 'pay')
  await shop.fault('paystack-verify', '500', 100)
  app.clock.advance(11 * MINUTE_MS)
  await reconcile()
  const reply = await shop.confirm(church, payment)
  expect([reply.status, reply.body.code]).toEqual([503, 'provider_unavailable'])
  expect(await nextOf(payment)).toBe(1)
  await shop.noFaults()
  // The job that is there already tries once more by itself.
  await shop.rest()
  expect(await stateOf(payment)).toBe('succeeded')
})

test('while no answer comes the pauses grow, and after a week nobody asks any more; what the payer says still counts', async () => {
  const payment = await begin()
  await shop.atPage(payment, 'pay')
  await shop.fault('paystack-verify', '500', 1_000)
  app.clock.advance(11 * MINUTE_MS)
  const waits = []
  for (let turn = 0; turn < 7; turn += 1) {
    await reconcile()
    const wait = await nextOf(payment)
    waits.push(wait)
    app.clock.advance((wait ?? 0) * MINUTE_MS)
  }
  expect(waits).toEqual([1, 2, 5, 10, 30, 60, 60])
  app.clock.advance(7 * 24 * 60 * MINUTE_MS)
  await reconcile()
  expect(await rowOf(payment)).toMatchObject({ state: 'pending', ask_at: null })
  await shop.noFaults()
  await shop.confirm(church, payment)
  expect(await stateOf(payment)).toBe('succeeded')
})

test('an answer makes the pauses short again', async () => {
  const payment = await begin()
  await app.look(`update payment set unanswered_times = 5, unanswered_since = now() where id = $1`, [payment.id])
  await shop.confirm(church, payment)
  const [row] = await app.look(
    'select unanswered_times as times, unanswered_since as since from payment where id = $1',
    [payment.id],
  )
  expect(row).toEqual({ times: 0, since: null })
})

test('a payment that an older server let succeed gets its receipt, of the day on which it did', async () => {
  const payment = await begin()
  await app.look(
    `update payment set state = 'succeeded', ask_at = null, decided_at = '2019-05-01T10:00:00Z' where id = $1`,
    [payment.id],
  )
  await reconcile()
  await reconcile()
  const rows = await app.look(
    'select p.receipt_number as number, r.issued_at as at from payment p join receipt r on r.payment_id = p.id where p.id = $1',
    [payment.id],
  )
  expect(rows).toEqual([{ number: 'NX-2019-000001', at: new Date('2019-05-01T10:00:00Z') }])
  // Its units, which that server gave, were not given here.
  await app.look('delete from receipt where payment_id = $1', [payment.id])
  await app.look('delete from receipt_number where year = 2019')
  await app.look('delete from payment where id = $1', [payment.id])
})

test('five reconcilers in one minute ask once, and all of a hundred and more that wait', async () => {
  await app.look(
    `insert into payment (tenant_id, id, reference, method, purpose, amount_minor, currency, price_id, units, lines, state,
       created_by, created_at, quote_expires_at, ask_at)
     select a.tenant_id, gen_random_uuid(), 'NX-A00000' || lpad(n::text, 4, '0'), 'paystack', 'units', 5900, 'NGN',
       (select id from price where currency = 'NGN' limit 1), 10, '[]', 'pending', a.id, now(), now() + interval '10 years', now()
     from account a, generate_series(1, 250) n where a.tenant_id = $1`,
    [church.tenantId],
  )
  await app.look(`insert into directory_entry (kind, key, tenant_id)
    select 'payment', directory_key(reference), tenant_id from payment where reference like 'NX-A00000%'`)
  await Promise.all(Array.from({ length: 5 }, reconcile))
  const [asked] = await app.look(
    `select count(*)::int as jobs, count(distinct data ->> 'paymentId')::int as payments from pgboss.job
     where name = 'billing.ask-provider' and data ->> 'tenantId' = $1`,
    [church.tenantId],
  )
  expect(asked).toEqual({ jobs: 250, payments: 250 })
  await shop.rest()
  const [answered] = await app.look(
    'select count(*)::int as payments from payment where tenant_id = $1 and asked_times = 1',
    [church.tenantId],
  )
  expect(answered).toEqual({ payments: 250 })
})

test('the books are in order after all of this', async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
})
