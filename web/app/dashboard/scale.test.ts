import { expect, test } from 'vitest'
import { scaleFor } from './scale.ts'

test('holds the highest value under three round gaps from zero', () => {
  expect(scaleFor(14).marks).toEqual([15, 10, 5, 0])
  expect(scaleFor(15).marks).toEqual([15, 10, 5, 0])
  expect(scaleFor(16).marks).toEqual([30, 20, 10, 0])
  expect(scaleFor(0).marks).toEqual([3, 2, 1, 0])
  expect(scaleFor(1234).marks).toEqual([1500, 1000, 500, 0])
})
