import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTransfer, type Payment, type Purchase } from '#contract/billing/payments.ts'
import { readSubscription } from '#contract/billing/subscription.ts'
import * as desk from '#contract/operator/requests.ts'
import { systemActor } from '#server/platform/http/index.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { addPlan, letOneDecide, openBankAccount, setPrice } from '#server/test-kit/price-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { settle } from '../../index.ts'

let app: TestApp
let operator: TestOperator
let small: string
let growing: string
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await letOneDecide(app.look)
  operator = await buildOperator(app)
  small = await addPlan(app.look, 'Small', 300)
  growing = await addPlan(app.look, 'Growing', 500)
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await setPrice(app.look, { currency: 'NGN', amount: '1000', planId: small })
  await setPrice(app.look, { currency: 'NGN', amount: '10000', planId: growing })
  await openBankAccount(app.look, 'NGN')
})
afterAll(() => app.stop())

const units: Purchase = { purpose: 'units', currency: 'NGN', amount: '5900' }
const monthsOf = (planId: string, months: number): Purchase => ({
  purpose: 'subscription',
  currency: 'NGN',
  planId,
  months,
})
const buy = async ({ admin: { token } }: Church, body: Purchase): Promise<Payment> =>
  (await app.call(startTransfer, { body }, { token })).body
/** State and reason after an operator approved. */
async function approve({ tenantId: churchId }: Church, { id, amountMinor }: Payment) {
  const { body } = await operator.call(desk.approvePayment, { params: { churchId, id }, body: { amountMinor } })
  return [body.state, body.reviewReason]
}
const termOf = async ({ admin: { token } }: Church) => {
  const { planName, expiresOn } = (await app.call(readSubscription, {}, { token })).body
  return [planName, expiresOn]
}

describe('a sum that may no longer be right', () => {
  test('gives no dear plan on the days of a cheap one: it waits for an explicit decision', async () => {
    const church = await app.buildChurch({ expiresOn: '2020-01-01' })
    const dear = await buy(church, monthsOf(growing, 1))
    expect(await approve(church, await buy(church, monthsOf(small, 12)))).toEqual(['succeeded', null])
    const before = await termOf(church)
    expect(await approve(church, dear)).toEqual(['review', 'plan_changed'])
    expect(await termOf(church)).toEqual(before)
    expect(await approve(church, dear)).toEqual(['succeeded', 'plan_changed'])
    expect((await termOf(church))[0]).toBe('Growing')
  })

  test('is one that was quoted more than 30 days ago, also when a provider brings the evidence', async () => {
    const church = await app.buildChurch({ units: 0 })
    const { tenantId } = church
    const [old, other] = [await buy(church, units), await buy(church, units)]
    await app.look(`update payment set created_at = created_at - interval '31 days' where tenant_id = $1`, [tenantId])
    expect(await approve(church, old)).toEqual(['review', 'too_old'])
    const { context } = app.server
    const outcome = { state: 'succeeded' } as const
    const evidence = { tenantId, paymentId: other.id, outcome, actor: systemActor, at: app.clock.now() }
    const bring = () => context.database.withTenant(tenantId, (tx) => settle(tx, context, evidence))
    expect([(await bring()).isNew, (await bring()).isNew]).toEqual([true, false])
    const grants = await app.look(`select 1 from unit_transaction where tenant_id = $1 and kind = 'grant'`, [tenantId])
    expect(grants).toEqual([])
  })
})
