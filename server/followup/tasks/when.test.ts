import { expect, test } from 'vitest'
import { dueAt, reminderOf, remindAt } from './when.ts'

const zone = 'America/New_York'
const iso = (at: Date | null): string | undefined => at?.toISOString().slice(0, 16)

test('a day alone is due at five on the church’s clocks, also on the days on which they are moved', () => {
  expect(iso(dueAt('2027-03-13', zone))).toBe('2027-03-13T22:00')
  expect(iso(dueAt('2027-03-14', zone))).toBe('2027-03-14T21:00')
  expect(iso(dueAt('3/14/2027', zone))).toBe('2027-03-14T21:00')
  expect(iso(dueAt('2026-11-01', zone))).toBe('2026-11-01T22:00')
  expect(dueAt('soon', zone)).toBeNull()
})

test('a day before is the same time on the clocks, though that night has 23 or 25 hours', () => {
  const spring = dueAt('2027-03-14T09:00', zone)
  expect([iso(spring), iso(remindAt(spring, 1440, zone))]).toEqual(['2027-03-14T13:00', '2027-03-13T14:00'])
  const autumn = dueAt('2026-11-01T09:00', zone)
  expect([iso(autumn), iso(remindAt(autumn, 1440, zone))]).toEqual(['2026-11-01T14:00', '2026-10-31T13:00'])
})

test('an hour before is an hour that passes, also over a change of the clocks', () => {
  const due = dueAt('2027-03-14T03:15', zone)
  expect([iso(due), iso(remindAt(due, 60, zone))]).toEqual(['2027-03-14T07:15', '2027-03-14T06:15'])
})

test('reminders are read as numbers, as the words of the choices, and as an instant', () => {
  const due = new Date('2027-01-05T17:00:00Z')
  expect([30, '60', '1 day before', '30 minutes before'].map((each) => reminderOf(each, due))).toEqual([
    30, 60, 1440, 30,
  ])
  expect(reminderOf('2027-01-05T16:01:00Z', due)).toBe(60)
  expect(reminderOf('next week', due)).toBeUndefined()
})

test.each([
  ['2031-02-29', undefined],
  ['2028-02-29', '2028-02-29T22:00'],
  ['2/29/2028', '2028-02-29T22:00'],
  ['2/30/2028', undefined],
  ['13/1/2031', undefined],
  ['2031-01-15 09:30', '2031-01-15T14:30'],
  ['2031-01-15T09:30:59.5', '2031-01-15T14:30'],
  ['2031-01-15T25:00', undefined],
  [' 2031-01-15T09:30:00Z ', '2031-01-15T09:30'],
  ['2031-01-15T09:30+0100', '2031-01-15T08:30'],
  ['2031-13-15T09:30:00Z', undefined],
  ['1899-12-31T12:00:00Z', undefined],
  ['9999-01-01T00:00:00Z', undefined],
  ['15.1.2031', undefined],
  ['', undefined],
])('"%s" on the clocks of New York is due at %s in UTC', (text, due) => {
  expect(iso(dueAt(text, zone))).toBe(due)
})

test('an instant is the choice that it is nearest to, also after the task is due', () => {
  const due = new Date('2031-01-15T17:00:00Z')
  const given = ['2031-01-15T16:44:00Z', '2031-01-15T16:16:00Z', '2031-01-14T10:00:00Z', '2031-01-15T18:00:00Z']
  expect(given.map((each) => reminderOf(each, due))).toEqual([30, 30, 1440, 30])
  expect(reminderOf('2031-01-15T16:10:00Z', due)).toBe(60)
})

test('an instant says nothing of a task without a day, and no other number of minutes is a choice', () => {
  expect(reminderOf('2031-01-15T16:30:00Z', null)).toBeUndefined()
  expect([15, 90, '2880', -30].map((each) => reminderOf(each, null))).toEqual(Array(4).fill(undefined))
  expect(['30min', '1hour before', '1 Day before'].map((each) => reminderOf(each, null))).toEqual([30, 60, 1440])
})

test('nobody is reminded of a task without a day or without a reminder', () => {
  const due = dueAt('2031-01-15', zone)
  expect([remindAt(null, 60, zone), remindAt(due, null, zone)]).toEqual([null, null])
  expect(iso(remindAt(due, 30, zone))).toBe('2031-01-15T21:30')
})
