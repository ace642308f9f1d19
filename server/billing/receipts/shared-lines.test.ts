import { expect, test } from 'vitest'
import { shared } from './receipt-store.ts'

const lines = [
  { what: 'months' as const, count: 3, amountMinor: 3_000 },
  { what: 'upgrade' as const, count: 10, amountMinor: 1_000 },
]

test('the lines of a receipt add up to what was taken, in the shares that they had', () => {
  expect(shared(lines, 101).map(({ amountMinor }) => amountMinor)).toEqual([75, 26])
  expect(shared(lines, 4_000)).toEqual(lines)
  expect(shared(lines, 0).map(({ amountMinor }) => amountMinor)).toEqual([0, 0])
})
