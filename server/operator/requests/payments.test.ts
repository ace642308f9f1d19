import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProof, readPayment, startTransfer, type Payment, type Purchase } from '#contract/billing/payments.ts'
import { readSession } from '#contract/identity/session.ts'
import * as calls from '#contract/operator/requests.ts'
import { readConsole } from '#contract/operator/session.ts'
import { listConsoleLog } from '#contract/operator/settings.ts'
import { addressOf } from '#server/test-kit/call.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { addPlan, limitApprovals, openBankAccount, setPrice } from '#server/test-kit/price-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const reason = 'No such transfer has reached us.'

let app: TestApp
let operator: TestOperator
let second: TestOperator
let church: Church
let planId: string
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  planId = await addPlan(app.look, 'Growing', 500)
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await setPrice(app.look, { currency: 'NGN', amount: '10000', planId })
  await openBankAccount(app.look, 'NGN')
  await limitApprovals(app.look, { NGN: 10_000_000 })
  operator = await buildOperator(app)
  second = await buildOperator(app, 'Funmi Finance')
  church = await app.buildChurch()
})
afterAll(() => app.stop())

const start = async (body: Purchase, buyer = church): Promise<Payment> =>
  (await app.call(startTransfer, { body }, { token: buyer.admin.token })).body
const units = (amount: string): Purchase => ({ purpose: 'units', currency: 'NGN', amount })
async function prove({ id }: Payment, file = new File(['%PDF-1.7\n1 0 obj\n'], 'slip.pdf'), buyer = church) {
  const { body } = await app.call(addProof, { params: { id }, file }, { token: buyer.admin.token })
  return body
}
const approve = (
  { id, amountMinor }: Pick<Payment, 'id' | 'amountMinor'>,
  who = operator,
  churchId = church.tenantId,
) => who.call(calls.approvePayment, { params: { churchId, id }, body: { amountMinor } })
const refuse = ({ id }: Pick<Payment, 'id'>, who = operator, churchId = church.tenantId) =>
  who.call(calls.refusePayment, { params: { churchId, id }, body: { reason } })
const list = async (query: Parameters<typeof operator.call<typeof calls.listConsolePayments>>[1]['query']) =>
  (await operator.call(calls.listConsolePayments, { query })).body
const unitsOf = async ({ admin }: Church) => (await app.call(readSession, {}, { token: admin.token })).body.units
const codesOf = (replies: { status: number; body: { code?: string } }[]) =>
  replies.map(({ status, body }) => body.code ?? String(status)).sort()

test('the list has what waits first, the oldest of it first, with payer, proofs and whether two are needed', async () => {
  const buyer = await app.buildChurch()
  const [older, newer, small] = [
    await prove(await start(units('5900'), buyer), undefined, buyer),
    await prove(await start(units('590000'), buyer), undefined, buyer),
    await start(units('59'), buyer),
  ]
  const done = await start(units('590'), buyer)
  await refuse(done, operator, buyer.tenantId)
  const all = await list({})
  expect(all.items.map(({ id }) => id)).toEqual([older.id, newer.id, done.id, small.id])
  expect(all.items[0]).toMatchObject({
    churchId: buyer.tenantId,
    churchName: 'Grace Chapel',
    payerEmail: buyer.admin.email,
    needsTwo: false,
    waiting: null,
    proofs: [{ fileName: 'slip.pdf', contentType: 'application/pdf' }],
  })
  expect(all.items[1]).toMatchObject({ needsTwo: true })
  expect(all.items[2]).toMatchObject({ state: 'failed', refusedReason: reason, decidedByName: operator.name })
  const first = await list({ limit: 1 })
  expect((await list({ limit: 1, cursor: first.nextCursor ?? '' })).items.map(({ id }) => id)).toEqual([newer.id])
  expect((await list({ state: 'created' })).items.map(({ id }) => id)).toEqual([small.id])
  expect((await list({ search: newer.reference.toLowerCase() })).items.map(({ id }) => id)).toEqual([newer.id])
  expect((await list({ churchId: buyer.tenantId })).total).toBe(4)
  expect((await list({ churchId: church.tenantId })).items).toEqual([])
  expect((await operator.call(readConsole, {})).body.waiting.payments).toBe(2)
})

test('a proof is shown as a picture or saved as a PDF, to operators only', async () => {
  const payment = await start(units('5900'))
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  await prove(payment)
  const { proofs } = await prove(payment, new File([new Uint8Array(bytes)], 'slip.png'))
  const read = (id: string, churchId = church.tenantId, cookie = operator.cookie) =>
    fetch(app.url + addressOf(calls.readProof, { params: { churchId, id } }), { headers: { cookie } })
  const [pdf, picture] = await Promise.all(proofs.map(({ id }) => read(id)))
  expect(pdf?.headers.get('content-disposition')).toContain('attachment; filename="slip.pdf"')
  expect(picture?.headers.get('content-type')).toBe('image/webp')
  expect(picture?.headers.get('content-disposition')).toBe('inline')
  expect(picture?.headers.get('cache-control')).toBe('no-store')
  const noted = await app.look(
    `select subject_id as id from console_entry where act = 'payment.proof_read' order by at, id`,
  )
  expect(noted.map((entry) => entry['id']).sort()).toEqual(proofs.map((proof) => proof.id).sort())
  const id = proofs[0]?.id ?? ''
  const other = await app.buildChurch()
  const strange = [read(id, other.tenantId), read(UNKNOWN), read(id, UNKNOWN), read(id, church.tenantId, '')]
  expect((await Promise.all(strange)).map(({ status }) => status)).toEqual([404, 404, 404, 401])
})

