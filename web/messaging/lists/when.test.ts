import { expect, test } from 'vitest'
import { nearnessOf } from './when.ts'

const LAGOS = 'Africa/Lagos'

test('today and yesterday are the church’s, not the device’s', () => {
  const now = new Date('2026-11-20T23:30:00Z')
  expect(nearnessOf('2026-11-20T23:10:00Z', now, LAGOS)).toBe('today')
  expect(nearnessOf('2026-11-20T22:50:00Z', now, LAGOS)).toBe('yesterday')
  expect(nearnessOf('2026-11-20T22:50:00Z', now, 'UTC')).toBe('today')
})

test('two days ago is neither', () => {
  expect(nearnessOf('2026-11-18T12:00:00Z', new Date('2026-11-20T12:00:00Z'), LAGOS)).toBe('earlier')
})

test('an instant just ahead of the device’s clock is today', () => {
  expect(nearnessOf('2026-11-21T00:00:10Z', new Date('2026-11-20T23:59:50Z'), 'UTC')).toBe('today')
})
