import { expect, test } from 'vitest'
import { orderedId } from './ordered-id.ts'

test('ids come in the order in which they are made, hundreds in a few milliseconds', () => {
  const ids = Array.from({ length: 500 }, orderedId)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})
