import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Purchase } from '#contract/billing/payments.ts'
import { readSubscription } from '#contract/billing/subscription.ts'
import type { Provider } from '#contract/billing/providers.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buyOnline } from '#server/test-kit/buy-online.ts'
import { addPlan, setPrice } from '#server/test-kit/price-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let shop: ReturnType<typeof buyOnline>
let church: Church
let growing: string
beforeAll(async () => {
  app = await startApp()
  shop = buyOnline(app)
  growing = await addPlan(app.look, 'Growing', 500)
  for (const currency of ['NGN', 'GBP', 'GHS', 'XOF']) {
    await setPrice(app.look, { currency, amount: '5.9' })
    await setPrice(app.look, { currency, amount: '10000', planId: growing })
  }
  church = await app.buildChurch()
})
afterAll(() => app.stop())
beforeEach(() => shop.noFaults())

const units = (currency: string, amount = '5900'): Purchase => ({ purpose: 'units', currency, amount })
const months = (currency: string): Purchase => ({ purpose: 'subscription', currency, planId: growing, months: 2 })
/** The plan is there only once the tests run. */
const of = { units, months }
type Bought = [provider: Provider, what: keyof typeof of, currency: string]
/** What each provider is offered for. */
const bought: Bought[] = [
  ['stripe', 'units', 'GBP'],
  ['stripe', 'units', 'XOF'],
  ['paystack', 'units', 'NGN'],
  ['paystack', 'units', 'GHS'],
  ['stripe', 'months', 'NGN'],
  ['flutterwave', 'months', 'XOF'],
  ['paypal', 'months', 'GBP'],
]
const chargesOf = async (reference: string) => {
  const reply = await fetch(`${app.sandboxUrl}/_sandbox/payments?reference=${reference}`)
  return ((await reply.json()) as { items: { amount: string; currency: string; description: string }[] }).items
}

describe.each(bought)('at %s, %s in %s', (provider, what, currency) => {
  const begin = (buyer: Church) => shop.begin(buyer, { purchase: of[what](currency), provider })

  test('paid on its page, it is given once, with a receipt', async () => {
    const buyer = await app.buildChurch({ expiresOn: '2020-01-01' })
    const payment = await begin(buyer)
    expect(payment).toMatchObject({ state: 'pending', method: provider, checkoutUrl: expect.stringContaining('/pay/') })
    expect((await shop.confirm(buyer, payment)).body.state).toBe('pending')
    expect(await shop.atPage(payment, 'pay')).toBe(true)
    const { body } = await shop.confirm(buyer, payment)
    const receiptNumber = expect.stringMatching(/^NX-\d{4}-\d{6}$/)
    expect(body).toMatchObject({ id: payment.id, state: 'succeeded', checkoutUrl: null, receiptNumber })
    const { body: term } = await app.call(readSubscription, {}, { token: buyer.admin.token })
    expect(term.planName).toBe(what === 'units' ? 'Test' : 'Growing')
    // The provider's own notice comes too.
    await shop.rest()
    expect((await shop.confirm(buyer, payment)).body).toEqual(body)
  })

  test('declined: the payment has failed, and is paid all the same if the payer tries once more', async () => {
    const payment = await begin(church)
    await shop.atPage(payment, 'decline')
    // PayPal tells nobody that a card was declined.
    const state = provider === 'paypal' ? 'pending' : 'failed'
    expect((await shop.confirm(church, payment)).body.state).toBe(state)
    // Where the provider can end a page, nobody pays there twice.
    const isPaid = await shop.atPage(payment, 'pay')
    expect(isPaid).toBe(provider !== 'stripe')
    expect((await shop.confirm(church, payment)).body.state).toBe(isPaid ? 'succeeded' : state)
    await shop.rest()
  })

  test('left without paying: it can be paid until it is given up', async () => {
    const payment = await begin(church)
    await shop.atPage(payment, 'cancel')
    expect((await shop.confirm(church, payment)).body.state).toBe('pending')
    expect((await shop.cancel(church, payment)).body).toMatchObject({ state: 'cancelled' })
    expect((await shop.cancel(church, payment)).body).toMatchObject({ state: 'cancelled' })
  })
})

test('the payer comes back to the page that was left, by an address that tells nothing of anybody', async () => {
  for (const [whileGated, purchase, page] of [
    [false, units('NGN'), '/tenant/units'],
    [true, units('NGN'), '/buyunitsexpired'],
    [false, months('NGN'), '/tenant/subscription'],
    [true, months('NGN'), '/subexpired'],
  ] as const) {
    const payment = await shop.begin(church, { purchase, provider: 'paystack', whileGated })
    const { pathname, searchParams } = await shop.leaveBy(payment, 'pay')
    expect([pathname, searchParams.get('payment'), searchParams.get('outcome')]).toEqual([page, payment.id, 'paid'])
    await shop.confirm(church, payment)
  }
})

test('a currency without cents is charged in whole ones, and the payer reads what for', async () => {
  const payment = await shop.begin(church, { purchase: units('XOF', '5899.2'), provider: 'stripe' })
  expect(payment).toMatchObject({ amountMinor: 5_900, units: 1_000, currency: 'XOF' })
  const description = '1,000 SMS units for Grace Chapel'
  expect(await chargesOf(payment.reference)).toMatchObject([{ currency: 'XOF', description }])
  await shop.atPage(payment, 'pay')
  expect((await shop.confirm(church, payment)).body.state).toBe('succeeded')
})