describe('an approval', () => {
  test('gives the units at once, once, however many press it', async () => {
    const buyer = await app.buildChurch()
    const payment = await prove(await start(units('5900'), buyer), undefined, buyer)
    const press = (who: TestOperator) => approve(payment, who, buyer.tenantId)
    const replies = await Promise.all([operator, second, operator, second].map(press))
    expect(codesOf(replies)).toEqual(['200', 'already_decided', 'already_decided', 'already_decided'])
    expect(await unitsOf(buyer)).toBe(1_000)
    const { body } = await app.call(readPayment, { params: { id: payment.id } }, { token: buyer.admin.token })
    expect(body.state).toBe('succeeded')
    const log = (await operator.call(listConsoleLog, { query: { churchId: buyer.tenantId } })).body.items
    expect(log.map(({ act, details }) => [act, details['reference'], details['amount']])).toEqual([
      ['payment.approved', payment.reference, '5900.00'],
    ])
  })

  test('gives the months and opens the gate', async () => {
    const buyer = await app.buildChurch({ expiresOn: '2020-01-01' })
    const payment = await start({ purpose: 'subscription', currency: 'NGN', planId, months: 1 }, buyer)
    expect((await approve(payment, operator, buyer.tenantId)).body).toMatchObject({
      state: 'succeeded',
      decidedByName: operator.name,
    })
    const { body } = await app.call(readSession, {}, { token: buyer.admin.token })
    expect(body).toMatchObject({ gate: 'open', church: { planName: 'Growing', membershipSize: 500 } })
  })

  test('above the limit needs two operators; the same one twice is one', async () => {
    const buyer = await app.buildChurch()
    const payment = await prove(await start(units('590000'), buyer), undefined, buyer)
    const press = (who: TestOperator) => approve(payment, who, buyer.tenantId)
    expect(codesOf(await Promise.all([press(operator), press(operator)]))).toEqual(['200', 'same_operator'])
    expect(await unitsOf(buyer)).toBe(0)
    const { items } = await list({ search: payment.reference })
    const waiting = { what: 'approve', name: operator.name }
    expect(items[0]).toMatchObject({ state: 'pending', needsTwo: true, waiting })
    expect((await press(operator)).body.code).toBe('same_operator')
    expect((await press(second)).body).toMatchObject({ state: 'succeeded', decidedByName: second.name })
    expect(await unitsOf(buyer)).toBe(100_000)
    const log = (await operator.call(listConsoleLog, { query: { churchId: buyer.tenantId } })).body.items
    expect(log.map(({ act, operatorName }) => [act, operatorName])).toEqual([
      ['payment.approved', second.name],
      ['change.asked', operator.name],
    ])
  })

  test('of two operators at the same moment completes it once', async () => {
    const buyer = await app.buildChurch()
    const payment = await start(units('590000'), buyer)
    const replies = await Promise.all([operator, second].map((who) => approve(payment, who, buyer.tenantId)))
    expect(replies.map(({ body }) => body.state).sort()).toEqual(['created', 'succeeded'])
    expect(await unitsOf(buyer)).toBe(100_000)
  })

  test('of another amount than was shown, of another church’s payment and of none is refused', async () => {
    const payment = await start(units('5900'))
    const other = await app.buildChurch()
    expect((await approve({ ...payment, amountMinor: 1 })).body.code).toBe('changed_meanwhile')
    expect((await approve(payment, operator, other.tenantId)).body.code).toBe('not_found')
    expect((await approve({ ...payment, id: UNKNOWN })).body.code).toBe('not_found')
    expect((await approve(payment, operator, UNKNOWN)).body.code).toBe('not_found')
    expect(await unitsOf(church)).toBe(0)
  })
})

test('of an approval and a refusal at the same moment one counts', async () => {
  const buyer = await app.buildChurch()
  const payment = await prove(await start(units('5900'), buyer), undefined, buyer)
  const replies = await Promise.all([
    approve(payment, operator, buyer.tenantId),
    refuse(payment, second, buyer.tenantId),
  ])
  expect(codesOf(replies)).toEqual(['200', 'already_decided'])
  const { items } = await list({ search: payment.reference })
  expect(await unitsOf(buyer)).toBe(items[0]?.state === 'succeeded' ? 1_000 : 0)
})
