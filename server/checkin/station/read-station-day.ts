import type { readStationDay as call } from '#contract/checkin/station.ts'
import type { Answer } from '#contract/endpoint.ts'
import { dayIn } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectEventsOfDay, selectNextEvent, type EventOfDay } from './day-store.ts'
import type { Desk } from './desk.ts'
import { AROUND_EVENT_MS } from './event-day.ts'

type Place = Pick<Desk, 'timeZone' | 'at'>

/** Events of today that are not over since three hours; while there is none, the next one. */
export async function eventsOfDay(
  tx: Tx,
  { timeZone, at }: Place,
): Promise<{ isToday: boolean; events: EventOfDay[] }> {
  const from = new Date(at.getTime() - AROUND_EVENT_MS)
  const until = new Date(at.getTime() + AROUND_EVENT_MS)
  const events = await selectEventsOfDay(tx, { day: dayIn(timeZone, at), from, until })
  if (events.length > 0) return { isToday: true, events }
  const next = await selectNextEvent(tx, at)
  return { isToday: false, events: next ? [next] : [] }
}

/** What a station opens with. */
export async function readStationDay(tx: Tx, { selfService, ...place }: Desk): Promise<Answer<typeof call>> {
  const { isToday, events } = await eventsOfDay(tx, place)
  return {
    selfService,
    events: events.map(({ day: _day, startsAt, endsAt, ...event }) => ({
      ...event,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      isToday,
    })),
  }
}
