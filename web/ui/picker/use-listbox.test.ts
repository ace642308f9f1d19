import { expect, test } from 'vitest'
import { nextPlace } from './use-listbox.ts'

const options = [{ id: 'a' }, { id: 'b', isDisabled: true }, { id: 'c' }]

test('the arrows step over what cannot be picked and go round at the ends', () => {
  expect(nextPlace(options, -1, 1)).toBe(0)
  expect(nextPlace(options, 0, 1)).toBe(2)
  expect(nextPlace(options, 2, 1)).toBe(0)
  expect(nextPlace(options, -1, -1)).toBe(2)
  expect(nextPlace(options, 2, -1)).toBe(0)
})

test('where nothing can be picked, nothing is reached', () => {
  expect(nextPlace([], -1, 1)).toBe(-1)
  expect(nextPlace([{ id: 'b', isDisabled: true }], -1, 1)).toBe(-1)
})
