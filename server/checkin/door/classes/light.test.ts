import { expect, test } from 'vitest'
import { lightOf } from './read-roster.ts'

test.each([
  ['free', null, 0, 40],
  ['enough', 5, 0, 0],
  ['short', 5, 0, 1],
  ['enough', 5, 2, 9],
  ['edge', 5, 2, 10],
  ['short', 5, 2, 11],
] as const)('%s: one adult for %s, %s adults, %s children', (light, ratio, adults, children) => {
  expect(lightOf({ ratio, adults, children })).toBe(light)
})
