import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentProvider } from './provider.ts'
import { openRecordingServer, type RecordingServer, type Reply } from './test-kit/recording-server.ts'
import { ORDER_ID, paypalCapture, paypalOrder } from './test-kit/said.ts'
import { keysAt, known, REFERENCE } from './test-kit/samples.ts'
import { paypalProvider } from './paypal.ts'

let server: RecordingServer
let paypal: PaymentProvider
beforeAll(async () => {
  server = await openRecordingServer()
  paypal = paypalProvider(keysAt(server.url).paypal)
})
afterAll(() => server.close())

const usd = (value: string) => ({ currency_code: 'USD', value })
const dispute = (id: string, change: object = {}) => ({
  dispute_id: id,
  status: 'WAITING_FOR_SELLER_RESPONSE',
  dispute_amount: usd('5900.00'),
  seller_response_due_date: '2026-12-01T00:00:00.000Z',
  ...change,
})
const outcome = (outcome_code: string, more: object = {}) => ({
  status: 'RESOLVED',
  dispute_outcome: { outcome_code, ...more },
})

/** An account with one captured order and these disputes. */
function account(disputes: Reply | ReturnType<typeof dispute>[], capture: object = {}, refunds: object[] = []): void {
  server.answer(({ path }) => {
    if (path === '/v1/oauth2/token') return { body: { access_token: 'A21AAF', expires_in: 32_400 } }
    if (path === `/v2/checkout/orders/${ORDER_ID}`)
      return { body: paypalOrder('COMPLETED', { captures: [paypalCapture(capture)], refunds }) }
    if (!Array.isArray(disputes)) return disputes
    if (path === '/v1/customer/disputes') return { body: disputes.length > 0 ? { items: disputes } : {} }
    return { body: disputes.find(({ dispute_id }) => path.endsWith(`/${dispute_id}`)) ?? {} }
  })
}
const find = (asksAfterwards = true) => paypal.find({ ...known(ORDER_ID), asksAfterwards })
const asked = () => server.calls.map(({ path, query }) => `${path}${query && `?${query}`}`)

test('the disputes of its capture are asked for only where it is asked what has happened since', async () => {
  account([])
  expect(await find(false)).not.toHaveProperty('disputes')
  expect(asked().some((path) => path.includes('disputes'))).toBe(false)
  expect(await find()).toMatchObject({ state: 'paid', disputes: [] })
  expect(asked()).toContain('/v1/customer/disputes?disputed_transaction_id=3C679366HH908993F&page_size=50')
})

test.each([
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['ACCEPTED', 'lost'],
  ['RESOLVED_SELLER_FAVOUR', 'won'],
  ['RESOLVED_WITH_PAYOUT', 'won'],
  ['CANCELED_BY_BUYER', 'won'],
  ['DENIED', 'won'],
])('one that ended as %s is %s', async (code, state) => {
  account([dispute('PP-D-1', outcome(code))])
  expect(await find()).toMatchObject({ disputes: [{ id: 'PP-D-1', state, amountMinor: 590_000, currency: 'USD' }] })
})

test('an open one says until when it is to be answered; of a lost one only what went back counts, and once', async () => {
  const lost = dispute('PP-D-2', outcome('RESOLVED_BUYER_FAVOUR', { amount_refunded: usd('900.00') }))
  account([dispute('PP-D-3'), lost], { status: 'PARTIALLY_REFUNDED' }, [{ status: 'COMPLETED', amount: usd('900.00') }])
  expect(await find()).toMatchObject({
    state: 'refunded',
    refundedMinor: 0,
    disputes: [
      { id: 'PP-D-3', state: 'open', answerBy: new Date('2026-12-01') },
      { id: 'PP-D-2', state: 'lost', amountMinor: 90_000 },
    ],
  })
})

test('an account that may not read disputes still says what was paid', async () => {
  account({ status: 403, body: { name: 'NOT_AUTHORIZED' } })
  const status = await find()
  expect(status).toMatchObject({ state: 'paid', reference: REFERENCE })
  expect(status).not.toHaveProperty('disputes')
})

test('its book of disputes is read page by page, and only our own references are named', async () => {
  const page = (items: object[], next: string | null): Reply => ({
    body: {
      items,
      links: next
        ? [{ rel: 'next', href: `https://elsewhere.example/v1/customer/disputes?next_page_token=${next}` }]
        : [],
    },
  })
  const about: Record<string, object> = {
    'PP-D-1': { disputed_transactions: [{ custom: REFERENCE }] },
    'PP-D-2': { disputed_transactions: [{ seller_transaction_id: '3C6' }] },
    'PP-D-3': { disputed_transactions: [{ invoice_number: 'NX-0000000000' }] },
  }
  server.answer(({ path, query }) => {
    if (path === '/v1/oauth2/token') return { body: { access_token: 'A21AAF', expires_in: 32_400 } }
    if (path === '/v1/customer/disputes')
      return query.includes('next_page_token=two')
        ? page([dispute('PP-D-3')], null)
        : page([dispute('PP-D-1'), dispute('PP-D-2')], 'two')
    return { body: about[path.split('/').at(-1) ?? ''] ?? {} }
  })
  const since = new Date('2026-11-01T00:00:00.000Z')
  expect(await paypal.changedSince?.(since)).toEqual([
    { reference: REFERENCE, providerId: null, isAfterwards: true },
    { reference: 'NX-0000000000', providerId: null, isAfterwards: true },
  ])
  expect(asked().some((path) => path.includes('update_time_after=2026-11-01T00:00:00.000Z'))).toBe(true)
})
