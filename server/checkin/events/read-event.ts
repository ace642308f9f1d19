import type { EventRow } from '#contract/checkin/events.ts'
import { pictureUrl } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { selectEvent, type ListedEvent } from './event-list-store.ts'
import { registrationState } from './registration-state.ts'

/** One event with its classes. Throws `not_found`. */
export async function readEvent(tx: Tx, id: string, at: Date): Promise<EventRow> {
  const event = await selectEvent(tx, id)
  if (!event) throw new ApiError('not_found')
  return eventRow(event, at)
}

/** An event as it is answered to the staff. */
export function eventRow(event: ListedEvent, at: Date): EventRow {
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
