import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTransfer } from '#contract/billing/payments.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church, ChurchPlan } from '../../test-kit/build-church.ts'
import { mailsTo } from '../../test-kit/inbox.ts'
import { addPlan, openBankAccount, setPrice } from '../../test-kit/price-store.ts'
import { untilOneWaits } from '../../test-kit/lock-wait-store.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { addDays, dayIn, instantOf } from '../../platform/runtime/index.ts'
import { systemActor } from '../../platform/http/index.ts'
import { settle } from '../payments/index.ts'
import { remindChurches, sendReminder } from './remind-churches.ts'

let app: TestApp
let plan: string
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  plan = await addPlan(app.look, 'Growing', 500)
  await setPrice(app.look, { currency: 'NGN', amount: '10000', planId: plan })
  await openBankAccount(app.look, 'NGN')
})
afterAll(() => app.stop())

const END = '2031-03-30'
/** Ten in the morning in a place, so many days from the end. */
function on(days: number, zone = 'Africa/Lagos', hour = 10): Date {
  const at = instantOf(zone, `${addDays(END, days)}T${String(hour).padStart(2, '0')}:00`)
  if (!at) throw new Error('No such hour')
  return at
}
const ending = (plan: ChurchPlan = {}): Promise<Church> => app.buildChurch({ expiresOn: END, ...plan })
const contextAt = (at: Date) => ({ ...app.server.context, clock: { now: () => at } })
const watch = (at: Date, times = 1) => Promise.all(Array.from({ length: times }, () => remindChurches(contextAt(at))))
const jobsOf = ({ tenantId }: Church) =>
  app.look(
    `select data from pgboss.job where name = 'billing.expiry-mail' and data ->> 'tenantId' = $1 order by created_on`,
    [tenantId],
  )
const toldOf = async (church: Church) => (await jobsOf(church)).length

/** The mail of the newest job, as it would be sent at a moment; empty: none. */
async function mailAt(church: Church, at: Date): Promise<string> {
  const job = (await jobsOf(church)).at(-1)
  const before = (await mailsTo(app.sandboxUrl, church.admin.email)).length
  await sendReminder(contextAt(at), job?.['data'] as Parameters<typeof sendReminder>[1])
  const mails = await mailsTo(app.sandboxUrl, church.admin.email)
  return mails.length === before ? '' : `${mails[0]?.subject}\n${mails[0]?.text}`
}

test('owner and finance are told 7 and 2 days before, on the day, and 3, 7 and 14 days after: once each, however often it is looked', async () => {
  const church = await ending()
  await addColleague(app, church, { roles: ['FinancialAccount'] })
  await addColleague(app, church, { roles: ['Communicator'] })
  const told: number[] = []
  for (let day = -12; day <= 20; day += 1) {
    const before = await toldOf(church)
    await watch(on(day), 2)
    await watch(on(day, 'Africa/Lagos', 15))
    const more = (await toldOf(church)) - before
    expect([0, 2]).toContain(more)
    if (more > 0) told.push(day)
  }
  expect(told).toEqual([-7, -2, 0, 3, 7, 14])
})

test.each([
  ['Pacific/Pago_Pago', 'WS'],
  ['America/New_York', 'US'],
  ['Asia/Kathmandu', 'NP'],
  ['Pacific/Kiritimati', 'KI'],
])('in %s by the days of its own calendar, in the daytime of its own clock', async (timeZone, isoCode) => {
  const church = await ending({ timeZone, isoCode })
  await watch(on(-7, timeZone, 7))
  expect(await toldOf(church)).toBe(0)
  await watch(on(-7, timeZone, 8))
  expect(await toldOf(church)).toBe(1)
  expect(await mailAt(church, on(-7, timeZone, 8))).toContain('ends in 7 days')
  await watch(on(0, timeZone, 21))
  expect(await toldOf(church)).toBe(1)
  await watch(on(0, timeZone, 19))
  expect(await toldOf(church)).toBe(2)
  expect(await mailAt(church, on(0, timeZone, 19))).toContain('ends today')
})

