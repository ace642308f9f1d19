import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelPayment, readPayment, startTransfer, type Purchase } from '#contract/billing/payments.ts'
import { readSubscription } from '#contract/billing/subscription.ts'
import { readSession } from '#contract/identity/session.ts'
import { readDashboard } from '#contract/dashboard/dashboard.ts'
import { addMonths, dayIn } from '../../../platform/runtime/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { systemActor, type Actor } from '../../../platform/http/index.ts'
import { audit, faultsOf } from '../../../test-kit/audit-store.ts'
import type { Church } from '../../../test-kit/build-church.ts'
import { addPlan, insertOperator, openBankAccount, setPrice } from '../../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { approvePayment, extendSubscription, refusePayment, settle } from '../../index.ts'

let app: TestApp
let growing: string
let ope: string
let ona: string
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
  growing = await addPlan(app.look, 'Growing', 500)
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await setPrice(app.look, { currency: 'NGN', amount: '10000', planId: growing })
  await openBankAccount(app.look, 'NGN')
  ope = await insertOperator(app.look)
  ona = await insertOperator(app.look)
})
afterAll(() => app.stop())

const tenThousand: Purchase = { purpose: 'units', currency: 'NGN', amount: '59000' }
const quarter = (): Purchase => ({ purpose: 'subscription', currency: 'NGN', planId: growing, months: 3 })

async function buy(church: Church, body: Purchase): Promise<{ id: string; amountMinor: number }> {
  return (await app.call(startTransfer, { body }, { token: church.admin.token })).body
}

const actorOf = (operatorId: string): Actor => ({
  kind: 'operator',
  id: operatorId,
  name: 'ope@desk.example',
  ip: null,
  device: null,
})

