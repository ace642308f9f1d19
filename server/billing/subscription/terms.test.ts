import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listPayments, quotePurchase, startTransfer, type Payment } from '#contract/billing/payments.ts'
import { chooseRenewalPlan, readSubscription, readTimeLine } from '#contract/billing/subscription.ts'
import { readSession } from '#contract/identity/session.ts'
import * as desk from '#contract/operator/requests.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { addPlan, letOneDecide, openBankAccount, setPrice } from '#server/test-kit/price-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { systemActor } from '../../platform/http/index.ts'
import { addDays, addMonths, dayIn } from '../../platform/runtime/index.ts'
import { keepCard, selectCard } from '../cards/index.ts'
import { orderRenewal, selectPayment, settle } from '../payments/index.ts'
import { beginPlans } from './begin-plans.ts'

let app: TestApp
let operator: TestOperator
let church: Church
const plans = { small: '', large: '' }
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
  await letOneDecide(app.look)
  operator = await buildOperator(app)
  for (const [name, size, amount] of [
    ['small', 5, '3000'],
    ['large', 500, '9000'],
  ] as const) {
    plans[name] = await addPlan(app.look, name, size)
    await setPrice(app.look, { currency: 'NGN', amount, planId: plans[name] })
  }
  await openBankAccount(app.look, 'NGN')
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({ expiresOn: '2020-01-01' })
})

const token = () => ({ token: church.admin.token })
const today = () => dayIn('Africa/Lagos', app.clock.now())
const DAY_MS = 86_400_000
const purchase = (plan: keyof typeof plans, months = 1) =>
  ({ purpose: 'subscription', currency: 'NGN', planId: plans[plan], months }) as const
const quote = async (plan: keyof typeof plans, months = 1) =>
  (await app.call(quotePurchase, { body: purchase(plan, months) }, token())).body
const order = async (plan: keyof typeof plans, months = 1): Promise<Payment> =>
  (await app.call(startTransfer, { body: purchase(plan, months) }, token())).body
const approve = async ({ id, amountMinor }: Payment): Promise<string> => {
  const at = { churchId: church.tenantId, id }
  return (await operator.call(desk.approvePayment, { params: at, body: { amountMinor } })).body.state
}
const buy = async (plan: keyof typeof plans, months = 1): Promise<Payment> => {
  const payment = await order(plan, months)
  expect(await approve(payment)).toBe('succeeded')
  return payment
}
const standing = async () => (await app.call(readSubscription, {}, token())).body
const line = async () => (await app.call(readTimeLine, {}, token())).body

describe('a dearer plan', () => {
  test('begins at once, and the days that are left are charged for the difference', async () => {
    await buy('small')
    const days = Math.round((Date.parse(addMonths(today(), 1)) - Date.parse(today())) / DAY_MS)
    const quoted = await quote('large')
    expect(quoted).toMatchObject({
      amountMinor: 900_000 + days * 20_000,
      planFrom: today(),
      lines: [{ what: 'months' }, { what: 'upgrade', count: days, amountMinor: days * 20_000 }],
    })
    await buy('large')
    expect(await standing()).toMatchObject({
      planName: 'large',
      startedOn: today(),
      expiresOn: quoted.expiresOn,
      upcoming: [],
      state: 'active',
    })
  })

  test('of a transfer that comes on another day waits for somebody’s decision: other days would be raised', async () => {
    await buy('small')
    const upgrade = await order('large')
    app.clock.advance(DAY_MS)
    operator = await buildOperator(app)
    expect(await approve(upgrade)).toBe('review')
    expect((await standing()).planName).toBe('small')
    expect(await approve(upgrade)).toBe('succeeded')
    expect((await standing()).planName).toBe('large')
  })
})

