import { expect, test } from 'vitest'
import { quickTimes } from './quick-times.ts'

test('tomorrow and Sunday are those of the church', () => {
  // Friday in London, Saturday in Lagos.
  const times = quickTimes(new Date('2026-11-20T23:30:00Z'), 'Africa/Lagos')
  expect(times.tomorrow).toEqual({ day: '2026-11-22', clock: '08:30' })
  expect(times.sunday).toEqual({ day: '2026-11-22', clock: '08:00' })
})

test('on a Sunday the next one is meant', () => {
  expect(quickTimes(new Date('2026-11-22T12:00:00Z'), 'UTC').sunday.day).toBe('2026-11-29')
})
