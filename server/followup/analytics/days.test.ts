import { expect, test } from 'vitest'
import { closedOn, daysBefore, easterOf, partsOf, readUsDate, ripeOn, twelveMonths } from './days.ts'

test.each([
  [1818, '1818-03-22'],
  [1943, '1943-04-25'],
  [2000, '2000-04-23'],
  [2019, '2019-04-21'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2038, '2038-04-25'],
])('Easter of %i is on %s', (year, day) => {
  expect(easterOf(year)).toBe(day)
})

test('the same weekdays of last year are 364 days away, and those around Easter as far as the two Easters', () => {
  const days = { from: '2026-03-09', until: '2026-04-07' }
  expect(daysBefore(days, '2026-04-07', 'last_year')).toMatchObject({
    from: '2025-03-10',
    until: '2025-04-08',
    shift: 364,
  })
  expect(daysBefore(days, '2026-04-07', 'easter')).toMatchObject({ until: '2025-04-22', shift: 350 })
})

test('weeks begin on Monday and are cut to the period; one that is not over is not whole', () => {
  const { by, parts } = partsOf({ from: '2026-11-01', until: '2026-11-11' }, '2026-11-11')
  expect(by).toBe('week')
  expect(parts).toEqual([
    { from: '2026-11-01', until: '2026-11-01', isWhole: false },
    { from: '2026-11-02', until: '2026-11-08', isWhole: true },
    { from: '2026-11-09', until: '2026-11-11', isWhole: false },
  ])
})

test('a month is closed three days later, and ripe when its last day has had all of its days', () => {
  const march = { from: '2026-03-01', until: '2026-03-31' }
  expect(closedOn(march)).toBe('2026-04-03')
  expect(ripeOn(march, 7)).toBe('2026-04-08')
})

test('twelve months go back over the new year', () => {
  const months = twelveMonths('2026-02-14')
  expect(months.at(0)).toEqual({ from: '2026-02-01', until: '2026-02-28' })
  expect(months.at(-1)).toEqual({ from: '2025-03-01', until: '2025-03-31' })
})

test('a date of existing clients is read, and one that is none is not', () => {
  expect(readUsDate('2/29/2024')).toBe('2024-02-29')
  expect(readUsDate('11/05/2026')).toBe('2026-11-05')
  expect(['2/29/2026', '0/1/2026', '1/32/2026', '2026-01-01', '', '1/1/26', '1/1/0000'].map(readUsDate)).toEqual(
    Array(7).fill(null),
  )
})
