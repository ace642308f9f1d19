import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTransfer } from '#contract/billing/payments.ts'
import * as calls from '#contract/billing/renewal.ts'
import { addDays } from '../../platform/runtime/index.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import { mailsTo } from '../../test-kit/inbox.ts'
import { openBankAccount, setPrice } from '../../test-kit/price-store.ts'
import { renewals } from '../../test-kit/renewals.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { watchRenewals } from './renew-churches.ts'

let app: TestApp
let kit: Awaited<ReturnType<typeof renewals>>
beforeAll(async () => {
  app = await startApp({ fromMorning: true })
  kit = await renewals(app)
})
afterEach(() => kit.shop.noFaults())
afterAll(() => app.stop())

const mailAbout = (church: Church, start: string) =>
  until(async () =>
    (await mailsTo(app.sandboxUrl, church.admin.email)).find(({ subject }) => subject.startsWith(start)),
  )

describe('a church that let its card be kept', () => {
  test('is switched on, knows its card by its face, and when what is taken', async () => {
    const church = await kit.renewing(10)
    expect(await kit.renewalOf(church)).toMatchObject({
      isOn: true,
      months: 1,
      card: { provider: 'paystack', brand: 'visa', last4: '4081', expMonth: 12, expYear: 2035, isRefused: false },
      next: { planName: 'Thriving', amountMinor: 2_100_000, currency: 'NGN', takenOn: addDays(kit.today(), 8) },
      declined: null,
    })
    const stored = JSON.stringify(await app.look('select * from audit_entry where tenant_id = $1', [church.tenantId]))
    expect(stored).not.toContain('AUTH_')
  })

  test.each(['paystack', 'stripe'] as const)(
    'is told, and charged once by %s, whoever works and how often',
    async (provider) => {
      kit.goTo(1)
      const church = await kit.renewing(5, provider)
      const end = await kit.endOf(church)
      await kit.work(church, 3)
      const told = await mailAbout(church, 'Your subscription renews on')
      expect(told?.text).toContain('we charge ₦21,000.00 to Visa •••• 4081 for Thriving, 1 month.')
      expect(await kit.states(church)).toEqual([])
      kit.goTo(2)
      await kit.work(church, 2)
      expect(await kit.states(church)).toEqual([])
      kit.goTo(1)
      await kit.work(church, 3)
      await kit.work(church, 2)
      expect(await kit.chargesOf(church)).toMatchObject([{ state: 'succeeded', amount: 2_100_000 }])
      expect((await kit.endOf(church)) > addDays(end, 27)).toBe(true)
      const inBooks = await fetch(
        `${app.sandboxUrl}/_sandbox/payments?reference=${String((await kit.chargesOf(church))[0]?.['reference'])}`,
      )
      expect(await inBooks.json()).toMatchObject({ total: 1 })
      expect(
        (await kit.subjectsTo(church)).filter((subject) => subject.startsWith('Your subscription renews')),
      ).toHaveLength(1)
    },
  )

  test('is found by the watch, at its own hour', async () => {
    kit.goTo(1)
    const church = await kit.renewing(5)
    await watchRenewals(app.server.context)
    expect((await kit.renewalOf(church)).next).toMatchObject({ toldOn: kit.today(), takenOn: addDays(kit.today(), 3) })
  })
})

describe('a declined card', () => {
  test('is told at once, tried after 3, 5 and 7 days, and then left: the church stands where it would without it', async () => {
    kit.goTo(1)
    const church = await kit.renewing(2)
    const end = await kit.endOf(church)
    await app.look(`update renewal set switched_at = now() - interval '90 days' where tenant_id = $1`, [
      church.tenantId,
    ])
    await kit.work(church)
    await kit.shop.fault('paystack-charge', 'decline', 4)
    const tries: number[] = []
    for (let day = 0; day <= 16; day += 1) {
      const before = (await kit.chargesOf(church)).length
      await kit.work(church)
      if ((await kit.chargesOf(church)).length > before) tries.push(day)
      kit.goTo(1)
    }
    const first = tries[0] ?? 0
    expect(tries.map((day) => day - first)).toEqual([0, 3, 5, 7])
    expect(new Set(await kit.states(church))).toEqual(new Set(['failed']))
    expect(
      (await app.look('select expires_on::text as "end" from subscription where tenant_id = $1', [church.tenantId]))[0],
    ).toEqual({ end })
    const declined = await until(async () => {
      const mails = (await mailsTo(app.sandboxUrl, church.admin.email)).filter(({ subject }) =>
        subject.startsWith('Payment declined'),
      )
      return mails.length === 4 ? mails : null
    })
    expect(declined.at(-1)?.text).toContain('there is not enough money on it.')
    expect(declined.at(-1)?.text).toContain('We try again on')
    expect(declined[0]?.text).toContain('We do not try again.')
    for (const { text } of declined) expect(text).toContain('Children can always be checked out')
  })

  test('refused for good is never tried again, and a new card pays at once', async () => {
    kit.goTo(1)
    const church = await kit.renewing(2)
    await kit.work(church)
    kit.goTo(2)
    await kit.shop.fault('paystack-charge', 'decline-hard')
    await kit.work(church)
    expect(await kit.states(church)).toEqual(['failed'])
    expect(await kit.renewalOf(church)).toMatchObject({
      card: { isRefused: true },
      declined: { reason: 'finished', triesOn: [] },
    })
    for (let day = 0; day < 8; day += 1) {
      kit.goTo(1)
      await kit.work(church)
    }
    expect(await kit.states(church)).toEqual(['failed'])
    const other = await kit.shop.begin(church, {
      purchase: kit.months(),
      provider: 'paystack',
      renews: true,
      whileGated: true,
    })
    await kit.shop.atPage(other, 'pay')
    await kit.shop.confirm(church, other)
    expect(await kit.renewalOf(church)).toMatchObject({ isOn: true, card: { isRefused: false }, declined: null })
    expect((await kit.endOf(church)) > kit.today()).toBe(true)
  })

  test('is tried at once when somebody asks, once a day', async () => {
    kit.goTo(1)
    const church = await kit.renewing(2)
    await kit.work(church)
    kit.goTo(2)
    expect((await app.call(calls.tryRenewal, {}, kit.as(church))).body.code).toBe('nothing_to_try')
    await kit.shop.fault('paystack-charge', 'decline', 2)
    await kit.work(church)
    const key = { headers: { 'idempotency-key': 'again' }, ...kit.as(church) }
    expect((await app.call(calls.tryRenewal, {}, key)).status).toBe(200)
    expect((await app.call(calls.tryRenewal, {}, key)).status).toBe(200)
    await kit.shop.rest()
    await until(async () => (await kit.states(church)).length === 2)
    await kit.shop.rest()
    expect((await app.call(calls.tryRenewal, {}, kit.as(church))).body.code).toBe('too_many_tries')
    expect(await kit.states(church)).toEqual(['failed', 'failed'])
  })
})

