import { expect, test } from 'vitest'
import { majorText, otherAmount, readMajor, readUnits, sumInWords } from './sum.ts'

test('reads decimals exactly, or not at all', () => {
  expect(readMajor('3540.5', 2)).toBe(354_050n)
  expect(readMajor('0.29', 2)).toBe(29n)
  expect(readMajor('999999999999999.99', 2)).toBe(99_999_999_999_999_999n)
  expect(readMajor('5', 0)).toBe(5n)
  expect(readMajor('5.00', 0)).toBe(5n)
  for (const wrong of ['5.001', '1e3', '-1', '', '1,000', ' 1', '.5', 'NaN']) expect(readMajor(wrong, 2)).toBeNull()
  expect(readMajor('5.5', 0)).toBeNull()
})

test('reads whole units as numbers or text', () => {
  expect([readUnits(5), readUnits('5')]).toEqual([5n, 5n])
  for (const wrong of [5.5, '5.5', -5, 1e21, null, undefined, {}, true, '']) expect(readUnits(wrong)).toBeNull()
})

test('writes what it read', () => {
  expect(majorText({ units: 5n, decimals: 2 })).toBe('0.05')
  expect(majorText({ units: 354_050n, decimals: 0 })).toBe('354050')
  expect(sumInWords({ units: 123_456_789n, decimals: 2, currency: 'NGN' })).toBe('NGN 1,234,567.89')
  expect(sumInWords({ units: 5_000n, decimals: 0, currency: 'XOF' })).toBe('XOF 5,000')
})

test('another amount is another one', () => {
  expect(otherAmount({ units: 354_050n, decimals: 2, currency: 'NGN' }).units).toBe(353_950n)
  expect(otherAmount({ units: 100n, decimals: 2, currency: 'NGN' }).units).toBe(200n)
})
