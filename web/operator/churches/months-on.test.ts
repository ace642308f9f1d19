import { expect, test } from 'vitest'
import { monthsOn } from './months-on.ts'

test.each([
  ['2026-11-21', 1, '2026-12-21'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-12-31', 12, '2027-12-31'],
])('%s and %i months are %s', (day, months, expected) => expect(monthsOn(day, months)).toBe(expected))
