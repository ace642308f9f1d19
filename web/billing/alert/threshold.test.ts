import { expect, test } from 'vitest'
import { readThreshold } from './threshold.ts'

test.each([
  ['500', 500],
  [' 1,000 ', 1_000],
  ['1 000', 1_000],
  ['10 000 000', 10_000_000],
])('"%s" is %i units', (typed, units) => expect(readThreshold(typed)).toBe(units))

test.each(['', '0', '-5', '10000001', '1e3', 'many', '999999999999'])(
  '"%s" is no number of units to be told at',
  (typed) => expect(readThreshold(typed)).toBeNull(),
)