describe('what the church says', () => {
  test('switched off it is not charged; the card is taken away at its provider too', async () => {
    kit.goTo(1)
    const church = await kit.renewing(2)
    await kit.work(church)
    const off = await app.call(calls.saveRenewal, { body: { isOn: false, months: 1 } }, kit.as(church))
    expect(off.body).toMatchObject({ isOn: false, card: { last4: '4081' } })
    kit.goTo(2)
    await kit.work(church)
    expect(await kit.states(church)).toEqual([])
    expect((await app.call(calls.removeSavedCard, {}, kit.as(church))).body).toMatchObject({ isOn: false, card: null })
    await kit.shop.rest()
    await until(
      async () =>
        (await app.look('select 1 from saved_card where tenant_id = $1 and token is null', [church.tenantId]))
          .length === 1,
    )
    expect((await app.call(calls.removeSavedCard, {}, kit.as(church))).body.code).toBe('no_card')
    expect((await app.call(calls.saveRenewal, { body: { isOn: true, months: 1 } }, kit.as(church))).body.code).toBe(
      'no_card',
    )
  })

  test('switched on two days before the end it is told and charged, for the months that were chosen', async () => {
    kit.goTo(1)
    const church = await kit.renewing(2)
    await app.call(calls.saveRenewal, { body: { isOn: false, months: 1 } }, kit.as(church))
    const on = await app.call(calls.saveRenewal, { body: { isOn: true, months: 3 } }, kit.as(church))
    expect(on.body.next).toMatchObject({ months: 3, amountMinor: 6_300_000, takenOn: kit.today() })
    await until(async () =>
      (await kit.subjectsTo(church)).some((subject) => subject.startsWith('Your subscription renews on')),
    )
    await kit.work(church)
    expect(await kit.chargesOf(church)).toMatchObject([{ state: 'succeeded', amount: 6_300_000 }])
  })

  test('a sum above the one that was told is told anew before it is taken', async () => {
    kit.goTo(1)
    const church = await kit.renewing(2)
    await kit.work(church)
    await setPrice(app.look, { currency: 'NGN', amount: '25000', planId: kit.plan })
    kit.goTo(2)
    await kit.work(church)
    expect(await kit.states(church)).toEqual([])
    kit.goTo(2)
    await kit.work(church)
    expect(await kit.chargesOf(church)).toMatchObject([{ state: 'succeeded', amount: 2_500_000 }])
    await setPrice(app.look, { currency: 'NGN', amount: '21000', planId: kit.plan })
  })

  test('a transfer that nobody decides about holds it up for a week, and not for ever', async () => {
    kit.goTo(1)
    const church = await kit.renewing(2)
    await openBankAccount(app.look, 'NGN')
    const { body: transfer } = await app.call(startTransfer, { body: kit.months() }, kit.as(church))
    await app.look(`update payment set state = 'pending' where id = $1`, [transfer.id])
    await kit.work(church)
    kit.goTo(3)
    await kit.work(church)
    expect(await kit.chargesOf(church)).toEqual([])
    kit.goTo(5)
    await kit.work(church)
    expect(await kit.states(church)).toEqual(['succeeded'])
  })

  test('another church sees nothing of it, and cannot touch it', async () => {
    await kit.renewing(10)
    const other = await app.buildChurch()
    expect(await kit.renewalOf(other)).toMatchObject({ isOn: false, card: null })
    expect((await app.call(calls.removeSavedCard, {}, kit.as(other))).body.code).toBe('no_card')
  })
})

test('the books are in order after all of this', async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
})
