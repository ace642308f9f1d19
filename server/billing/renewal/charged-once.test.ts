import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../platform/runtime/index.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { renewals } from '../../test-kit/renewals.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'
import { reconcilePayments } from '../payments/reconcile-payments.ts'
import { renewChurch } from './renew-churches.ts'

let app: TestApp
let kit: Awaited<ReturnType<typeof renewals>>
beforeAll(async () => {
  app = await startApp({ fromMorning: true })
  kit = await renewals(app)
})
afterEach(() => kit.shop.noFaults())
afterAll(() => app.stop())

describe('exactly once', () => {
  const due = async (): Promise<Church> => {
    kit.goTo(1)
    const church = await kit.renewing(2)
    await kit.work(church)
    kit.goTo(2)
    return church
  }

  test('a worker killed before it called the provider: the reconciler has it charged', async () => {
    const church = await due()
    // The job is lost, with the worker that had it.
    await renewChurch({ ...app.server.context, enqueue: async () => {} }, church)
    expect(await kit.states(church)).toEqual(['created'])
    app.clock.advance(3 * 60_000)
    await reconcilePayments(app.server.context, new AbortController().signal)
    await kit.shop.rest()
    expect(await kit.states(church)).toEqual(['succeeded'])
  })

  test('an answer that was lost after the money was taken: found, not charged twice', async () => {
    const church = await due()
    const end = await kit.endOf(church)
    await kit.shop.fault('paystack-charge', 'malformed')
    await kit.work(church)
    app.clock.advance(3 * 60_000)
    await reconcilePayments(app.server.context, new AbortController().signal)
    await until(async () => (await kit.states(church)).join() === 'succeeded')
    const [charge] = await kit.chargesOf(church)
    const books = await fetch(`${app.sandboxUrl}/_sandbox/payments?reference=${String(charge?.['reference'])}`)
    expect(await books.json()).toMatchObject({ total: 1, items: [{ state: 'paid' }] })
    expect((await kit.endOf(church)) < addDays(end, 32)).toBe(true)
  })

  test('while the provider is away nothing is lost, and no second charge begins', async () => {
    const church = await due()
    await kit.shop.fault('paystack-charge', '500', 1_000)
    await renewChurch(app.server.context, church)
    for (let look = 0; look < 3; look += 1) {
      app.clock.advance(40 * 60_000)
      await renewChurch(app.server.context, church)
    }
    await until(async () => (await kit.states(church)).join() === 'pending')
    await kit.shop.noFaults()
    await reconcilePayments(app.server.context, new AbortController().signal)
    await until(async () => (await kit.states(church)).join() === 'succeeded')
    expect(await kit.chargesOf(church)).toHaveLength(1)
  })

  test('somebody pays by themselves meanwhile: the card is not charged', async () => {
    const church = await due()
    const own = await kit.shop.begin(church, { purchase: kit.months(), provider: 'paystack' })
    await kit.work(church)
    expect(await kit.states(church)).toEqual([])
    await kit.shop.atPage(own, 'pay')
    await kit.shop.confirm(church, own)
    app.clock.advance(60 * 60_000)
    await kit.work(church)
    expect(await kit.states(church)).toEqual([])
  })

  test('paid while the charge waits for its turn: it is given up before the provider hears of it', async () => {
    const church = await due()
    const own = await kit.shop.begin(church, { purchase: kit.months(), provider: 'paystack' })
    await kit.shop.cancel(church, own)
    await renewChurch({ ...app.server.context, enqueue: async () => {} }, church)
    await kit.shop.atPage(own, 'pay')
    await kit.shop.confirm(church, own)
    app.clock.advance(3 * 60_000)
    await reconcilePayments(app.server.context, new AbortController().signal)
    await kit.shop.rest()
    expect(await kit.states(church)).toEqual(['cancelled'])
  })
})

test('the books are in order after all of this', async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
})
