import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addProof,
  cancelPayment,
  exportPayments,
  listPayments,
  readOwnProof,
  readPayment,
  startTransfer,
  type Payment,
  type Purchase,
} from '#contract/billing/payments.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { addressOf } from '#server/test-kit/call.ts'
import { hostileValues } from '#server/test-kit/hostile.ts'
import { addPlan, openBankAccount, setPrice } from '#server/test-kit/price-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let church: Church
let growing: string
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  growing = await addPlan(app.look, 'Growing', 500)
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await setPrice(app.look, { currency: 'NGN', amount: '10000', planId: growing })
  await setPrice(app.look, { currency: 'KES', amount: '1.1' })
  await openBankAccount(app.look, 'NGN')
  church = await app.buildChurch()
})
afterAll(() => app.stop())
// Ten may wait at most.
beforeEach(() => app.look(`update payment set state = 'cancelled' where state in ('created', 'pending')`))

const units = (amount: string, currency = 'NGN'): Purchase => ({ purpose: 'units', currency, amount })
const start = (buyer: Church, body: Purchase & { amountMinor?: number }, headers: Record<string, string> = {}) =>
  app.call(startTransfer, { body }, { token: buyer.admin.token, headers })
const begun = async (buyer: Church = church): Promise<Payment> => (await start(buyer, units('5900'))).body
const prove = (payment: Payment, file: File, buyer: Church = church) =>
  app.call(addProof, { params: { id: payment.id }, file }, { token: buyer.admin.token })
const download = (path: string, buyer: Church = church) =>
  fetch(app.url + path, { headers: { authorization: `Bearer ${buyer.admin.token}` } })

const pdf = (): File => new File(['%PDF-1.7\n1 0 obj\n'], 'slip.pdf')
describe('a transfer', () => {
  test('is reckoned by the server and named by a reference that nobody guesses', async () => {
    const { status, body } = await start(church, units('1000.4'))
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      reference: expect.stringMatching(/^NX-[0-9A-HJKMNP-TV-Z]{10}$/),
      purpose: 'units',
      method: 'bank_transfer',
      amountMinor: 100_100,
      currency: 'NGN',
      units: 170,
      planName: null,
      months: null,
      lines: [{ what: 'units', count: 170, amountMinor: 100_100 }],
      state: 'created',
      createdAt: expect.any(String),
      checkoutUrl: null,
      decidedAt: null,
      automatic: false,
      taxMinor: 0,
      taxRate: '0',
      taxName: '',
      refusedReason: null,
      receiptNumber: null,
      refund: null,
      proofs: [],
    })
    const references = await Promise.all(Array.from({ length: 9 }, async () => (await begun()).reference))
    expect(new Set(references).size).toBe(9)
  })

  test('is begun once for one press, however often it comes', async () => {
    const buyer = await app.buildChurch()
    const key = { 'idempotency-key': 'one-press' }
    const replies = await Promise.all(Array.from({ length: 6 }, () => start(buyer, units('590'), key)))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect((await start(buyer, units('5900'), key)).body.code).toBe('idempotency_key_reused')
    const { body } = await app.call(listPayments, { query: {} }, { token: buyer.admin.token })
    expect(body.total).toBe(1)
  })

  test('is not begun at another sum than the payer was shown, nor with fields of their own', async () => {
    expect((await start(church, { ...units('59'), amountMinor: 5_900 })).status).toBe(200)
    expect((await start(church, { ...units('59'), amountMinor: 1 })).body.code).toBe('changed_meanwhile')
    for (const more of [{ units: 9 }, { tenantId: growing }, { price: '0.1' }])
      expect((await start(church, { ...units('59'), ...more })).body.code).toBe('invalid_input')
  })

  test('answers nonsense in any of its fields with a refusal', async () => {
    const good: Purchase[] = [units('59'), { purpose: 'subscription', currency: 'NGN', planId: growing, months: 1 }]
    const bodies = good.flatMap((body) =>
      [...Object.keys(body), 'amountMinor'].flatMap((field) =>
        hostileValues.map((value) => Object.assign({ ...body }, { [field]: value })),
      ),
    )
    const replies = await Promise.all(bodies.map((body) => start(church, body)))
    expect(new Set(replies.map(({ body: { code } }) => code))).toEqual(
      new Set(['invalid_input', 'changed_meanwhile', 'plan_not_offered', 'too_large']),
    )
  })

  test('needs a price, an account to send to, and a right to buy', async () => {
    expect((await start(church, units('100', 'KES'))).body.code).toBe('no_bank_account')
    expect((await start(church, units('100', 'USD'))).body.code).toBe('no_price')
    for (const [role, status] of [
      ['FinancialAccount', 200],
      ['Communicator', 403],
      ['Reports', 403],
    ] as const)
      expect((await start(await app.buildChurch({ roles: [role] }), units('100'))).status).toBe(status)
  })

  test('keeps the price it was begun at, whatever it costs afterwards', async () => {
    const payment = await begun()
    await setPrice(app.look, { currency: 'NGN', amount: '7' })
    const { body } = await app.call(readPayment, { params: { id: payment.id } }, { token: church.admin.token })
    expect(body).toEqual(payment)
    expect((await start(church, units('5900'))).body.units).toBe(843)
    await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  })
})

