import { expect, test } from 'vitest'
import {
  everythingSelected,
  hasTooMany,
  nothingSelected,
  rangeOf,
  selectedCount,
  tick,
  tickedIn,
  ticksAbove,
} from './selection.ts'

const rows = ['a', 'b', 'c', 'd']

test('rows are kept in the order in which they were ticked, each once', () => {
  const selection = tick(tick(tick(nothingSelected, ['c'], true), ['a', 'c'], true), ['d'], true)
  expect(selection).toEqual({ kind: 'ids', ids: ['c', 'a', 'd'] })
  expect(tick(selection, ['a'], false)).toEqual({ kind: 'ids', ids: ['c', 'd'] })
})

test('a row unticked from everything that matches becomes an exception, and none when it is ticked again', () => {
  const selection = tick(everythingSelected, ['b'], false)
  expect(selection).toEqual({ kind: 'matching', except: ['b'] })
  expect(rows.filter(tickedIn(selection))).toEqual(['a', 'c', 'd'])
  expect(tick(selection, ['b'], true)).toEqual(everythingSelected)
})

test('the count is of the ticked rows, or of all that match but for the exceptions', () => {
  expect(selectedCount({ kind: 'ids', ids: ['a', 'b'] }, 86)).toBe(2)
  expect(selectedCount({ kind: 'matching', except: ['a', 'b'] }, 86)).toBe(84)
  expect(selectedCount({ kind: 'matching', except: ['a', 'b'] }, 1)).toBe(0)
})

test('a range goes either way and is one row when its beginning is not in the list', () => {
  expect(rangeOf(rows, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(rows, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(rows, 'gone', 'c')).toEqual(['c'])
  expect(rangeOf(rows, null, 'c')).toEqual(['c'])
})

test.each([
  { selection: nothingSelected, above: 'none' },
  { selection: { kind: 'ids', ids: ['hidden by a filter'] } as const, above: 'none' },
  { selection: { kind: 'ids', ids: ['a'] } as const, above: 'some' },
  { selection: { kind: 'ids', ids: rows } as const, above: 'all' },
  { selection: everythingSelected, above: 'all' },
  { selection: { kind: 'matching', except: ['not loaded yet'] } as const, above: 'some' },
])('the box above the rows of $selection shows $above', ({ selection, above }) => {
  expect(ticksAbove(selection, rows)).toBe(above)
})

test('a thousand can be ticked one by one, or unticked again; more cannot', () => {
  const ids = Array.from({ length: 1_001 }, (_, index) => String(index))
  expect(hasTooMany({ kind: 'ids', ids: ids.slice(1) })).toBe(false)
  expect(hasTooMany({ kind: 'ids', ids })).toBe(true)
  expect(hasTooMany(everythingSelected)).toBe(false)
  expect(hasTooMany({ kind: 'matching', except: ids })).toBe(true)
})
