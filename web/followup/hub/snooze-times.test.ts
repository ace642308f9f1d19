import { expect, test } from 'vitest'
import { instantAt, snoozeTimes } from './snooze-times.ts'

const iso = (at: Date): string => at.toISOString().slice(0, 16)

test('a time on the church’s clocks is the same instant for every device, also where the clocks are moved', () => {
  expect(iso(instantAt('2026-11-23', '18:00', 'Africa/Lagos'))).toBe('2026-11-23T17:00')
  expect(iso(instantAt('2026-03-08', '10:00', 'America/New_York'))).toBe('2026-03-08T14:00')
  expect(iso(instantAt('2026-03-07', '23:30', 'America/New_York'))).toBe('2026-03-08T04:30')
  expect(iso(instantAt('2026-11-01', '18:00', 'America/New_York'))).toBe('2026-11-01T23:00')
})

test('what is offered lies ahead: on Sunday after the service there is no such time any more', () => {
  const at = (text: string) => snoozeTimes(new Date(text), 'Africa/Lagos').map(({ choice }) => choice)
  expect(at('2026-11-20T09:00:00Z')).toEqual(['evening', 'tomorrow', 'service', 'week'])
  expect(at('2026-11-22T18:00:00Z')).toEqual(['tomorrow', 'week'])
})
