import type { EventRow, listEvents as call } from '#contract/checkin/events.ts'
import { pictureUrl } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { selectEvent, type ListedEvent, countEvents, selectEvents } from './event-store.ts'
import { registrationState } from './register-family.ts'
import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'

/** One event with its classes. Throws `not_found`. */
export async function readEvent(tx: Tx, id: string, at: Date): Promise<EventRow> {
  const event = await selectEvent(tx, id)
  if (!event) throw new ApiError('not_found')
  return eventRow(event, at)
}

/** An event as it is answered to the staff. */
function eventRow(event: ListedEvent, at: Date): EventRow {
  const { bannerId, startsAt, endsAt, opensAt, closesAt, cancelledAt: _, ...rest } = event
  return {
    ...rest,
    bannerUrl: pictureUrl(bannerId),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    opensAt: opensAt?.toISOString() ?? null,
    closesAt: closesAt?.toISOString() ?? null,
    state: registrationState(event, at),
  }
}

const place = z.object({ startsAt: z.iso.datetime(), id: z.uuid() })

/** One page of the events to come, the next one first, or of those that are over, the latest first. */
export async function listEvents(
  tx: Tx,
  { search = '', cursor, limit = PAGE_SIZE, when = 'coming' }: Received<typeof call>['query'],
  at: Date,
): Promise<Answer<typeof call>> {
  const key = readCursor(place, cursor)
  const after = key && { startsAt: new Date(key.startsAt), id: key.id }
  const which = { search: search.trim().normalize('NFC'), isOver: when === 'over', at }
  const [events, total] = await Promise.all([
    selectEvents(tx, { ...which, after, limit: limit + 1 }),
    countEvents(tx, which),
  ])
  const { items, nextCursor } = pageFrom(events, limit, ({ startsAt, id }) => ({
    startsAt: startsAt.toISOString(),
    id,
  }))
  return { items: items.map((event) => eventRow(event, at)), total, nextCursor }
}

/** The ones cancelled before it are few: a series is cancelled as a whole. */
const LOOKED_AT = 20

/** The event that is on, or the next one that is to be. */
export async function nextEvent(tx: Tx, at: Date): Promise<EventRow | null> {
  const events = await selectEvents(tx, { search: '', isOver: false, at, after: null, limit: LOOKED_AT })
  const next = events.find(({ cancelledAt }) => cancelledAt === null)
  return next ? eventRow(next, at) : null
}
