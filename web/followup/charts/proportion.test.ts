import { expect, test } from 'vitest'
import { proportionOf, wilson } from './proportion.ts'

test('there is no percentage of fewer than ten', () => {
  expect(proportionOf(0, 0)).toEqual({ kind: 'none' })
  expect(proportionOf(3, 7)).toEqual({ kind: 'few' })
  expect(proportionOf(9, 9)).toEqual({ kind: 'few' })
})

test('from ten to twenty-nine there is a range beside it, from thirty the percentage alone', () => {
  expect(proportionOf(5, 10)).toMatchObject({ kind: 'range', share: 0.5 })
  expect(proportionOf(11, 29)).toMatchObject({ kind: 'range' })
  expect(proportionOf(15, 30)).toEqual({ kind: 'share', share: 0.5 })
})

// Newcombe (1998), Two-sided confidence intervals for the single proportion, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the range of %i of %i is the published one', (count, of, low, high) => {
  const range = wilson(count, of)
  expect(range.low).toBeCloseTo(low, 4)
  expect(range.high).toBeCloseTo(high, 4)
})
