import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payment } from '#contract/billing/payments.ts'
import type { Provider } from '#contract/billing/providers.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { systemActor } from '../../../platform/http/index.ts'
import { audit, faultsOf } from '../../../test-kit/audit-store.ts'
import type { Church } from '../../../test-kit/build-church.ts'
import { setPrice } from '../../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { ProviderAway, ProviderRefusal, type PaymentProvider } from '../../providers/provider.ts'
import { readPayment } from '../records/payment-store.ts'
import { handMade, paidAs } from '../test-kit/hand-made.ts'
import { askProvider, confirmPayment, type PaymentContext } from './ask-provider.ts'
import { cancelPayment, leaveProvider } from './checkout-routes.ts'
import { startCheckout } from './start-checkout.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
})
afterAll(() => app.stop())

const made = (does?: Partial<PaymentProvider>) => handMade(app.server.context, does)
const inChurch = <T>({ tenantId }: Church, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.server.context.database.withTenant(tenantId, work)
async function start(till: PaymentContext, church: Church, provider: Provider = 'paystack'): Promise<Payment> {
  const { tenantId, admin } = church
  const [account] = await app.look('select id from account where email = $1', [admin.email])
  return startCheckout(till, {
    tenantId,
    order: {
      purchase: { purpose: 'units', currency: 'NGN', amount: '5900' },
      provider,
      offered: [provider],
      accountId: String(account?.['id']),
      actor: systemActor,
      at: app.clock.now(),
    },
    whileGated: false,
    transact: (work) => inChurch(church, work),
  })
}
const read = (church: Church, id: string) => inChurch(church, (tx) => readPayment(tx, church.tenantId, id))
const confirm = (till: PaymentContext, { tenantId }: Church, { id: paymentId }: Payment) =>
  confirmPayment(till, { tenantId, paymentId, at: app.clock.now() })
const only = async ({ tenantId }: Church) => {
  const rows = await app.look('select id, state from payment where tenant_id = $1', [tenantId])
  expect(rows).toHaveLength(1)
  return String(rows[0]?.['state'])
}
const right = { amountMinor: 590_000, currency: 'NGN' }

test('what a provider refuses to begin has failed, and the way of paying is not offered', async () => {
  const church = await app.buildChurch()
  const { till } = made({ begin: () => Promise.reject(new ProviderRefusal('Not this one.', 'currency_not_taken')) })
  await expect(start(till, church)).rejects.toMatchObject({ code: 'not_offered' })
  expect(await only(church)).toBe('failed')
})

test('where our key is refused nothing has failed: it can be begun once the key is right', async () => {
  const church = await app.buildChurch()
  const { till } = made({ begin: () => Promise.reject(new ProviderRefusal('Who are you?', 'unauthorized')) })
  await expect(start(till, church)).rejects.toMatchObject({ code: 'provider_unavailable' })
  expect(await only(church)).toBe('created')
})

test('one that is given up while somebody is at the provider with it is ended there', async () => {
  const church = await app.buildChurch()
  const [isThere, isGivenUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { till, asked } = made({
    begin: async ({ reference }) => {
      isThere.resolve()
      await isGivenUp.promise
      return { providerId: `id-${reference}`, checkoutUrl: 'https://pay.example/1' }
    },
    find: () => Promise.resolve({ state: 'unknown' }),
    end: () => Promise.resolve(),
  })
  const starting = start(till, church)
  await isThere.promise
  const [row] = await app.look('select id from payment where tenant_id = $1', [church.tenantId])
  const givingUp = {
    tenantId: church.tenantId,
    paymentId: String(row?.['id']),
    actor: systemActor,
    at: app.clock.now(),
  }
  await leaveProvider(till, givingUp)
  await inChurch(church, (tx) => cancelPayment(tx, till, givingUp))
  isGivenUp.resolve()
  expect(await starting).toMatchObject({ state: 'cancelled', checkoutUrl: null })
  expect(asked.at(-1)).toBe(`end ${(await read(church, givingUp.paymentId)).reference}`)
})

test('a church is made known to the provider of cards once, whoever comes first', async () => {
  const church = await app.buildChurch()
  let known = 0
  const allAsk = Promise.withResolvers<void>()
  const customers: (string | null)[] = []
  const { till } = made({
    name: 'stripe',
    begin: ({ reference, customerId }) => {
      customers.push(customerId)
      return Promise.resolve({ providerId: `cs-${reference}`, checkoutUrl: 'https://pay.example/2' })
    },
    portal: {
      openCustomer: async () => {
        known += 1
        const id = `cus-${known}`
        // Each of the three asks before any of them is answered.
        if (known === 3) allAsk.resolve()
        await allAsk.promise
        return id
      },
      pageFor: () => Promise.resolve('https://cards.example'),
    },
  })
  await Promise.all([start(till, church, 'stripe'), start(till, church, 'stripe'), start(till, church, 'stripe')])
  const kept = await app.look('select customer_id from provider_customer where tenant_id = $1', [church.tenantId])
  expect(kept).toHaveLength(1)
  expect(new Set(customers)).toEqual(new Set([kept[0]?.['customer_id']]))
  const before = known
  await start(till, church, 'stripe')
  expect(known).toBe(before)
})

test.each([
  ['another reference', { ...right, reference: 'NX-ELSEWHERE1' }, 'reference_differs'],
  ['another currency', { ...right, currency: 'KES' }, 'currency_differs'],
  ['a kobo less', { ...right, amountMinor: 589_999 }, 'amount_differs'],
  ['a kobo more', { ...right, amountMinor: 590_001 }, 'amount_differs'],
] as const)('money of %s is taken aside', async (_words, taken, reason) => {
  const church = await app.buildChurch()
  const { till } = made({ find: paidAs(taken) })
  const payment = await start(till, church)
  expect(await confirm(till, church, payment)).toMatchObject({
    state: 'review',
    reviewReason: reason,
    taken: { amountMinor: taken.amountMinor, currency: taken.currency },
  })
})

test('what a provider took once brings units once, though it says so of two payments, in two churches', async () => {
  const [one, other] = [await app.buildChurch(), await app.buildChurch()]
  const { till } = made({ find: paidAs({ ...right, providerId: 'the same' }) })
  const payments = [await start(till, one), await start(till, other)] as const
  const settled = await Promise.all([confirm(till, one, payments[0]), confirm(till, other, payments[1])])
  expect(settled.map(({ state }) => state).sort()).toEqual(['review', 'succeeded'])
  expect(settled.find(({ state }) => state === 'review')?.reviewReason).toBe('reference_differs')
})

test('money that came and went before we heard of it gives nothing', async () => {
  const church = await app.buildChurch()
  const gone = (refundedMinor: number) =>
    made({
      find: ({ reference }) =>
        Promise.resolve({ state: 'refunded', ...right, reference, providerId: `id-${reference}`, refundedMinor }),
    }).till
  const [whole, part] = [await start(made().till, church), await start(made().till, church)]
  expect((await confirm(gone(590_000), church, whole)).state).toBe('cancelled')
  expect(await confirm(gone(90_000), church, part)).toMatchObject({ state: 'review', taken: { amountMinor: 500_000 } })
})

test('asked more often than makes sense, we answer what we know and leave the provider in peace', async () => {
  const church = await app.buildChurch()
  const { till, asked } = made()
  const payment = await start(till, church)
  const answers = await Promise.all(Array.from({ length: 40 }, () => confirm(till, church, payment)))
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['pending']))
  expect(asked.filter((one) => one.startsWith('find'))).toHaveLength(20)
  app.clock.advance(61_000)
  await confirm(till, church, payment)
  expect(asked.filter((one) => one.startsWith('find'))).toHaveLength(21)
})

