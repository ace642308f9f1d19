import type { readStationDay as call } from '#contract/checkin/station.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor, type Caller } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { custodyActor, type CustodyActor } from './custody/record-custody.ts'
import {
  holdEvent,
  isStationHere,
  selectEvent,
  selectEventsOfDay,
  selectNextEvent,
  type EventOfDay,
  type StationEvent,
} from './day-store.ts'

/** Who works at a station of which church, when, and what acts there stand on. */
export type Desk = {
  tenantId: string
  secretKey: string
  isoCode: string
  timeZone: string
  /** Nobody of the staff looks at this screen. */
  selfService: boolean
  actor: Actor
  custody: CustodyActor
  enqueue: Enqueue
  /** Names what somebody pressed, where a refusal of it is to be written down once. */
  press?: string | null
  at: Date
}

export const deskOf = (
  { config, enqueue }: Pick<AppContext, 'config' | 'enqueue'>,
  { caller, actor, at }: { caller: Caller; actor: Actor; at: Date },
): Desk => ({
  tenantId: caller.tenantId,
  secretKey: config.secretKey,
  isoCode: caller.church.isoCode,
  timeZone: caller.church.timeZone,
  selfService: caller.selfService,
  actor,
  custody: custodyActor(actor),
  enqueue,
  at,
})

/** The same with the Idempotency-Key of the press. */
export function keyedDeskOf(
  context: Pick<AppContext, 'config' | 'enqueue'>,
  call: { caller: Caller; actor: Actor; at: Date; request: { headers: Record<string, string | string[] | undefined> } },
): Desk {
  const key = call.request.headers['idempotency-key']
  return { ...deskOf(context, call), press: typeof key === 'string' && key !== '' ? key : null }
}

/** The station that a request says it comes from. One that the church has not, or no longer, keeps nobody at the door: null. */
export async function stationOf(tx: Tx, stationId: string | null | undefined): Promise<string | null> {
  return stationId && (await isStationHere(tx, stationId)) ? stationId.toLowerCase() : null
}

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
