import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentProvider } from './provider.ts'
import { openRecordingServer, type RecordingServer, type Reply } from './test-kit/recording-server.ts'
import { flutterwaveAnswer } from './test-kit/said.ts'
import { keysAt, known, REFERENCE } from './test-kit/samples.ts'
import { flutterwaveProvider } from './flutterwave.ts'

const ID = 288_200_108
const FLW_REF = 'FLW-MOCK-33cd21b5e02f8e0e'

let server: RecordingServer
let flutterwave: PaymentProvider
beforeAll(async () => {
  server = await openRecordingServer()
  flutterwave = flutterwaveProvider(keysAt(server.url).flutterwave)
})
afterAll(() => server.close())

const listed = (data: object[]): Reply => ({ body: { status: 'success', message: '…', data } })
const chargeback = (change: object = {}) => ({
  id: 143,
  amount: 5_900,
  flw_ref: FLW_REF,
  status: 'initiated',
  stage: 'new',
  due_date: '2026-12-01T00:00:00.000Z',
  transaction_id: ID,
  ...change,
})

/** An account with one transaction, and these lists. */
function account({ chargebacks, refunds = [] }: { chargebacks: Reply | object[]; refunds?: object[] }): void {
  server.answer(({ path, query }) => {
    if (path === '/v3/refunds') return listed(refunds)
    if (path !== '/v3/chargebacks') return { body: flutterwaveAnswer({ flw_ref: FLW_REF }) }
    if (!Array.isArray(chargebacks)) return chargebacks
    const wanted = new URLSearchParams(query).get('status')
    return listed(chargebacks.filter((one) => wanted === null || ('status' in one && one.status === wanted)))
  })
}
const find = () => flutterwave.find({ ...known(String(ID)), asksAfterwards: true })
const asked = () => server.calls.map(({ path, query }) => `${path}${query && `?${query}`}`)

test.each([
  ['initiated', 'open'],
  // By us: the bank has still to say.
  ['declined', 'open'],
  ['accepted', 'lost'],
  ['lost', 'lost'],
  ['won', 'won'],
])('a chargeback that is %s is %s', async (status, state) => {
  account({ chargebacks: [chargeback({ status })] })
  const answerBy = new Date('2026-12-01')
  expect(await find()).toMatchObject({
    state: 'paid',
    disputes: [{ id: '143', state, amountMinor: 590_000, currency: 'USD', answerBy }],
  })
  expect(asked()).toContain(`/v3/chargebacks?flw_ref=${FLW_REF}`)
})

test('one of another transaction is not its own; an account that has never had one refuses the question', async () => {
  account({ chargebacks: [chargeback({ transaction_id: 1 })] })
  expect(await find()).toMatchObject({ disputes: [] })
  account({ chargebacks: { status: 404, body: { status: 'error', message: 'No chargebacks found', data: null } } })
  expect(await find()).toMatchObject({ state: 'paid', disputes: [] })
})

test('its books name each transaction once that something happened to, by our reference', async () => {
  account({
    chargebacks: [chargeback(), chargeback({ id: 144, status: 'lost' })],
    refunds: [{ tx_id: ID, amount_refunded: 10, status: 'completed' }],
  })
  const since = new Date('2026-11-01T00:00:00.000Z')
  expect(await flutterwave.changedSince?.(since)).toEqual([
    { reference: REFERENCE, providerId: null, isAfterwards: true },
  ])
  for (const state of ['initiated', 'accepted', 'declined', 'lost', 'won'])
    expect(asked()).toContain(`/v3/chargebacks?status=${state}&from=2026-07-04`)
  expect(asked()).toContain('/v3/refunds?from=2026-11-01')
})
