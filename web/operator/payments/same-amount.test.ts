import { expect, test } from 'vitest'
import { isSameAmount } from './same-amount.ts'

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