test('while the provider is away a payment can be given up, and counts all the same when it was paid', async () => {
  const church = await app.buildChurch()
  const payment = await start(made().till, church)
  const away = made({ find: () => Promise.reject(new ProviderAway('Nobody answers.')) }).till
  const givingUp = { tenantId: church.tenantId, paymentId: payment.id, actor: systemActor, at: app.clock.now() }
  await leaveProvider(away, givingUp)
  expect(await inChurch(church, (tx) => cancelPayment(tx, away, givingUp))).toMatchObject({ state: 'cancelled' })
  const back = made({ find: paidAs(right) }).till
  const asked = { tenantId: church.tenantId, paymentId: payment.id, at: app.clock.now() }
  expect((await askProvider(back, asked)).state).toBe('succeeded')
})

test('what is paid is not given up, in whichever order', async () => {
  const church = await app.buildChurch()
  const { till } = made({ find: paidAs(right) })
  const payment = await start(till, church)
  const givingUp = { tenantId: church.tenantId, paymentId: payment.id, actor: systemActor, at: app.clock.now() }
  await leaveProvider(till, givingUp)
  await expect(inChurch(church, (tx) => cancelPayment(tx, till, givingUp))).rejects.toMatchObject({
    code: 'already_decided',
  })
  expect((await read(church, payment.id)).state).toBe('succeeded')
})

test('the books are in order after all of this', async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
})
