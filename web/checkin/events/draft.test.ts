import { expect, test } from 'vitest'
import type { EventRow } from '#contract/checkin/events.ts'
import { starterClasses } from './class-draft.ts'
import { bodyOf, emptyEvent, endsNextDay, eventDraftOf, eventFaults, repeatOf, sundayService } from './draft.ts'

const ZONE = 'Africa/Lagos'
const event = (startsAt: string, endsAt: string): EventRow => ({
  id: '01990000-0000-7000-8000-000000000001',
  name: 'Service',
  place: '',
  bannerUrl: null,
  startsAt,
  endsAt,
  opensAt: '2026-11-20T08:30:00Z',
  closesAt: null,
  state: 'open',
  series: null,
  families: 0,
  children: 0,
  checkedIn: 0,
  classes: [],
  version: 1,
})

test('times are those of the church’s clocks, there and back', () => {
  const draft = eventDraftOf(event('2026-11-22T08:00:00Z', '2026-11-22T10:30:00Z'), ZONE)
  expect(draft).toMatchObject({ day: '2026-11-22', starts: '09:00', ends: '11:30', lastDay: '' })
  expect(bodyOf(draft)).toMatchObject({
    startsAt: '2026-11-22T09:00',
    endsAt: '2026-11-22T11:30',
    opensAt: '2026-11-20T09:30',
    closesAt: null,
  })
})

test('what ends before it began goes on into the night', () => {
  const night = { ...emptyEvent, day: '2026-12-31', starts: '22:00', ends: '04:00' }
  expect(endsNextDay(night)).toBe(true)
  expect(bodyOf(night).endsAt).toBe('2027-01-01T04:00')
  expect(eventDraftOf(event('2026-12-31T21:00:00Z', '2027-01-01T03:00:00Z'), ZONE).lastDay).toBe('')
})

test('an event of several days keeps its last day', () => {
  const draft = eventDraftOf(event('2026-08-03T08:00:00Z', '2026-08-07T15:00:00Z'), ZONE)
  expect(draft.lastDay).toBe('2026-08-07')
  expect(bodyOf(draft).endsAt).toBe('2026-08-07T16:00')
})

test('what is missing is named before the server is asked', () => {
  expect([...eventFaults(emptyEvent)]).toEqual(['name', 'day', 'classes'])
  const closed = { ...emptyEvent, opensAt: '2026-11-20T09:00', closesAt: '2026-11-19T09:00' }
  expect(eventFaults(closed).has('closesAt')).toBe(true)
})

test('the template is a service on the next Sunday, every week, that lacks nothing', () => {
  const classes = starterClasses({ nursery: 'Nursery', toddlers: 'Toddlers', primary: 'Primary', teens: 'Teens' })
  const dayFrom = (today: string) => sundayService(today, { name: 'Sunday service', classes })
  expect(dayFrom('2026-11-20').day).toBe('2026-11-22')
  expect(dayFrom('2026-11-22').day).toBe('2026-11-29')
  expect(dayFrom('2026-12-31').day).toBe('2027-01-03')
  expect([...eventFaults(dayFrom('2026-11-20'))]).toEqual([])
  expect(repeatOf(dayFrom('2026-11-20'))).toEqual({ intervalWeeks: 1, untilDay: null })
})
