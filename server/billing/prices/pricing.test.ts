import { afterAll, beforeAll, expect, test } from 'vitest'
import { quotePurchase, readPricing, type Purchase } from '#contract/billing/payments.ts'
import { readSupport } from '#contract/installation.ts'
import { addDays, addMonths, dayIn } from '../../platform/runtime/index.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { addPlan, openBankAccount, setPrice } from '../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let starter: string
let growing: string
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
  starter = await addPlan(app.look, 'Starter', 100)
  growing = await addPlan(app.look, 'Growing', 500)
  for (const price of [
    { currency: 'NGN', amount: '5.9' },
    { currency: 'USD', amount: '0.05' },
    { currency: 'USD', amount: '0.04', isoCode: 'KE' },
    { currency: 'XOF', amount: '4.5' },
    { currency: 'SLL', amount: '90' },
    { currency: 'NGN', amount: '3000', planId: starter },
    { currency: 'NGN', amount: '10000.50', planId: growing },
    { currency: 'USD', amount: '9', planId: growing },
  ])
    await setPrice(app.look, price)
  await openBankAccount(app.look, 'NGN')
})
afterAll(() => app.stop())

const priceList = async (church: Church, currency?: string) =>
  (await app.call(readPricing, { query: currency ? { currency } : {} }, { token: church.admin.token })).body
const quote = (church: Church, body: Purchase) => app.call(quotePurchase, { body }, { token: church.admin.token })
const units = (currency: string, amount: string): Purchase => ({ purpose: 'units', currency, amount })
const months = (planId: string, count: number, currency = 'NGN'): Purchase => ({
  purpose: 'subscription',
  currency,
  planId,
  months: count,
})
const today = (): string => dayIn('Africa/Lagos', app.clock.now())

test('a church sees its currency first, plans that have a price there, and the account for transfers', async () => {
  const church = await app.buildChurch()
  expect(await priceList(church)).toEqual({
    currency: 'NGN',
    currencies: ['NGN', 'SLL', 'USD', 'XOF'],
    providers: {
      units: ['paystack'],
      subscription: ['stripe', 'paystack', 'flutterwave'],
      cards: ['stripe', 'paystack'],
    },
    smsPrice: '5.9',
    plans: [
      { id: starter, name: 'Starter', description: '', membershipSize: 100, perMonth: '3000' },
      { id: growing, name: 'Growing', description: '', membershipSize: 500, perMonth: '10000.5' },
    ],
    bankAccount: { accountName: 'Narthex', accountNumber: '0000000000', bank: 'Test Bank', note: '' },
  })
  expect(await priceList(church, 'USD')).toMatchObject({
    smsPrice: '0.05',
    plans: [{ id: growing, perMonth: '9' }],
    bankAccount: null,
  })
  expect(await priceList(church, 'GBP')).toMatchObject({ smsPrice: null, plans: [], bankAccount: null })
})

test('the price of a country beats the general one, and USD serves where the own currency has none', async () => {
  const kenya = await app.buildChurch({ isoCode: 'KE', currency: 'KES' })
  expect(await priceList(kenya)).toMatchObject({
    currency: 'USD',
    currencies: ['KES', 'NGN', 'SLL', 'USD', 'XOF'],
    smsPrice: '0.04',
  })
  await setPrice(app.look, { currency: 'USD', amount: '0.06' })
  expect((await priceList(kenya)).smsPrice).toBe('0.04')
  expect((await priceList(await app.buildChurch({ currency: 'USD' }))).smsPrice).toBe('0.06')
})

test('a withdrawn currency is shown and never charged', async () => {
  const church = await app.buildChurch({ isoCode: 'SL', currency: 'SLL' })
  expect(await priceList(church)).toMatchObject({ currency: 'USD', currencies: ['SLL', 'NGN', 'USD', 'XOF'] })
  expect((await priceList(church, 'SLL')).smsPrice).toBe('90')
  for (const currency of ['SLL', 'GBP', 'JPY'])
    expect((await quote(church, units(currency, '100'))).body.code).toBe('no_price')
})

