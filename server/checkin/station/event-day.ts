import { dayIn } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { holdEvent, selectEvent, type StationEvent } from './children-store.ts'

/** Doors are open so long before an event begins and after it ends, whatever the calendar says. */
export const AROUND_EVENT_MS = 3 * 60 * 60 * 1000

/** Whether children may come in now: on the event's day in the church's zone, or within three hours of it. */
export function isAtDoor(event: StationEvent, timeZone: string, at: Date): boolean {
  if (event.isCancelled) return false
  const now = at.getTime()
  const isNear = now >= event.startsAt.getTime() - AROUND_EVENT_MS && now <= event.endsAt.getTime() + AROUND_EVENT_MS
  return isNear || event.day === dayIn(timeZone, at)
}

/** An event of the church. Throws `not_found`. */
export async function eventOf(tx: Tx, eventId: string): Promise<StationEvent> {
  const event = await selectEvent(tx, eventId)
  if (!event) throw new ApiError('not_found')
  return event
}

/** An event that children may come to now, held so that nobody cancels it meanwhile. Throws `not_found`, and `not_today`. */
export async function eventOfToday(
  tx: Tx,
  { eventId, timeZone, at }: { eventId: string; timeZone: string; at: Date },
): Promise<StationEvent> {
  const event = await holdEvent(tx, eventId)
  if (!event) throw new ApiError('not_found')
  if (!isAtDoor(event, timeZone, at)) throw new ApiError('not_today')
  return event
}
