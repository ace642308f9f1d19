import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readPayment, startTransfer, type Payment, type Purchase } from '#contract/billing/payments.ts'
import { createStaff } from '../../../identity/index.ts'
import { systemActor } from '../../../platform/http/index.ts'
import type { Church } from '../../../test-kit/build-church.ts'
import { addPlan, openBankAccount, setPrice } from '../../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { until } from '../../../test-kit/until.ts'
import { settle, type Outcome } from '../../index.ts'
import { selectPayment } from '../records/payment-store.ts'
import { moneyText } from '../../keepers/words.ts'
import { announceRefund } from './provider-refund.ts'
import { paymentMail } from './payment-mails.ts'

let app: TestApp
let growing: string
beforeAll(async () => {
  app = await startApp()
  growing = await addPlan(app.look, 'Growing', 500)
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await setPrice(app.look, { currency: 'NGN', amount: '10000.50', planId: growing })
  await openBankAccount(app.look, 'NGN')
  await app.look(`update installation set support_email = 'help@narthex.example'`)
})
afterAll(() => app.stop())

const inbox = z.object({
  items: z.array(
    z.object({
      to: z.array(z.string()),
      subject: z.string(),
      text: z.string(),
      attachments: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.number() })),
    }),
  ),
})

/** The mails to an address, once there are so many. */
const mailsTo = (email: string, count: number) =>
  until(async () => {
    const { items } = inbox.parse(await (await fetch(`${app.sandboxUrl}/_sandbox/mail`)).json())
    const mails = items.filter(({ to }) => to.includes(email))
    return mails.length >= count ? mails : null
  })

async function payAndSettle(church: Church, body: Purchase, outcome: Outcome): Promise<string> {
  return (await payFor(church, body, outcome)).reference
}

async function payFor(church: Church, body: Purchase, outcome: Outcome): Promise<Payment> {
  const { id } = (await app.call(startTransfer, { body }, { token: church.admin.token })).body
  await app.server.context.database.withTenant(church.tenantId, (tx) =>
    settle(tx, app.server.context, {
      tenantId: church.tenantId,
      paymentId: id,
      outcome,
      actor: systemActor,
      at: app.clock.now(),
    }),
  )
  return (await app.call(readPayment, { params: { id } }, { token: church.admin.token })).body
}

test('owners are told of units that came, of months, and why a transfer was not found', async () => {
  const church = await app.buildChurch({ expiresOn: '2998-01-31' })
  const units: Purchase = { purpose: 'units', currency: 'NGN', amount: '5900' }
  await payAndSettle(church, units, { state: 'succeeded' })
  await payAndSettle(
    church,
    { purpose: 'subscription', currency: 'NGN', planId: growing, months: 1 },
    { state: 'succeeded' },
  )
  const refused = await payAndSettle(church, units, { state: 'failed', reason: 'No <b>transfer</b> of this sum' })
  await payAndSettle(church, units, { state: 'cancelled' })
  const mails = await mailsTo(church.admin.email, 3)
  const texts = mails.map(({ text }) => text).join('\n---\n')
  expect(texts).toContain('₦5,900.00 from Grace Chapel, by bank transfer')
  expect(texts).toContain('1,000 SMS units were added')
  expect(texts).toContain('₦10,000.50')
  expect(texts).toContain('Your plan is Growing, valid until 28 February 2998')
  expect(texts).toContain('No <b>transfer</b> of this sum')
  expect(texts).toContain('help@narthex.example')
  expect(mails.map(({ subject }) => subject)).toContain(`Payment not found: ${refused}`)
})

test('what came brings its receipt along, and what was not found brings nothing', async () => {
  const church = await app.buildChurch()
  const units: Purchase = { purpose: 'units', currency: 'NGN', amount: '5.9' }
  const { receiptNumber, reference } = await payFor(church, units, { state: 'succeeded' })
  const lost = await payFor(church, units, { state: 'failed', reason: 'Nothing has arrived' })
  const mails = await mailsTo(church.admin.email, 2)
  const [came, missed] = [reference, lost.reference].map((name) => mails.find(({ subject }) => subject.endsWith(name)))
  expect(receiptNumber).toMatch(/^NX-\d{4}-\d{6}$/)
  expect(came?.text).toContain('1 SMS unit was added')
  expect(came?.text).toContain(`Your receipt ${receiptNumber} is attached.`)
  expect(came?.attachments).toEqual([
    { name: `receipt-${receiptNumber}.pdf`, type: 'application/pdf', bytes: expect.any(Number) },
  ])
  expect(came?.attachments[0]?.bytes).toBeGreaterThan(10_000)
  expect(missed?.attachments).toEqual([])
  expect(missed?.text).not.toContain('receipt')
})

