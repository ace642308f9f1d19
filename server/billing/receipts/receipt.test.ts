import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTransfer, type Payment } from '#contract/billing/payments.ts'
import { downloadReceipt, readReceipt } from '#contract/billing/receipts.ts'
import { systemActor } from '../../platform/http/index.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { addressOf } from '../../test-kit/call.ts'
import { readPdf } from '../../test-kit/pdf-text.ts'
import { addPlan, openBankAccount, setPrice } from '../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { settle } from '../index.ts'
import { selectPayment } from '../payments/records/payment-store.ts'
import { giveReceipt } from '../payments/settle/settle.ts'

let app: TestApp
let growing: string
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
  growing = await addPlan(app.look, 'Growing', 500)
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await setPrice(app.look, { currency: 'NGN', amount: '10000', planId: growing })
  await openBankAccount(app.look, 'NGN')
  await app.look(`update installation set support_email = 'help@narthex.example'`)
})
afterAll(() => app.stop())

const as = ({ admin }: Church) => ({ token: admin.token })

async function begin(church: Church, purpose: 'units' | 'subscription' = 'units'): Promise<Payment> {
  const body =
    purpose === 'units'
      ? { purpose, currency: 'NGN', amount: '5900' }
      : { purpose, currency: 'NGN', planId: growing, months: 3 }
  return (await app.call(startTransfer, { body }, as(church))).body
}

const succeed = ({ tenantId }: Church, paymentId: string) =>
  app.server.context.database.withTenant(tenantId, (tx) => {
    const outcome = { state: 'succeeded' } as const
    return settle(tx, app.server.context, { tenantId, paymentId, outcome, actor: systemActor, at: app.clock.now() })
  })

async function pay(church: Church, purpose?: 'units' | 'subscription'): Promise<Payment> {
  const payment = await begin(church, purpose)
  await succeed(church, payment.id)
  return payment
}

async function download(church: Church, id: string, token = church.admin.token) {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(app.url + addressOf(downloadReceipt, { params: { id } }), { headers })
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

const countOf = (number: string): number => Number(number.split('-').at(-1))

test('a payment that succeeded has a receipt, as JSON and as a PDF of the same', async () => {
  const church = await app.buildChurch()
  const { id, reference } = await pay(church)
  const { body: receipt, status } = await app.call(readReceipt, { params: { id } }, as(church))
  expect(status).toBe(200)
  expect(receipt).toEqual({
    number: expect.stringMatching(new RegExp(`^NX-${app.clock.now().getUTCFullYear()}-\\d{6}$`)),
    paymentId: id,
    issuedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    reference,
    method: 'bank_transfer',
    churchName: 'Grace Chapel',
    payerName: 'Ada Admin',
    payerEmail: church.admin.email,
    legalName: '',
    taxNumber: '',
    issuerName: '',
    issuerTaxNumber: '',
    amountMinor: 590_000,
    currency: 'NGN',
    units: 1_000,
    planName: null,
    months: null,
    lines: [{ what: 'units', count: 1_000, amountMinor: 590_000 }],
    taxMinor: 0,
    taxRate: '0',
    taxName: '',
    supportEmail: 'help@narthex.example',
    refundedAt: null,
  })
  const file = await download(church, id)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('content-disposition')).toContain(`filename="receipt-${receipt.number}.pdf"`)
  expect(file.headers.get('cache-control')).toBe('no-store')
  const { texts } = readPdf(file.bytes)
  expect(texts).toEqual(expect.arrayContaining([receipt.number, reference, '1,000 SMS units', 'Ada Admin']))
  expect(texts.join('')).toContain(church.admin.email)
  const again = await download(church, id)
  const print = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
  expect(print(again.bytes)).toBe(print(file.bytes))
})

test('a receipt keeps the names of its day', async () => {
  const church = await app.buildChurch()
  const { id } = await pay(church, 'subscription')
  const { body: before } = await app.call(readReceipt, { params: { id } }, as(church))
  await app.look(`update church set name = 'Grace Cathedral' where tenant_id = $1`, [church.tenantId])
  await app.look(`update plan set name = 'Growing fast' where id = $1`, [growing])
  await app.look(`update person set first_name = 'Adanna' where tenant_id = $1`, [church.tenantId])
  await app.look(`update account set email = 'new@church.example' where tenant_id = $1`, [church.tenantId])
  const { body: after } = await app.call(readReceipt, { params: { id } }, as(church))
  expect(after).toEqual(before)
  expect(after).toMatchObject({ planName: 'Growing', months: 3, units: null })
  expect(readPdf((await download(church, id)).bytes).texts).toContain('Growing, 3 months')
  await app.look(`update plan set name = 'Growing' where id = $1`, [growing])
})

