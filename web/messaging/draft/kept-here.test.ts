import { expect, test } from 'vitest'
import { isFresh } from './kept-here.ts'

const now = new Date('2026-11-22T18:00:00Z')

test('what was written here is offered for a day, and not by a clock that went back', () => {
  expect(isFresh({ at: '2026-11-22T17:59:00Z' }, now)).toBe(true)
  expect(isFresh({ at: '2026-11-21T18:00:01Z' }, now)).toBe(true)
  expect(isFresh({ at: '2026-11-21T18:00:00Z' }, now)).toBe(false)
  expect(isFresh({ at: '2026-11-22T18:00:01Z' }, now)).toBe(false)
})
