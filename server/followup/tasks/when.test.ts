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
