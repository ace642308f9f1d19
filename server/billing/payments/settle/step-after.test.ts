import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentState } from '#contract/billing/payments.ts'
import type { ProviderStatus } from '../../providers/provider.ts'
import type { PaymentRecord } from '../records/payment-store.ts'
import { askWhileAway, stepAfter } from './step-after.ts'

const createdAt = new Date('2026-03-01T09:00:00Z')
const after = (minutes: number): Date => new Date(createdAt.getTime() + minutes * 60_000)
const ordered: PaymentRecord = {
  tenantId: '00000000-0000-4000-8000-000000000001',
  id: '00000000-0000-4000-8000-000000000002',
  reference: 'NX-0123456789',
  purpose: 'units',
  method: 'paystack',
  amountMinor: 590_000,
  currency: 'NGN',
  units: 1_000,
  planId: null,
  planName: null,
  months: null,
  lines: [],
  taxMinor: 0,
  taxRate: '0',
  taxName: '',
  automatic: false,
  state: 'pending',
  createdAt,
  decidedAt: null,
  refusedReason: null,
  approvedBy: null,
  decidedBy: null,
  reviewReason: null,
  taken: null,
  providerId: null,
  quoteExpiresAt: after(30),
  quotedPlanId: null,
  quotedOn: null,
  quotedExpiresOn: null,
  checkoutUrl: null,
  isBegun: true,
  askedTimes: 0,
  receiptNumber: null,
  refund: null,
  createdBy: 'a0000000-0000-4000-8000-000000000000',
  renews: false,
  cardId: null,
  cardOwner: null,
  proofs: [],
}

const { reference, amountMinor, currency } = ordered
const right = { reference, providerId: '1', amountMinor, currency }
const taken = fc.record({
  reference: fc.constantFrom(reference, 'NX-9999999999'),
  providerId: fc.constant('1'),
  amountMinor: fc.constantFrom(amountMinor, amountMinor - 1, 0),
  currency: fc.constantFrom(currency, 'KES'),
})
const providerStatus: fc.Arbitrary<ProviderStatus> = fc.oneof(
  fc.constantFrom<ProviderStatus>({ state: 'open' }, { state: 'declined' }, { state: 'ended' }, { state: 'unknown' }),
  taken.map((one): ProviderStatus => ({ state: 'paid', ...one })),
  fc
    .tuple(taken, fc.constantFrom(1, 300_000, amountMinor))
    .map(([one, refundedMinor]): ProviderStatus => ({ state: 'refunded', refundedMinor, ...one })),
)
const payment = fc
  .record({
    state: fc.constantFrom(...paymentState.options),
    decidedBy: fc.constantFrom(null, 'an operator'),
    method: fc.constantFrom('paystack' as const, 'bank_transfer' as const),
  })
  .map((standing): PaymentRecord => ({ ...ordered, ...standing }))
const asked = fc.record({ providerStatus, isPayerBack: fc.boolean(), minutes: fc.integer({ min: 0, max: 3_000 }) })

const stepOf = (of: PaymentRecord, found: { providerStatus: ProviderStatus; isPayerBack: boolean; minutes: number }) =>
  stepAfter(of, found, after(found.minutes)).to

test('units are given for the right sum under the right reference only, and never twice', () => {
  fc.assert(
    fc.property(payment, asked, (of, found) => {
      const isRight = fc.stringify(found.providerStatus) === fc.stringify({ state: 'paid', ...right })
      const isUnpaid = ['created', 'pending', 'cancelled', 'failed'].includes(of.state) && of.method === 'paystack'
      expect(stepOf(of, found) !== 'succeeded' || (isRight && isUnpaid)).toBe(true)
    }),
    // Right in all but one thing is one of a hundred.
    { numRuns: 3_000 },
  )
})

test('what was given, taken aside or decided by an operator ends by a refund at most', () => {
  fc.assert(
    fc.property(payment, asked, (of, found) => {
      const isWaiting = of.state === 'created' || of.state === 'pending'
      const isOver = of.state === 'cancelled' || of.state === 'failed'
      fc.pre(!isWaiting && !(isOver && of.decidedBy === null))
      expect(['same', 'refunded']).toContain(stepOf(of, found))
    }),
  )
})

test('a transfer through the bank is no provider’s to end', () => {
  fc.assert(
    fc.property(payment, asked, (of, found) => {
      fc.pre(of.method === 'bank_transfer' && found.providerStatus.state !== 'refunded')
      expect(stepOf(of, found)).toBe('same')
    }),
  )
})

test('right money counts whenever it is found, but after an operator’s decision', () => {
  fc.assert(
    fc.property(payment, fc.boolean(), fc.integer({ min: 0, max: 3_000 }), (of, isPayerBack, minutes) => {
      fc.pre(['created', 'pending', 'cancelled', 'failed'].includes(of.state) && of.method === 'paystack')
      fc.pre(of.decidedBy === null)
      expect(stepOf(of, { providerStatus: { state: 'paid', ...right }, isPayerBack, minutes })).toBe('succeeded')
    }),
  )
})

test.each([
  ['open', 5, false, 'same'],
  ['open', 39, false, 'same'],
  ['open', 40, false, 'cancelled'],
  ['declined', 5, false, 'same'],
  ['declined', 5, true, 'failed'],
  ['declined', 40, false, 'failed'],
  ['ended', 5, false, 'cancelled'],
  ['unknown', 59, true, 'same'],
  ['unknown', 60, false, 'cancelled'],
] as const)('%s after %i minutes (payer back: %s): %s', (state, minutes, isPayerBack, to) => {
  expect(stepOf(ordered, { providerStatus: { state }, isPayerBack, minutes })).toBe(to)
})

test('a provider that does not answer is asked after longer and longer pauses, and no more after a week', () => {
  const minutesUntil = (times: number, since: Date | null) => {
    const next = askWhileAway(after(0), { times, since })
    return next && (next.getTime() - after(0).getTime()) / 60_000
  }
  expect([0, 1, 5, 6, 100].map((times) => minutesUntil(times, after(-10)))).toEqual([1, 2, 60, 60, 60])
  const week = 7 * 24 * 60
  expect([minutesUntil(0, null), minutesUntil(100, after(1 - week)), minutesUntil(100, after(-week))]).toEqual([
    1,
    60,
    null,
  ])
})