test('a server that was down tells what is news and not all that was missed; a clock set back tells nothing twice', async () => {
  const church = await ending()
  await watch(on(-6))
  expect(await mailAt(church, on(-6))).toContain('ends in 6 days, at the end of 30 March 2031')
  await watch(on(4))
  expect(await toldOf(church)).toBe(2)
  await watch(on(-6))
  await watch(on(-7))
  await watch(on(4))
  expect(await toldOf(church)).toBe(2)
  await watch(on(10))
  expect(await toldOf(church)).toBe(2)
})

test('a mail that waited for days in the queue is not sent, nor to who keeps the money no more', async () => {
  const church = await ending()
  await watch(on(-7))
  expect(await mailAt(church, on(-4))).toBe('')
  await app.look(`update account set roles = '{Communicator}' where tenant_id = $1`, [church.tenantId])
  expect(await mailAt(church, on(-7))).toBe('')
})

test('each says what works in spite of it, and where to pay', async () => {
  const church = await ending()
  await watch(on(-2))
  const before = await mailAt(church, on(-2))
  expect(before).toContain('children can always be checked out')
  expect(before).toContain('/tenant/subscription')
  await watch(on(3))
  const after = await mailAt(church, on(3))
  expect(after).toContain('Your trial ended on 30 March 2031')
  expect(after).toContain('children can always be checked out')
  expect(after).toContain('/subexpired')
})

test('in the language of who reads it, else of the church’s country', async () => {
  const church = await ending({ isoCode: 'SN', timeZone: 'Africa/Dakar' })
  await watch(on(-7, 'Africa/Dakar'))
  expect(await mailAt(church, on(-7, 'Africa/Dakar'))).toContain('se termine dans 7 jours, à la fin du 30 mars 2031')
  await app.look(`update account set language = 'en' where tenant_id = $1`, [church.tenantId])
  expect(await mailAt(church, on(-7, 'Africa/Dakar'))).toContain('ends in 7 days')
})

const payment = async (church: Church) =>
  (
    await app.call(
      startTransfer,
      { body: { purpose: 'subscription', currency: 'NGN', planId: plan, months: 1 } },
      { token: church.admin.token },
    )
  ).body

test('none goes after a payment settled, also when it settles while the mail is being sent', async () => {
  const church = await ending()
  const { tenantId } = church
  await watch(on(-2))
  const { id: paymentId } = await payment(church)
  const { context } = app.server
  let isSending: Promise<string> = Promise.resolve('')
  await context.database.withTenant(tenantId, async (tx) => {
    await settle(tx, context, {
      tenantId,
      paymentId,
      outcome: { state: 'succeeded' },
      actor: systemActor,
      at: app.clock.now(),
    })
    // Begins while it is being settled, and has to wait for how that ends.
    isSending = mailAt(church, on(-2))
    await untilOneWaits(app.look)
  })
  const words = await isSending
  expect(words).not.toContain('ends in')
  expect((await mailsTo(app.sandboxUrl, church.admin.email)).map(({ subject }) => subject)).not.toContain(
    'Your trial ends in 2 days',
  )
  await watch(on(0))
  expect(await toldOf(church)).toBe(1)
  expect(dayIn('UTC', on(0))).toBe(END)
})

test('one that settles while the mail server takes the mail waits for it: no mail arrives after its payment', async () => {
  const church = await ending()
  const { tenantId } = church
  await watch(on(-2))
  const { id: paymentId } = await payment(church)
  const { context } = app.server
  const order: string[] = []
  let isSettling: Promise<unknown> = Promise.resolve()
  const settleIt = () =>
    context.database.withTenant(tenantId, (tx) =>
      settle(tx, context, {
        tenantId,
        paymentId,
        outcome: { state: 'succeeded' },
        actor: systemActor,
        at: app.clock.now(),
      }),
    )
  const sendMail = async () => {
    // Somebody pays at the moment at which the mail is being handed over.
    isSettling = settleIt().then(() => order.push('paid'))
    await Promise.race([isSettling, untilOneWaits(app.look)])
    order.push('mailed')
  }
  const job = (await jobsOf(church)).at(-1)
  await sendReminder({ ...contextAt(on(-2)), sendMail }, job?.['data'] as Parameters<typeof sendReminder>[1])
  await isSettling
  expect(order).toEqual(['mailed', 'paid'])
})
