import { expect, test } from 'vitest'
import { dayAt, greetingAt } from './greeting.ts'

test('greets by the hour of the church, not of the device', () => {
  const at = new Date('2026-11-20T11:30:00Z')
  expect(greetingAt(at, 'Africa/Lagos')).toBe('app.dashboard.afternoon')
  expect(greetingAt(at, 'America/New_York')).toBe('app.dashboard.morning')
  expect(greetingAt(at, 'Asia/Tokyo')).toBe('app.dashboard.evening')
})

test('counts the days to Sunday on the calendar of the church', () => {
  const lateFriday = new Date('2026-11-20T23:30:00Z')
  expect(dayAt(lateFriday, 'UTC')).toEqual({ today: '2026-11-20', toSunday: 2 })
  expect(dayAt(lateFriday, 'Africa/Lagos')).toEqual({ today: '2026-11-21', toSunday: 1 })
  expect(dayAt(new Date('2026-11-22T12:00:00Z'), 'UTC').toSunday).toBe(0)
})
