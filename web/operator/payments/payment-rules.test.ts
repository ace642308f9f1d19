import { expect, test } from 'vitest'
import { isOpen, isRefundable, isRefusable, sumBack, isSameAmount } from './payment-rules.ts'

test('the desk decides about transfers, and about what was taken aside', () => {
  const states = ['created', 'pending', 'review', 'succeeded', 'failed', 'cancelled', 'refunded'] as const
  expect(states.filter((state) => isOpen({ state, method: 'bank_transfer' }))).toEqual(['created', 'pending', 'review'])
  expect(states.filter((state) => isOpen({ state, method: 'paystack' }))).toEqual(['review'])
})

const sums = { amountMinor: 5_900, currency: 'NGN', taken: null }
const refund = { amountMinor: 1, currency: 'NGN', units: 0, days: 0, at: '', reason: '', failure: null }

test('what arrived goes back once, and again only where the provider did not send it', () => {
  const paid = { ...sums, state: 'succeeded', reviewReason: null } as const
  const back = { ...sums, state: 'refunded', reviewReason: null } as const
  expect(isRefundable({ ...paid, refund: null })).toBe(true)
  expect(isRefundable({ ...back, refund: { ...refund, state: 'wanted' } })).toBe(false)
  expect(isRefundable({ ...back, refund: { ...refund, state: 'done' } })).toBe(false)
  expect(isRefundable({ ...back, refund: { ...refund, state: 'failed' } })).toBe(true)
})

test('what was never taken, or is not ours, does not go back', () => {
  const one = { ...sums, reviewReason: null, refund: null }
  expect(isRefundable({ ...one, state: 'pending' })).toBe(false)
  expect(isRefundable({ ...one, state: 'failed' })).toBe(false)
  expect(isRefundable({ ...one, state: 'review', reviewReason: 'amount_differs' })).toBe(true)
  expect(isRefundable({ ...one, state: 'review', reviewReason: 'reference_differs' })).toBe(false)
  expect(isRefundable({ ...one, state: 'review', taken: { amountMinor: 0, currency: 'NGN' } })).toBe(false)
})

test('what a provider took for it is not refused', () => {
  const aside = { ...sums, state: 'review', refund: null } as const
  expect(isRefusable({ ...aside, method: 'bank_transfer', reviewReason: 'too_old' })).toBe(true)
  expect(isRefusable({ ...aside, method: 'paystack', reviewReason: 'amount_differs' })).toBe(false)
  expect(isRefusable({ ...aside, method: 'paystack', reviewReason: 'reference_differs' })).toBe(true)
})

test('the sum that was taken goes back, not the one that was asked for', () => {
  const asked = { amountMinor: 6_300_000, currency: 'NGN' }
  expect(sumBack({ ...asked, taken: null })).toEqual(asked)
  expect(sumBack({ ...asked, taken: { amountMinor: 630, currency: 'USD' } })).toEqual({
    amountMinor: 630,
    currency: 'USD',
  })
})

test.each(['63000', '63,000', '63 000', '₦63,000.00', '63.000,00', '63000.0', ' 63000 '])('%s is ₦63,000', (typed) =>
  expect(isSameAmount(typed, 6_300_000, 'NGN')).toBe(true),
)

test.each(['', '6300', '630000', '63000.50', '6,300.00', 'all of it', '63000.001', '-'])('%s is not ₦63,000', (typed) =>
  expect(isSameAmount(typed, 6_300_000, 'NGN')).toBe(false),
)

test('a currency without decimals takes none', () => {
  expect(isSameAmount('3,000', 3_000, 'XOF')).toBe(true)
  expect(isSameAmount('30.00', 30, 'XOF')).toBe(true)
  expect(isSameAmount('30.5', 31, 'XOF')).toBe(false)
})

test('cents count', () => {
  expect(isSameAmount('9.50', 950, 'USD')).toBe(true)
  expect(isSameAmount('9.5', 950, 'USD')).toBe(true)
  expect(isSameAmount('9', 950, 'USD')).toBe(false)
})