test.each([
  ['NGN', '8.85', 2, 900],
  ['NGN', '1000.4', 170, 100_100],
  ['XOF', '1000.4', 222, 1_001],
  ['XOF', '1000', 222, 1_000],
  ['NGN', '999999999.999999', 169_491_525, 100_000_000_000],
])('%s %s buys %i units and is charged as %i', async (currency, amount, count, amountMinor) => {
  const { body } = await quote(await app.buildChurch(), units(currency, amount))
  const lines = [{ what: 'units', count, amountMinor }]
  const untaxed = { taxMinor: 0, taxRate: '0', taxName: '' }
  expect(body).toMatchObject({
    currency,
    amountMinor,
    ...untaxed,
    units: count,
    expiresOn: null,
    planFrom: null,
    lines,
  })
})

test('an amount that is none, or buys nothing, is refused at its field', async () => {
  const church = await app.buildChurch()
  for (const amount of ['0', '0.00', '2.94', '-5', '1e309', '1e3', `${0.1 + 0.2}`, '1234567890', '', 'NaN', '1,000']) {
    const { status, body } = await quote(church, units('NGN', amount))
    expect([amount, status, body.code, Object.keys(body.fields ?? {})]).toEqual([
      amount,
      400,
      'invalid_input',
      ['amount'],
    ])
  }
})

test('months are calendar months after what is paid, and the extra for a dearer plan is a line', async () => {
  const expiresOn = addDays(today(), 12)
  const church = await app.buildChurch({ expiresOn })
  const trial = await quote(church, months(growing, 3))
  expect(trial.body).toMatchObject({
    currency: 'NGN',
    amountMinor: 3_000_150,
    units: null,
    expiresOn: addMonths(expiresOn, 3),
    planFrom: today(),
    lines: [{ what: 'months', count: 3, amountMinor: 3_000_150 }],
  })
  await app.look('update subscription set plan_id = $1 where tenant_id = $2', [starter, church.tenantId])
  expect((await quote(church, months(growing, 3))).body).toMatchObject({
    amountMinor: 3_280_170,
    lines: [
      { what: 'months', count: 3, amountMinor: 3_000_150 },
      { what: 'upgrade', count: 12, amountMinor: 280_020 },
    ],
  })
  // The plan it has: the days are kept. A currency in which the old plan has no price: nothing to
  // compare, and so no way to the dearer one for nothing.
  expect((await quote(church, months(starter, 1))).body.amountMinor).toBe(300_000)
  expect((await quote(church, months(growing, 1, 'USD'))).body.code).toBe('no_price')
  await app.look(`update subscription set expires_on = '2020-01-01' where tenant_id = $1`, [church.tenantId])
  expect((await quote(church, months(growing, 1, 'USD'))).body.lines).toHaveLength(1)
})

test('a plan must hold everybody, exist, be offered and have a price', async () => {
  const church = await app.buildChurch({ people: Array.from({ length: 100 }, () => ({})) })
  const { body } = await quote(church, months(starter, 1))
  expect(body).toMatchObject({ code: 'plan_too_small', fields: { people: '101', most: '100' } })
  expect((await quote(church, months(growing, 1))).status).toBe(200)
  const full = await app.buildChurch({ people: Array.from({ length: 99 }, () => ({})) })
  expect((await quote(full, months(starter, 1))).status).toBe(200)
  expect((await quote(church, months(starter, 1, 'USD'))).body.code).toBe('no_price')
  expect((await quote(church, months(church.tenantId, 1))).body.code).toBe('plan_not_offered')
  for (const wrong of [0, 13, 1.5])
    expect((await quote(church, months(growing, wrong))).body.code).toBe('invalid_input')
  const old = await addPlan(app.look, 'Old', 900)
  await setPrice(app.look, { currency: 'NGN', amount: '1', planId: old })
  await app.look('update plan set offered = false where id = $1', [old])
  expect((await quote(church, months(old, 1))).body.code).toBe('plan_not_offered')
})

test('everybody may know how to reach the people of this installation', async () => {
  expect((await app.call(readSupport, {})).body).toEqual({ email: null, phone: null, chatUrl: null })
  await app.look(`update installation set support_email = 'help@narthex.example', chat_url = 'https://wa.me/1'`)
  expect((await app.call(readSupport, {})).body).toEqual({
    email: 'help@narthex.example',
    phone: null,
    chatUrl: 'https://wa.me/1',
  })
})