test('numbers have no gap and no double, whoever pays at once and whatever fails', async () => {
  const churches = await Promise.all(Array.from({ length: 4 }, () => app.buildChurch()))
  const payments = await Promise.all(
    churches.flatMap((church) => Array.from({ length: 4 }, async () => ({ church, ...(await begin(church)) }))),
  )
  const [gone, ...rest] = payments
  if (!gone) throw new Error('Payments were begun')
  const failing = app.server.context.database.withTenant(gone.church.tenantId, async (tx) => {
    const payment = await selectPayment(tx, gone.church.tenantId, gone.id)
    if (payment) await giveReceipt(tx, payment, app.clock.now())
    throw new Error('Something else went wrong')
  })
  // Each of them by two at once.
  const paying = rest.flatMap(({ church, id }) => [succeed(church, id), succeed(church, id)])
  await expect(failing).rejects.toThrow('Something else')
  await Promise.all(paying)
  const rows = await app.look('select receipt_number as number from payment where receipt_number is not null')
  const counts = rows.map(({ number }) => countOf(String(number))).toSorted((one, other) => one - other)
  expect(counts).toEqual(counts.map((_, index) => index + 1))
  expect(await app.look('select count(*) as receipts from receipt')).toEqual([{ receipts: counts.length }])
})

test('called again it answers the same number, and every year begins anew', async () => {
  const church = await app.buildChurch()
  const { tenantId } = church
  const payments = [await begin(church), await begin(church)]
  const issue = (index: number, at: string): Promise<string> =>
    app.server.context.database.withTenant(tenantId, async (tx) => {
      const payment = await selectPayment(tx, tenantId, payments[index]?.id ?? '')
      if (!payment) throw new Error('Payments were begun')
      return giveReceipt(tx, payment, new Date(at))
    })
  expect(await issue(0, '2031-12-31T23:59:59Z')).toBe('NX-2031-000001')
  expect(await issue(0, '2032-01-01T00:00:00Z')).toBe('NX-2031-000001')
  expect(await issue(1, '2032-01-01T00:00:00Z')).toBe('NX-2032-000001')
})

test('there is none for a payment that has not succeeded, is another church’s, or is unknown', async () => {
  const church = await app.buildChurch()
  const other = await app.buildChurch()
  const open = await begin(church)
  const paid = await pay(church)
  const asked: [Church, string][] = [
    [church, open.id],
    [other, paid.id],
    [other, '00000000-0000-4000-8000-000000000000'],
  ]
  for (const [asking, id] of asked) {
    const { status, body } = await app.call(readReceipt, { params: { id } }, as(asking))
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect((await download(asking, id)).status).toBe(404)
  }
})

test('a church whose gate is shut reads its receipts, staff without billing do not', async () => {
  const church = await app.buildChurch({ expiresOn: '2020-01-31' })
  const { id } = await pay(church)
  expect((await app.call(readReceipt, { params: { id } }, as(church))).status).toBe(200)
  expect((await download(church, id)).status).toBe(200)
  const { token } = await addColleague(app, church, { roles: ['Communicator'] })
  expect((await app.call(readReceipt, { params: { id } }, { token })).body.code).toBe('not_allowed')
  expect((await download(church, id, token)).status).toBe(403)
})

test('says when the money was given back, once it was', async () => {
  const church = await app.buildChurch()
  const { id } = await pay(church)
  await app.look(
    `insert into payment_refund (tenant_id, payment_id, amount_minor, currency, state, reason, wanted_at)
     values ($1, $2, 590000, 'NGN', 'wanted', 'Paid twice', now())`,
    [church.tenantId, id],
  )
  expect((await app.call(readReceipt, { params: { id } }, as(church))).body.refundedAt).toBe(null)
  await app.look(`update payment_refund set state = 'done', done_at = '2031-05-09T08:00:00Z' where payment_id = $1`, [
    id,
  ])
  const { body } = await app.call(readReceipt, { params: { id } }, as(church))
  expect(body.refundedAt).toBe('2031-05-09T08:00:00.000Z')
  expect(readPdf((await download(church, id)).bytes).texts).toContain('₦5,900.00 refunded on 9 May 2031')
})