test('money that went back is told once, with the units that went and the receipt that says so', async () => {
  const church = await app.buildChurch()
  const { tenantId, admin } = church
  const paid = await payFor(church, { purpose: 'units', currency: 'NGN', amount: '5900' }, { state: 'succeeded' })
  await mailsTo(admin.email, 1)
  await app.look(
    `insert into payment_refund (tenant_id, payment_id, amount_minor, currency, units, state, reason, wanted_at, done_at)
     values ($1, $2, 590000, 'NGN', 1000, 'done', 'An inner reason', now(), now())`,
    [tenantId, paid.id],
  )
  await app.server.context.database.withTenant(tenantId, (tx) =>
    announceRefund(tx, app.server.context.enqueue, { tenantId, paymentId: paid.id }),
  )
  const mails = await mailsTo(admin.email, 2)
  const told = mails.find(({ subject }) => subject === `Payment refunded: ${paid.reference}`)
  expect(told?.text).toContain('We have refunded ₦5,900.00 that Grace Chapel paid by bank transfer.')
  expect(told?.text).toContain('1,000 SMS units of this payment were removed from your balance.')
  expect(told?.text).toContain(`Your updated receipt ${paid.receiptNumber} is attached`)
  expect(told?.text).not.toContain('An inner reason')
  expect(told?.attachments).toMatchObject([{ name: `receipt-${paid.receiptNumber}.pdf` }])
})

test('of another sum that an operator approved, the one that came is told', async () => {
  const church = await app.buildChurch()
  const { id } = await payFor(church, { purpose: 'units', currency: 'NGN', amount: '59' }, { state: 'succeeded' })
  await app.look(`update payment set taken_minor = 600, taken_currency = 'GBP' where id = $1`, [id])
  const found = await app.server.context.database.withTenant(church.tenantId, (tx) =>
    selectPayment(tx, church.tenantId, id),
  )
  if (!found) throw new Error('The payment is there')
  const keeper = { email: 'a@b.example', firstName: 'Ada', churchName: 'Grace Chapel', language: 'en' as const }
  const about = { keeper, expiresOn: '2031-01-01', receipt: null, supportEmail: null, link: 'https://narthex.example' }
  expect(paymentMail({ ...about, payment: found }).text).toContain('We have received £6.00 from Grace Chapel')
})

test.each([
  ['stripe', 'by card (Stripe)'],
  ['paystack', 'through Paystack'],
  ['paypal', 'through PayPal'],
] as const)('a payment by %s is not called a transfer', async (method, words) => {
  const church = await app.buildChurch()
  const { id } = await payFor(church, { purpose: 'units', currency: 'NGN', amount: '59' }, { state: 'succeeded' })
  const found = await app.server.context.database.withTenant(church.tenantId, (tx) =>
    selectPayment(tx, church.tenantId, id),
  )
  if (!found) throw new Error('The payment is there')
  const keeper = { email: 'a@b.example', firstName: 'Ada', churchName: 'Grace Chapel', language: 'en' as const }
  const about = { keeper, expiresOn: '2031-01-01', receipt: null, supportEmail: null, link: 'https://narthex.example' }
  const came = paymentMail({ ...about, payment: { ...found, method } })
  const missed = paymentMail({ ...about, payment: { ...found, method, state: 'failed', refusedReason: 'Other sum' } })
  expect(came.text).toContain(`from Grace Chapel, ${words}. Thank you.`)
  expect(missed.text).toContain(`We did not receive ₦59.00 ${words}.`)
  expect(missed.text).toContain('Other sum')
  expect(`${came.text}${missed.text}`).not.toContain('transfer')
})

test('finance is told too, and who does not keep the money is not', async () => {
  const church = await app.buildChurch({ people: [{}, {}] })
  const addressOf = (role: string): string => `${role}-${church.tenantId}@church.example`
  for (const [index, role] of (['FinancialAccount', 'Communicator'] as const).entries())
    await app.server.context.database.withTenant(church.tenantId, (tx) =>
      createStaff(
        tx,
        {
          tenantId: church.tenantId,
          personId: church.personIds[index] ?? '',
          email: addressOf(role),
          passwordHash: 'none',
          roles: [role],
        },
        app.clock.now(),
      ),
    )
  await payAndSettle(church, { purpose: 'units', currency: 'NGN', amount: '59' }, { state: 'succeeded' })
  expect(await mailsTo(addressOf('FinancialAccount'), 1)).toHaveLength(1)
  const jobs = await app.look(
    `select data - 'tenantId' - 'paymentId' - 'accountId' as rest from pgboss.job
     where name = 'billing.send-payment-mail' and data ->> 'tenantId' = $1`,
    [church.tenantId],
  )
  expect(jobs).toEqual([{ rest: {} }, { rest: {} }])
})

test.each([
  [590_000, 'NGN', '₦5,900.00'],
  [5, 'USD', '$0.05'],
  [2_950, 'XOF', 'CFA 2,950'],
  [123_456_789, 'XAF', 'FCFA 123,456,789'],
])('%i of %s is written %s', (minor, currency, text) => expect(moneyText(minor, currency)).toBe(text))