describe('a cheaper plan', () => {
  test('begins when what is paid is over, at the church’s midnight, whenever the worker runs', async () => {
    await buy('large')
    const before = await standing()
    expect((await quote('small')).planFrom).toBe(before.renewsOn)
    await buy('small', 2)
    const expiresOn = addMonths(before.expiresOn, 2)
    const upcoming = [{ planId: plans.small, planName: 'small', membershipSize: 5, from: before.renewsOn }]
    expect(await standing()).toMatchObject({ planName: 'large', membershipSize: 500, expiresOn, upcoming })

    const { database } = app.server.context
    const runOn = async (day: string) => {
      const clock = { now: () => new Date(`${day}T12:00:00Z`) }
      await beginPlans({ database, clock })
      const [row] = await app.look(
        `select plan_name, membership_size, started_on::text, expires_on::text from subscription where tenant_id = $1`,
        [church.tenantId],
      )
      return row
    }
    expect(await runOn(before.expiresOn)).toMatchObject({ plan_name: 'large' })
    // It stood still for three days, and no date is another.
    expect(await runOn(addDays(before.renewsOn, 3))).toEqual({
      plan_name: 'small',
      membership_size: 5,
      started_on: before.renewsOn,
      expires_on: expiresOn,
    })
  })

  test('that does not hold everybody is refused with both numbers', async () => {
    church = await app.buildChurch({ people: Array.from({ length: 6 }, () => ({})) })
    expect(await quote('small')).toMatchObject({ code: 'plan_too_small', fields: { people: '7', most: '5' } })
    const wanted = await app.call(chooseRenewalPlan, { body: { planId: plans.small } }, token())
    expect(wanted.body).toMatchObject({ code: 'plan_too_small', fields: { people: '7', most: '5' } })
  })

  test('may be wanted for the renewal: shown, taken back, and renewed to by the server', async () => {
    await buy('large')
    const want = async (planId: string | null) =>
      (await app.call(chooseRenewalPlan, { body: { planId } }, token())).body
    expect((await want(plans.small)).renewalPlan).toEqual({ id: plans.small, name: 'small' })
    expect((await want(null)).renewalPlan).toBeNull()
    expect(await want(plans.large)).toMatchObject({ code: 'plan_not_cheaper' })
    expect(await want(church.tenantId)).toMatchObject({ code: 'plan_not_offered' })
    await want(plans.small)
    const { context } = app.server
    const [account] = await app.look('select id from account where tenant_id = $1', [church.tenantId])
    const at = app.clock.now()
    const { tenantId } = church
    const accountId = String(account?.['id'])
    const doors = { enqueue: async () => {} }
    const renewal = await context.database.withTenant(tenantId, async (tx) => {
      const face = {
        token: 'AUTH_1',
        owner: 'ada@grace.example',
        brand: 'visa',
        last4: '4081',
        expMonth: 1,
        expYear: 2040,
      }
      const kept = { tenantId, provider: 'paystack', card: face, keptBy: accountId, actor: systemActor, at }
      await keepCard(tx, doors, kept)
      const card = await selectCard(tx, tenantId)
      const id = card && (await orderRenewal(tx, doors, { tenantId, card, accountId, at }))
      return id && selectPayment(tx, tenantId, id)
    })
    if (!renewal) throw new Error('It was ordered')
    expect(renewal).toMatchObject({ automatic: true, state: 'created', planId: plans.small, amountMinor: 300_000 })
    const { reference, amountMinor, currency } = renewal
    const paid = { state: 'paid', providerId: `p-${renewal.id}`, reference, amountMinor, currency } as const
    await context.database.withTenant(church.tenantId, (tx) =>
      settle(tx, context, {
        tenantId: church.tenantId,
        paymentId: renewal.id,
        at,
        outcome: { state: 'found', providerStatus: paid },
        actor: { ...systemActor, name: 'paystack' },
      }),
    )
    expect(await standing()).toMatchObject({ planName: 'large', upcoming: [{ planName: 'small' }], renewalPlan: null })
  })
})

describe('a refund', () => {
  const refund = async ({ id, amountMinor }: Payment) =>
    (
      await operator.call(desk.refundPayment, {
        params: { churchId: church.tenantId, id },
        body: { amountMinor, reason: 'They paid twice.' },
      })
    ).body

  test('takes the months with the money: plan and last day are those without it, and the gate knows', async () => {
    await buy('small')
    const before = await standing()
    const upgrade = await buy('large', 12)
    const days = Math.round((Date.parse((await standing()).expiresOn) - Date.parse(before.expiresOn)) / DAY_MS)
    expect((await refund(upgrade)).refund).toMatchObject({ state: 'done', units: 0, days })
    expect(await standing()).toEqual({ ...before, hasPortal: false })
  })

  test('of all that a church has paid leaves it expired, and its time line says why', async () => {
    const payment = await buy('small')
    expect((await app.call(readSession, {}, token())).body.gate).toBe('open')
    await refund(payment)
    expect((await app.call(readSession, {}, token())).body.gate).toBe('expired')
    const { state, items } = await line()
    expect(state).toBe('expired')
    expect(items.map(({ kind }) => kind)).toEqual(['refunded', 'paid', 'opened'])
    expect(items[0]).toMatchObject({
      reason: 'They paid twice.',
      actorName: 'Narthex',
      payment: { reference: payment.reference, method: 'bank_transfer', amountMinor: 300_000 },
      expiresOn: '2020-01-01',
    })
  })
})

test('the time line tells what was paid, given and begun, and on which day it was over', async () => {
  church = await app.buildChurch({ expiresOn: addDays(today(), 2) })
  app.clock.advance(10 * DAY_MS)
  operator = await buildOperator(app)
  await buy('large')
  await buy('small')
  const { items, state, expiresOn } = await line()
  expect(state).toBe('active')
  expect(items.map(({ kind, onDay, planName }) => [kind, onDay, planName])).toEqual([
    ['paid', today(), 'small'],
    ['paid', today(), 'large'],
    ['expired', addDays(today(), -7), 'Test'],
    ['opened', addDays(today(), -10), 'Test'],
  ])
  expect(items[0]?.expiresOn).toBe(expiresOn)
})

test('a row that an older version moved is believed, and written down as corrected', async () => {
  await buy('small')
  await app.look(`update subscription set expires_on = '2031-05-05' where tenant_id = $1`, [church.tenantId])
  expect(await standing()).toMatchObject({ planName: 'small', expiresOn: '2031-05-05' })
  await buy('small')
  expect((await standing()).expiresOn).toBe('2031-06-05')
  expect((await line()).items.map(({ kind }) => kind)).toEqual(['paid', 'corrected', 'paid', 'opened'])
})

test('two tabs that pay at once both count, and ten unfinished payments are enough', async () => {
  const [one, other] = [await order('small'), await order('small')]
  expect(await Promise.all([approve(one), approve(other)])).toEqual(['succeeded', 'succeeded'])
  expect((await standing()).expiresOn).toBe(addMonths(addMonths(today(), 1), 1))
  expect((await app.call(listPayments, { query: {} }, token())).body.total).toBe(2)
})

test('the books are in order after all of this', async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
})