/** Runs an act of the desk as the desk does. */
const atConsole = <T>(church: Church, operatorId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.server.context.database.withOperator({ operatorId, tenantId: church.tenantId }, work)

type Bought = { id: string; amountMinor: number }
type How = { completes?: boolean; firstBy?: string }
const approve = (church: Church, { id, amountMinor }: Bought, operatorId = ope, how: How = {}) =>
  atConsole(church, operatorId, (tx) =>
    approvePayment(tx, app.server.context, {
      completes: true,
      ...how,
      tenantId: church.tenantId,
      paymentId: id,
      amountMinor,
      actor: actorOf(operatorId),
      at: app.clock.now(),
    }),
  )
const refuse = (church: Church, { id }: Bought) =>
  atConsole(church, ope, (tx) =>
    refusePayment(tx, app.server.context, {
      tenantId: church.tenantId,
      paymentId: id,
      reason: 'No transfer of this sum',
      actor: actorOf(ope),
      at: app.clock.now(),
    }),
  )
const cancel = async (church: Church, { id }: Bought): Promise<void> => {
  const { status, body } = await app.call(cancelPayment, { params: { id } }, { token: church.admin.token })
  if (status !== 200) throw Object.assign(new Error('refused'), { code: body.code })
}
const sessionOf = async ({ admin: { token } }: Church) => (await app.call(readSession, {}, { token })).body
const stateOf = async (church: Church, { id }: Bought) =>
  (await app.call(readPayment, { params: { id } }, { token: church.admin.token })).body.state
const grantsOf = (church: Church) =>
  app.look(
    `select t.reference, e.units::int from unit_transaction t join unit_entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id
     where t.tenant_id = $1 and t.kind = 'grant' and e.account = 'available' and t.reference <> 'test'`,
    [church.tenantId],
  )
const actsOf = async (church: Church) =>
  (await app.look('select act from audit_entry where tenant_id = $1 order by at, id', [church.tenantId]))
    .map(({ act }) => String(act))
    .filter((act) => /^(payment|units|subscription)\./.test(act))

describe('however often and however many at once', () => {
  test('20 approvals give the units once', async () => {
    const church = await app.buildChurch({ units: 5 })
    const payment = await buy(church, tenThousand)
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => approve(church, payment, index % 2 === 0 ? ope : ona)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refusals).toEqual(Array.from({ length: 19 }, () => expect.objectContaining({ code: 'already_decided' })))
    expect((await sessionOf(church)).units).toBe(10_005)
    expect(await grantsOf(church)).toEqual([{ reference: payment.id, units: 10_000 }])
    expect(await actsOf(church)).toEqual(['payment.started', 'payment.approved', 'units.granted'])
  })

  test('20 approvals move the expiry once, and two payments both count', async () => {
    const church = await app.buildChurch({ expiresOn: '2020-01-01' })
    const [first, second] = [await buy(church, quarter()), await buy(church, quarter())]
    await Promise.allSettled(
      [first, second].flatMap((payment) => Array.from({ length: 10 }, () => approve(church, payment))),
    )
    const today = dayIn('Africa/Lagos', app.clock.now())
    const { body } = await app.call(readSubscription, {}, { token: church.admin.token })
    expect(body).toMatchObject({ expiresOn: addMonths(addMonths(today, 3), 3), startedOn: today, status: 'Active' })
    expect((await actsOf(church)).filter((act) => act === 'subscription.extended')).toHaveLength(2)
  })

  test.each([
    ['refused', refuse, 'failed'],
    ['cancelled', cancel, 'cancelled'],
  ] as const)('approved and %s at once, it is one of them', async (_word, end, ended) => {
    for (let round = 0; round < 6; round += 1) {
      const church = await app.buildChurch()
      const payment = await buy(church, tenThousand)
      const acts = [() => approve(church, payment), () => end(church, payment)]
      const tries = await Promise.allSettled((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const state = await stateOf(church, payment)
      expect(['succeeded', ended]).toContain(state)
      expect(await grantsOf(church)).toHaveLength(state === 'succeeded' ? 1 : 0)
    }
  })

  test('evidence that comes again, in any order, changes nothing', async () => {
    const church = await app.buildChurch()
    const { id: paymentId } = await buy(church, tenThousand)
    const evidence = (state: 'succeeded' | 'cancelled') =>
      app.server.context.database.withTenant(church.tenantId, (tx) =>
        settle(tx, app.server.context, {
          tenantId: church.tenantId,
          paymentId,
          outcome: { state },
          actor: systemActor,
          at: app.clock.now(),
        }),
      )
    expect((await evidence('succeeded')).isNew).toBe(true)
    for (const state of ['succeeded', 'cancelled', 'succeeded'] as const)
      expect(await evidence(state)).toMatchObject({ isNew: false, payment: { state: 'succeeded' } })
    expect(await grantsOf(church)).toHaveLength(1)
  })
})

test('an approved subscription opens the gate at the next request, without a new sign-in', async () => {
  const church = await app.buildChurch({ expiresOn: '2020-01-01' })
  const { token } = church.admin
  const payment = await buy(church, quarter())
  expect((await app.call(readDashboard, {}, { token })).body.code).toBe('subscription_expired')
  await approve(church, payment)
  expect((await app.call(readDashboard, {}, { token })).status).toBe(200)
  const { gate, church: shown } = await sessionOf(church)
  expect([gate, shown.membershipSize]).toEqual(['open', 500])
})

test('a refused payment gives nothing and says why', async () => {
  const church = await app.buildChurch({ expiresOn: '2020-01-01' })
  const payment = await buy(church, quarter())
  await refuse(church, payment)
  const { body } = await app.call(readPayment, { params: { id: payment.id } }, { token: church.admin.token })
  expect(body).toMatchObject({
    state: 'failed',
    refusedReason: 'No transfer of this sum',
    decidedAt: expect.any(String),
  })
  await expect(approve(church, payment)).rejects.toMatchObject({ code: 'already_decided' })
  expect((await sessionOf(church)).gate).toBe('expired')
})

test('where it takes two, the first approval writes nothing and the second completes it', async () => {
  const church = await app.buildChurch({ units: 0 })
  const payment = await buy(church, { purpose: 'units', currency: 'NGN', amount: '500001' })
  await expect(approve(church, payment, ope, { completes: false })).resolves.toBe('noted')
  expect([await stateOf(church, payment), (await sessionOf(church)).units]).toEqual(['created', 0])
  await expect(approve(church, payment, ona, { firstBy: ope })).resolves.toBe('completed')
  expect((await sessionOf(church)).units).toBe(84_746)
  expect(await grantsOf(church)).toHaveLength(1)
})

test('another sum than the operator saw, and a payment of another church, are refused', async () => {
  const [church, other] = [await app.buildChurch(), await app.buildChurch()]
  const payment = await buy(church, tenThousand)
  await expect(approve(church, { ...payment, amountMinor: 1 })).rejects.toMatchObject({ code: 'changed_meanwhile' })
  await expect(approve(other, payment)).rejects.toMatchObject({ code: 'not_found' })
  expect(await stateOf(church, payment)).toBe('created')
})

test('an operator moves plan and expiry by hand, with a reason that the church can read', async () => {
  const church = await app.buildChurch({ expiresOn: '2020-01-01' })
  const change = (planId: string | null, expiresOn: string) =>
    atConsole(church, ope, (tx) =>
      extendSubscription(tx, church.tenantId, {
        planId,
        expiresOn,
        reason: 'The bank was on strike',
        actor: actorOf(ope),
        at: app.clock.now(),
      }),
    )
  await change(growing, '2998-02-28')
  expect(await sessionOf(church)).toMatchObject({ gate: 'open', church: { membershipSize: 500 } })
  // The plan that it has keeps the size that was paid for, whatever the plan has become.
  await app.look('update subscription set membership_size = 700 where tenant_id = $1', [church.tenantId])
  for (const planId of [growing, null]) await change(planId, '2998-03-01')
  expect((await sessionOf(church)).church.membershipSize).toBe(700)
  await expect(change(church.tenantId, '2998-03-01')).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(change(null, '2027-02-30')).rejects.toMatchObject({ code: 'invalid_input' })
  const [entry] = await app.look(
    `select details from audit_entry where tenant_id = $1 and act = 'subscription.changed' order by at, id`,
    [church.tenantId],
  )
  expect(entry).toMatchObject({ details: { reason: 'The bank was on strike', expiredBefore: '2020-01-01' } })
})

test('the database lets no payment change what it is for, nor come back from its end', async () => {
  const church = await app.buildChurch()
  const payment = await buy(church, tenThousand)
  const change = (what: string) => app.look(`update payment set ${what} where id = $1`, [payment.id])
  await expect(change('amount_minor = 1')).rejects.toThrow(/does not change/)
  await expect(change('units = 99')).rejects.toThrow(/does not change/)
  await approve(church, payment)
  for (const state of ['created', 'pending', 'failed', 'cancelled', 'review'])
    await expect(change(`state = '${state}'`)).rejects.toThrow(/does not go from/)
})

test('the database lets nobody be the second of themselves', async () => {
  const church = await app.buildChurch()
  const payment = await buy(church, { purpose: 'units', currency: 'NGN', amount: '500001' })
  await expect(approve(church, payment, ope, { firstBy: ope })).rejects.toThrow(/check constraint/)
  expect(await stateOf(church, payment)).toBe('created')
})

test('the books are in order after all of this', async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
})
