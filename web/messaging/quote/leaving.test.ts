import { expect, test } from 'vitest'
import type { Departure } from '#contract/messaging/sms.ts'
import { cityOf, dayNameOf, isAlwaysOpen, leavingOf } from './leaving.ts'

const leaves = (isoCode: string, people: number, at: string | null): Departure => ({
  isoCode,
  people,
  at,
  routeId: 'direct',
  hours: null,
})
const TOMORROW = '2026-11-21T05:00:00.000Z'

test('those who wait are counted apart, with the first of their times', () => {
  expect(leavingOf([leaves('NG', 1204, null), leaves('KE', 276, TOMORROW)])).toEqual({
    now: 1204,
    later: 276,
    next: TOMORROW,
    isOneTime: true,
  })
  const both = leavingOf([leaves('NG', 2, '2026-11-21T07:30:00.000Z'), leaves('KE', 1, TOMORROW)])
  expect(both).toEqual({ now: 0, later: 3, next: TOMORROW, isOneTime: false })
  expect(leavingOf([])).toEqual({ now: 0, later: 0, next: null, isOneTime: false })
})

test('today and tomorrow are those of the church, not of London', () => {
  const now = new Date('2026-11-20T23:30:00Z')
  expect(dayNameOf('2026-11-21T07:30:00Z', now, 'Africa/Lagos')).toBe('today')
  expect(dayNameOf('2026-11-21T07:30:00Z', now, 'UTC')).toBe('tomorrow')
  expect(dayNameOf('2026-11-23T07:30:00Z', now, 'UTC')).toBe('other')
})

test('hours are named where there are some', () => {
  const hours = { opens: '08:00', closes: '18:00', timeZone: 'Africa/Nairobi' }
  expect(isAlwaysOpen({ ...leaves('KE', 1, null), hours })).toBe(false)
  expect(isAlwaysOpen({ ...leaves('KE', 1, null), hours: { ...hours, opens: '00:00', closes: '24:00' } })).toBe(true)
  expect(cityOf('America/New_York')).toBe('New York')
})
