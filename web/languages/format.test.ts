import { expect, test } from 'vitest'
import { calendarDay, clockTime, daysAfter, daysBetween, formatIn, hourIn } from './format.tsx'

/** Spaces that do not break are told from others by no reader. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

const NEW_YEAR = '2026-12-31T23:30:00Z'
const lagos = formatIn('en', 'Africa/Lagos')
const french = formatIn('fr', 'Africa/Lagos')

test('numbers, shares and sizes are written as the language writes them', () => {
  expect([lagos.number(1200), lagos.percent(0.9891), lagos.fileSize(19_293_798)].map(plain)).toEqual([
    '1,200',
    '98.9%',
    '18.4 MB',
  ])
  expect([french.number(1200), french.percent(0.5), lagos.fileSize(0)].map(plain)).toEqual(['1 200', '50 %', '0 kB'])
})

test('an instant is shown in the zone of the church, on whichever side of midnight it is there', () => {
  expect(calendarDay(new Date(NEW_YEAR), 'Africa/Lagos')).toBe('2027-01-01')
  expect(calendarDay(new Date(NEW_YEAR), 'America/New_York')).toBe('2026-12-31')
  expect(clockTime(new Date(NEW_YEAR), 'Africa/Lagos')).toBe('00:30')
  expect([hourIn(new Date(NEW_YEAR), 'Africa/Lagos'), hourIn(new Date(NEW_YEAR), 'Asia/Tokyo')]).toEqual([0, 8])
  expect(plain(lagos.dateTime(NEW_YEAR))).toBe('Jan 1, 2027, 12:30 AM')
  expect(plain(formatIn('en', 'America/New_York').time(NEW_YEAR))).toBe('6:30 PM')
  expect(french.weekday(NEW_YEAR)).toBe('vendredi')
  expect(lagos.dayParts(NEW_YEAR)).toEqual({ month: 'Jan', day: '1', weekday: 'Fri' })
})

test('a calendar day is the same day in every zone', () => {
  const samoa = formatIn('en', 'Pacific/Pago_Pago')
  expect([samoa.day('2026-11-20'), samoa.shortDay('2026-11-20'), samoa.longDay('2026-11-20')]).toEqual([
    'Nov 20, 2026',
    'Nov 20',
    'Friday, November 20',
  ])
  expect(plain(samoa.wallTime('2026-11-20', '17:30'))).toBe('Nov 20, 2026, 5:30 PM')
})

test('days are counted by the calendar, over months and leap days', () => {
  expect([daysAfter('2028-02-28', 1), daysAfter('2027-01-01', -1)]).toEqual(['2028-02-29', '2026-12-31'])
  expect([daysBetween('2026-03-28', '2026-03-30'), daysBetween('2026-03-30', '2026-03-28')]).toEqual([2, -2])
})

test('what happened within six days is named by its weekday, before that by its date', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(plain(lagos.lately('2026-11-18T16:30:00Z', now))).toBe('Wed 5:30 PM')
  expect(plain(lagos.lately('2026-11-16T12:00:00Z', now))).toBe('Nov 16, 2026, 1:00 PM')
})

test('times of an event name the days only when it ends on another one', () => {
  expect(plain(lagos.times('2026-11-22T08:00:00Z', '2026-11-22T10:30:00Z'))).toBe('9:00 – 11:30 AM')
  expect(plain(lagos.times('2026-11-22T22:00:00Z', '2026-11-22T23:30:00Z'))).toContain('Mon, Nov 23')
})

test('a birthday is told as far as it is known', () => {
  const told = [
    { birthDay: 3, birthMonth: 6, birthYear: null },
    { birthDay: null, birthMonth: 6, birthYear: 1990 },
    { birthDay: null, birthMonth: null, birthYear: 1990 },
    { birthDay: 29, birthMonth: 2, birthYear: null },
    { birthDay: 3, birthMonth: null, birthYear: null },
  ].map(lagos.birthday)
  expect(told).toEqual(['June 3', 'June 1990', '1990', 'February 29', ''])
})

test('months and weekdays have their names, the week from Monday', () => {
  expect([lagos.months().at(0), french.months().at(-1), lagos.months().length]).toEqual(['January', 'décembre', 12])
  expect([lagos.weekdayName(1, 'long'), lagos.weekdayName(7, 'short')]).toEqual(['Monday', 'Sun'])
})
