import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, dayIn, daysBetween, instantOf, isDay, wallTime } from './clock.ts'

test.each([
  ['Africa/Lagos', '2026-11-22T09:00', '2026-11-22T08:00:00.000Z'],
  ['America/New_York', '2026-07-05T10:00', '2026-07-05T14:00:00.000Z'],
  ['America/New_York, shown twice: the first', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['America/New_York, left out', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['America/New_York, the day after the jump', '2026-03-09T02:30', '2026-03-09T06:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01T00:00', '2025-12-31T10:00:00.000Z'],
  ['Pacific/Niue', '2026-01-01T00:00', '2026-01-01T11:00:00.000Z'],
  ['Australia/Lord_Howe, half an hour left out', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
])('%s: %s is %s', (zone, local, instant) => {
  const [timeZone = ''] = zone.split(',')
  expect(instantOf(timeZone, local)?.toISOString()).toBe(instant)
})

test('a day begins at midnight, in a zone that is three quarters of an hour off too', () => {
  const instants = ['2026-11-22T18:00:00Z', '2026-11-22T18:14:59Z', '2026-11-22T18:15:00Z', '2026-11-22T18:59:00Z']
  expect(instants.map((instant) => dayIn('Asia/Kathmandu', new Date(instant)))).toEqual([
    '2026-11-22',
    '2026-11-22',
    '2026-11-23',
    '2026-11-23',
  ])
})

test('what is on the wall is found again, through a whole year and both of its changes', () => {
  for (const timeZone of ['America/New_York', 'Europe/London', 'Africa/Lagos', 'Asia/Kathmandu'])
    for (let hour = 0; hour < 24 * 365; hour += 5) {
      const at = new Date(Date.UTC(2026, 0, 1, hour, 30))
      const local = wallTime(timeZone, at).slice(0, 16)
      const found = instantOf(timeZone, local)
      // The second of two hours that look the same is taken for the first.
      expect([0, 3_600_000]).toContain(at.getTime() - (found?.getTime() ?? 0))
      expect(wallTime(timeZone, found ?? at).slice(0, 16)).toBe(local)
    }
})

test.each(['0000-01-01T10:00', '2026-02-30T10:00', '2026-13-01T10:00', '2026-01-01T24:00', '2026-01-01T10:60'])(
  '%s is no time',
  (local) => {
    expect(instantOf('Africa/Lagos', local)).toBeNull()
  },
)

describe('calendar months', () => {
  test.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2027-03-31', 1, '2027-04-30'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2000-01-31', 1, '2000-02-29'],
    ['2100-01-31', 1, '2100-02-28'],
    ['2026-12-31', 12, '2027-12-31'],
    ['9999-12-31', 12, '9999-12-31'],
  ])('%s and %i months are %s', (day, months, expected) => expect(addMonths(day, months)).toBe(expected))

  const anyDay = fc.integer({ min: 0, max: 50_000 }).map((days) => addDays('1990-01-01', days))

  test('never leave the month they should lead to', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 12 }), (day, months) => {
        const reached = addMonths(day, months)
        const [year = 0, month = 0] = day.split('-').map(Number)
        const [reachedYear = 0, reachedMonth = 0] = reached.split('-').map(Number)
        expect(isDay(reached)).toBe(true)
        expect(reachedYear * 12 + reachedMonth).toBe(year * 12 + month + months)
      }),
    )
  })

  test('days are counted without hours', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: -400, max: 400 }),
        (day, days) => daysBetween(day, addDays(day, days)) === days,
      ),
    )
    expect(['2026-02-30', '2026-13-01', '2026-1-1', '', 'tomorrow', '2028-02-29'].map(isDay)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ])
  })
})