const refused: Bought[] = [
  ['stripe', 'units', 'NGN'],
  ['paystack', 'units', 'GBP'],
  ['flutterwave', 'units', 'XOF'],
  ['paypal', 'units', 'GBP'],
  ['paystack', 'months', 'GBP'],
  ['paypal', 'months', 'XOF'],
]
test.each(refused)('%s is not offered for %s in %s', async (provider, what, currency) => {
  expect((await shop.start(church, { purchase: of[what](currency), provider })).body.code).toBe('not_offered')
})

test('another sum than the one shown is not begun, nor a currency without a price', async () => {
  const buyer = await app.buildChurch()
  const shown = { ...units('NGN'), amountMinor: 590_000 }
  expect((await shop.start(buyer, { purchase: { ...shown, amountMinor: 1 }, provider: 'paystack' })).body.code).toBe(
    'changed_meanwhile',
  )
  expect((await shop.start(buyer, { purchase: units('KES'), provider: 'stripe' })).body.code).toBe('no_price')
  expect(await shop.payments(buyer)).toEqual([])
  expect((await shop.start(buyer, { purchase: shown, provider: 'paystack' })).status).toBe(200)
})

describe('one press', () => {
  test('however many times at once, is one payment with one page', async () => {
    const buyer = await app.buildChurch()
    const press = { purchase: units('NGN'), provider: 'paystack', key: randomUUID() } as const
    const replies = await Promise.all(Array.from({ length: 8 }, () => shop.start(buyer, press)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.checkoutUrl)).size).toBe(1)
    const payments = await shop.payments(buyer)
    expect(payments).toHaveLength(1)
    expect(await chargesOf(payments[0]?.reference ?? '')).toHaveLength(1)
    expect((await shop.start(buyer, { ...press, purchase: units('NGN', '59') })).body.code).toBe(
      'idempotency_key_reused',
    )
  })

  test.each(['stripe', 'paystack', 'flutterwave', 'paypal'] as const)(
    'while %s is away begins nothing, and the same one again goes on with it',
    async (provider) => {
      const buyer = await app.buildChurch()
      const press = { purchase: months(provider === 'paystack' ? 'NGN' : 'GBP'), provider, key: randomUUID() }
      // As often as an adapter tries by itself.
      await shop.fault(provider, '500', 3)
      expect((await shop.start(buyer, press)).body.code).toBe('provider_unavailable')
      expect(await shop.payments(buyer)).toMatchObject([{ state: 'created', checkoutUrl: null }])
      await shop.noFaults()
      const { body } = await shop.start(buyer, press)
      expect(body).toMatchObject({ state: 'pending', checkoutUrl: expect.any(String) })
      expect(await shop.payments(buyer)).toMatchObject([{ id: body.id }])
    },
  )

  test.each(['stripe', 'paystack', 'flutterwave', 'paypal'] as const)(
    'whose answer of %s was lost is begun once more, by another payment where it must',
    async (provider) => {
      const buyer = await app.buildChurch()
      const press = { purchase: months(provider === 'paystack' ? 'NGN' : 'GBP'), provider, key: randomUUID() }
      await shop.fault(provider, 'malformed', 3)
      expect((await shop.start(buyer, press)).body.code).toBe('provider_unavailable')
      await shop.noFaults()
      const { body } = await shop.start(buyer, press)
      const states = (await shop.payments(buyer)).map(({ state }) => state)
      expect(states).toEqual(provider === 'paystack' ? ['pending', 'failed'] : ['pending'])
      expect((await shop.start(buyer, press)).body).toEqual(body)
      await shop.atPage(body, 'pay')
      expect((await shop.confirm(buyer, body)).body.state).toBe('succeeded')
    },
  )

  test('after half an hour without a page is ordered anew, at the price of then', async () => {
    const buyer = await app.buildChurch()
    const press = { purchase: units('GHS'), provider: 'paystack', key: randomUUID() } as const
    await shop.fault('paystack', '500', 3)
    await shop.start(buyer, press)
    await shop.noFaults()
    await setPrice(app.look, { currency: 'GHS', amount: '11.8' })
    app.clock.advance(31 * 60_000)
    expect((await shop.start(buyer, press)).body).toMatchObject({ state: 'pending', units: 500 })
    expect((await shop.payments(buyer)).map(({ state }) => state)).toEqual(['pending', 'cancelled'])
  })
})

test('ten wait at most, of whichever way of paying', async () => {
  const buyer = await app.buildChurch()
  const press = () => shop.start(buyer, { purchase: units('NGN', '59'), provider: 'paystack' })
  const replies = await Promise.all(Array.from({ length: 12 }, press))
  expect(replies.map(({ body }) => body.code ?? 'begun').sort()).toEqual([
    ...Array(10).fill('begun'),
    ...Array(2).fill('too_many_open'),
  ])
})

test('the books are in order after all of this', async () => {
  await shop.rest()
  expect(faultsOf(await audit(app.look))).toEqual([])
})
