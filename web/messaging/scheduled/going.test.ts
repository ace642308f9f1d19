import { expect, test } from 'vitest'
import { timeUntil, unitsShort } from './going.ts'

const NOW = new Date('2026-11-20T18:30:00Z')

test.each([
  ['2026-11-22T07:00:00Z', { days: 1, hours: 12, minutes: 0 }],
  ['2026-11-27T07:00:00Z', { days: 6, hours: 0, minutes: 0 }],
  ['2026-11-20T20:45:00Z', { days: 0, hours: 2, minutes: 0 }],
  ['2026-11-20T18:30:01Z', { days: 0, hours: 0, minutes: 1 }],
  ['2026-11-20T18:00:00Z', { days: 0, hours: 0, minutes: 0 }],
])('%s is in %j', (goesAt, until) => {
  expect(timeUntil(goesAt, NOW)).toEqual(until)
})

const scheduled = (id: string) => ({ id, state: 'scheduled' as const })
const costs = new Map([
  ['a', 60],
  ['b', 50],
  ['c', 30],
])

test('what goes first takes its units, and what cannot go takes none', () => {
  const short = unitsShort([scheduled('a'), scheduled('b'), scheduled('c')], costs, 100)
  expect([...short]).toEqual([['b', 10]])
})

test('of one whose cost is not known nothing is said, nor of those after it', () => {
  expect([...unitsShort([scheduled('?'), scheduled('b')], costs, 0)]).toEqual([])
})

test('one that failed takes nothing from those that go', () => {
  const short = unitsShort([{ id: 'a', state: 'failed' }, scheduled('b')], costs, 50)
  expect([...short]).toEqual([['a', 10]])
})
