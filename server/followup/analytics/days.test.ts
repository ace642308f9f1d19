import { expect, test } from 'vitest'
import { closedOn, daysBefore, daysUntil, easterOf, partsOf, readUsDate, ripeOn, twelveMonths } from './days.ts'

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

test('a period of so many days ends today and has as many days, over the new year and a leap day', () => {
  expect(daysUntil('2031-05-14', 30)).toEqual({ from: '2031-04-15', until: '2031-05-14' })
  expect(daysUntil('2031-01-01', 30)).toEqual({ from: '2030-12-03', until: '2031-01-01' })
  expect(daysUntil('2028-03-01', 2)).toEqual({ from: '2028-02-29', until: '2028-03-01' })
  expect(daysUntil('2031-05-14', 1)).toEqual({ from: '2031-05-14', until: '2031-05-14' })
})

test('what a period is compared with ends as many days after it as today does after the period', () => {
  const days = { from: '2031-04-15', until: '2031-05-14' }
  expect(daysBefore(days, '2031-05-14', 'last_year')).toEqual({
    from: '2030-04-16',
    until: '2030-05-15',
    asOf: '2030-05-15',
    shift: 364,
    easter: null,
  })
  // Easter was on 21 April 2030 and on 13 April 2031: 357 days, whole weeks.
  expect(daysBefore(days, '2031-05-14', 'easter')).toEqual({
    from: '2030-04-23',
    until: '2030-05-22',
    asOf: '2030-05-22',
    shift: 357,
    easter: { now: '2031-04-13', before: '2030-04-21' },
  })
})

test('the two Easters of a comparison are those of the year in which the period ends', () => {
  const over = daysBefore({ from: '2030-12-03', until: '2031-01-01' }, '2031-01-01', 'easter')
  expect(over.easter).toEqual({ now: '2031-04-13', before: '2030-04-21' })
})

test('a period of 120 days is told by weeks and a longer one by months, cut to the period', () => {
  expect(partsOf({ from: '2031-01-15', until: '2031-05-14' }, '2031-05-14').by).toBe('week')
  const { by, parts } = partsOf({ from: '2031-01-14', until: '2031-05-14' }, '2031-05-14')
  expect(by).toBe('month')
  expect(parts).toEqual([
    { from: '2031-01-14', until: '2031-01-31', isWhole: false },
    { from: '2031-02-01', until: '2031-02-28', isWhole: true },
    { from: '2031-03-01', until: '2031-03-31', isWhole: true },
    { from: '2031-04-01', until: '2031-04-30', isWhole: true },
    { from: '2031-05-01', until: '2031-05-14', isWhole: false },
  ])
})

test('a week or month that ends today is not whole, for today is not over', () => {
  const week = { from: '2031-05-12', until: '2031-05-18' }
  expect(partsOf(week, '2031-05-18').parts).toEqual([{ ...week, isWhole: false }])
  expect(partsOf(week, '2031-05-19').parts).toEqual([{ ...week, isWhole: true }])
})

test('a month is ripe only after the last of its days, the 29th of February included', () => {
  const [leap, year] = [
    { from: '2028-02-01', until: '2028-02-29' },
    { from: '2030-12-01', until: '2030-12-31' },
  ]
  expect([ripeOn(leap, 7), ripeOn(leap, 30)]).toEqual(['2028-03-08', '2028-03-31'])
  expect([closedOn(year), ripeOn(year, 7)]).toEqual(['2031-01-03', '2031-01-08'])
})

test('of the last twelve months the latest is the one of today, whatever day it is', () => {
  for (const today of ['2028-02-29', '2028-03-31', '2031-12-31', '2031-01-01']) {
    const months = twelveMonths(today)
    expect([months.length, months[0]?.from.slice(0, 7)]).toEqual([12, today.slice(0, 7)])
    expect(new Set(months.map(({ from }) => from.slice(5, 7))).size).toBe(12)
  }
  expect(twelveMonths('2028-03-31')[1]).toEqual({ from: '2028-02-01', until: '2028-02-29' })
})