test('ten wait at most, even when more come at once', async () => {
  const buyer = await app.buildChurch()
  const replies = await Promise.all(Array.from({ length: 14 }, () => start(buyer, units('59'))))
  expect(replies.map(({ body }) => body.code ?? 'begun').sort()).toEqual([
    ...Array(10).fill('begun'),
    ...Array(4).fill('too_many_open'),
  ])
  const one = replies.find(({ status }) => status === 200)?.body.id ?? ''
  await app.call(cancelPayment, { params: { id: one } }, { token: buyer.admin.token })
  expect((await start(buyer, units('59'))).status).toBe(200)
})

test('a payment is given up once, however often it is asked, and takes no proof then', async () => {
  const payment = await begun()
  const cancel = () => app.call(cancelPayment, { params: { id: payment.id } }, { token: church.admin.token })
  const replies = await Promise.all([cancel(), cancel(), cancel()])
  expect(replies.map(({ status, body }) => [status, body.state])).toEqual(
    Array.from({ length: 3 }, () => [200, 'cancelled']),
  )
  const said = `select from audit_entry where act = 'payment.cancelled' and details ->> 'reference' = $1`
  expect(await app.look(said, [payment.reference])).toHaveLength(1)
  expect((await prove(payment, pdf())).body.code).toBe('already_decided')
})

test('one that an operator has taken aside is not given up: money may have come', async () => {
  const payment = await begun()
  await app.look(`update payment set state = 'review' where id = $1`, [payment.id])
  const { body } = await app.call(cancelPayment, { params: { id: payment.id } }, { token: church.admin.token })
  expect(body.code).toBe('already_decided')
})

test('what another church pays answers exactly as what is not there', async () => {
  const payment = await begun()
  const { body } = await prove(payment, pdf())
  const stranger = await app.buildChurch()
  const nobody = '00000000-0000-4000-8000-000000000000'
  for (const endpoint of [readPayment, cancelPayment]) {
    const ask = async (id: string) => {
      const reply = await app.call(endpoint, { params: { id } }, { token: stranger.admin.token })
      return [reply.status, reply.body]
    }
    expect(await ask(payment.id)).toEqual(await ask(nobody))
  }
  expect((await prove(payment, pdf(), stranger)).body.code).toBe('not_found')
  const proof = { id: payment.id, proofId: body.proofs[0]?.id ?? '' }
  expect((await download(addressOf(readOwnProof, { params: proof }), stranger)).status).toBe(404)
  // The proof of one payment is not found under another.
  const other = { ...proof, id: (await begun()).id }
  expect((await download(addressOf(readOwnProof, { params: other }))).status).toBe(404)
})

describe('the list', () => {
  test('is searched by reference and plan, filtered by state, and read page by page', async () => {
    const buyer = await app.buildChurch()
    const bought = [await begun(buyer), await begun(buyer)]
    const months = await start(buyer, { purpose: 'subscription', currency: 'NGN', planId: growing, months: 2 })
    await prove(months.body, pdf(), buyer)
    const list = async (query: Parameters<typeof app.call<typeof listPayments>>[1]['query']) =>
      (await app.call(listPayments, { query }, { token: buyer.admin.token })).body
    const all = await list({})
    expect(all.items.map(({ id }) => id)).toEqual([months.body.id, bought[1]?.id, bought[0]?.id])
    expect((await list({ search: ` ${bought[0]?.reference.toLowerCase()} ` })).items.map(({ id }) => id)).toEqual([
      bought[0]?.id,
    ])
    expect(await list({ search: 'grow' })).toMatchObject({ total: 1, items: [{ planName: 'Growing', months: 2 }] })
    expect((await list({ state: 'pending' })).total).toBe(1)
    expect((await list({ search: '%' })).total).toBe(0)
    expect((await list({ open: 'yes', search: 'grow' })).items.map(({ id }) => id)).toEqual([months.body.id])
    await app.call(cancelPayment, { params: { id: bought[1]?.id ?? '' } }, { token: buyer.admin.token })
    expect(await list({ open: 'yes' })).toMatchObject({
      total: 2,
      items: [{ id: months.body.id }, { id: bought[0]?.id }],
    })
    const first = await list({ limit: 2 })
    const second = await list({ limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.items.map(({ id }) => id))
    expect(second.nextCursor).toBeNull()
    for (const cursor of ['x', Buffer.from('{"createdAt":"1e9","id":"1"}').toString('base64url')])
      expect((await app.call(listPayments, { query: { cursor } }, { token: buyer.admin.token })).body.code).toBe(
        'invalid_cursor',
      )
  })

  test('is taken away as a file, and the log says so', async () => {
    const buyer = await app.buildChurch()
    await begun(buyer)
    const months = await start(buyer, { purpose: 'subscription', currency: 'NGN', planId: growing, months: 2 })
    const columns = 'reference,what,amount,currency,state'
    const reply = await download(
      addressOf(exportPayments, { query: { format: 'csv', columns, search: 'grow' } }),
      buyer,
    )
    const lines = (await reply.text()).trim().split(/\r?\n/)
    expect(lines.slice(1)).toEqual([`${months.body.reference},"Growing, 2 months",20000,NGN,created`])
    expect((await download(addressOf(exportPayments, { query: { format: 'xlsx' } }), buyer)).status).toBe(200)
    const entries = await app.look(
      `select details from audit_entry where tenant_id = $1 and act = 'list.exported' order by at`,
      [buyer.tenantId],
    )
    expect(entries[0]).toEqual({ details: { list: 'payments', format: 'csv', rows: 1 } })
  })
})
