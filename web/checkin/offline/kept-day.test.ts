import { expect, test } from 'vitest'
import { keptDay, type KeptDay } from './kept-day.ts'

const kept: KeptDay = {
  tenantId: 't',
  accountId: null,
  churchName: 'Grace Chapel',
  timeZone: 'Africa/Lagos',
  eventId: null,
  day: {
    selfService: true,
    events: [
      {
        id: 'e',
        name: 'Service',
        place: '',
        startsAt: '2026-11-22T08:00:00Z',
        endsAt: '2026-11-22T10:00:00Z',
        isToday: true,
        classes: [],
      },
    ],
  },
}
const on = (instant: string) => keptDay(JSON.stringify(kept), new Date(instant))

test('an event of another day is not today’s any more', () => {
  expect(on('2026-11-22T20:00:00Z')?.day.events[0]?.isToday).toBe(true)
  expect(on('2026-11-23T08:00:00Z')?.day.events[0]?.isToday).toBe(false)
})

test('the day is that of the church', () => {
  expect(on('2026-11-21T23:30:00Z')?.day.events[0]?.isToday).toBe(true)
  expect(on('2026-11-22T23:30:00Z')?.day.events[0]?.isToday).toBe(false)
})

test('an event that goes on past midnight counts until three hours after its end', () => {
  const events = kept.day.events.map((event) => ({
    ...event,
    startsAt: '2026-11-22T21:00:00Z',
    endsAt: '2026-11-23T00:00:00Z',
  }))
  const text = JSON.stringify({ ...kept, day: { ...kept.day, events } })
  const at = (instant: string) => keptDay(text, new Date(instant))?.day.events[0]?.isToday
  expect(at('2026-11-23T03:00:00Z')).toBe(true)
  expect(at('2026-11-23T03:01:00Z')).toBe(false)
})

test('a locked station stays locked', () => {
  expect(on('2026-11-22T08:00:00Z')?.day.selfService).toBe(true)
})

test.each([null, '', 'null', '{', '{"day":7}'])('what makes no sense is nothing (%s)', (text) => {
  expect(keptDay(text, new Date())).toBeNull()
})
