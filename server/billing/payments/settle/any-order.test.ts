import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmSmsPayment } from '#contract/billing/existing-clients.ts'
import type { Payment } from '#contract/billing/payments.ts'
import { readSession } from '#contract/identity/session.ts'
import { refundPayment } from '#contract/operator/requests.ts'
import { audit, faultsOf } from '../../../test-kit/audit-store.ts'
import type { Church } from '../../../test-kit/build-church.ts'
import { buildOperator, type TestOperator } from '../../../test-kit/build-operator.ts'
import { buyOnline } from '../../../test-kit/buy-online.ts'
import { forgedNoticeOf, noticeOf, postNotice } from '../../../test-kit/payment-notices.ts'
import { letOneDecide, setPrice } from '../../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { reconcilePayments } from '../reconcile-payments.ts'

/** Whatever order, repetition and coincidence of confirmations, notices and reconcilers: one payment, one credit. */
let app: TestApp
let shop: ReturnType<typeof buyOnline>
let church: Church
let stranger: Church
let operator: TestOperator
beforeAll(async () => {
  app = await startApp()
  shop = buyOnline(app)
  for (const currency of ['NGN', 'XOF']) await setPrice(app.look, { currency, amount: '5.9' })
  church = await app.buildChurch()
  stranger = await app.buildChurch()
  await letOneDecide(app.look)
  operator = await buildOperator(app)
})
afterAll(() => app.stop())

const MINUTE_MS = 60_000
const YESTERDAY_MS = -24 * 60 * MINUTE_MS
const shifted = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds)

const reconcile = async (minutes: number): Promise<void> => {
  app.clock.advance(minutes * MINUTE_MS)
  await reconcilePayments(app.server.context, new AbortController().signal)
}
const tell = (payment: Payment, at: Date) => postNotice(app.url, payment.method, noticeOf(payment, at))

/** Everything that may come, from whomever, at any moment. */
const events: Record<string, (payment: Payment) => Promise<unknown>> = {
  pay: (payment) => shop.atPage(payment, 'pay'),
  decline: (payment) => shop.atPage(payment, 'decline'),
  leave: (payment) => shop.atPage(payment, 'cancel'),
  confirm: (payment) => shop.confirm(church, payment),
  'confirm by the old call': ({ reference }) =>
    app.call(confirmSmsPayment, { query: { id: reference, txnref: reference } }, { token: church.admin.token }),
  'give up': (payment) => shop.cancel(church, payment),
  notice: (payment) => tell(payment, app.clock.now()),
  'notice of yesterday': (payment) => tell(payment, shifted(YESTERDAY_MS)),
  'forged notice': (payment) => postNotice(app.url, payment.method, forgedNoticeOf(payment, app.clock.now())),
  reconcile: () => reconcile(11),
  'reconcile much later': () => reconcile(70),
  'a stranger confirms': (payment) => shop.confirm(stranger, payment),
  refund: ({ id, amountMinor }) =>
    operator.call(refundPayment, {
      params: { churchId: church.tenantId, id },
      body: { amountMinor, reason: 'Paid by mistake.' },
    }),
  'wait for the jobs': () => shop.rest(),
}

type Run = { provider: 'paystack' | 'stripe'; moments: string[][] }
/** What moves a payment, more often than what does not. */
const names = [...Object.keys(events), 'pay', 'pay', 'confirm', 'notice', 'reconcile']
/** Moments one after the other; what is of one moment comes at once. */
const run: fc.Arbitrary<Run> = fc.record({
  provider: fc.constantFrom('paystack' as const, 'stripe' as const),
  moments: fc.array(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 6,
  }),
})

/** What the provider has in its own books. */
async function chargeOf({ reference }: Payment): Promise<{ isPaid: boolean; isRefunded: boolean; isWhole: boolean }> {
  const reply = await fetch(`${app.sandboxUrl}/_sandbox/payments?reference=${reference}`)
  const { items } = (await reply.json()) as { items: { state: string; amount: string; refunded: string }[] }
  expect(items).toHaveLength(1)
  const [charge] = items
  const isRefunded = Number(charge?.refunded) > 0
  return { isPaid: charge?.state === 'paid', isRefunded, isWhole: charge?.refunded === charge?.amount }
}

const unitsOf = async ({ admin: { token } }: Church): Promise<number> =>
  (await app.call(readSession, {}, { token })).body.units
const given = async ({ id }: Payment) => {
  const [row] = await app.look(
    `select count(*) filter (where kind = 'grant')::int as grants, count(*) filter (where kind = 'revoke')::int as revokes
     from unit_transaction where reference = $1`,
    [id],
  )
  return row
}

/** Lets every word come through that is still on its way, and a last one. */
async function comeToRest(payment: Payment): Promise<Payment> {
  await shop.rest()
  await tell(payment, app.clock.now())
  await shop.rest()
  return (await shop.confirm(church, payment)).body
}

async function live({ provider, moments }: Run): Promise<void> {
  const before = await unitsOf(church)
  const currency = provider === 'stripe' ? 'XOF' : 'NGN'
  const payment = await shop.begin(church, { purchase: { purpose: 'units', currency, amount: '59' }, provider })
  for (const moment of moments) await Promise.all(moment.map(async (event) => events[event]?.(payment)))
  const { state, receiptNumber, refund } = await comeToRest(payment)
  const { isPaid, isRefunded, isWhole } = await chargeOf(payment)
  const isBack = state === 'refunded'
  expect([state === 'succeeded' || isBack, receiptNumber !== null]).toEqual([isPaid, isPaid])
  expect([isRefunded, isWhole, refund?.state === 'done']).toEqual([isBack, isBack, isBack])
  expect(await given(payment)).toEqual({ grants: isPaid ? 1 : 0, revokes: isBack ? 1 : 0 })
  expect((await unitsOf(church)) - before).toBe(isPaid && !isBack ? 10 : 0)
  expect(await unitsOf(stranger)).toBe(0)
  // What is not paid makes room for the next one.
  await shop.cancel(church, payment)
  await shop.rest()
}

test('one payment, one credit, one receipt, and one refund at most', async () => {
  await fc.assert(
    fc.asyncProperty(run, (one) => live(one)),
    { numRuns: 25, endOnFailure: true },
  )
}, 60_000)

test('the books are in order after all of this', async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
})
