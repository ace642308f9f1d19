import type { UpcomingEvent } from '#contract/checkin/events.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { guardianPicture } from './guardian-picture.ts'
import { selectComing, selectPortalEvent, type PortalEvent } from './portal-event-store.ts'
import { registrationState } from './registration-state.ts'

/** A church that has more within the days that are made ahead tells its families otherwise. */
const SHOWN = 60

/** Events to come, as a family sees them; null: of no family yet. */
export async function upcomingEvents(
  tx: Tx,
  familyId: string | null,
  at: Date,
  limit = SHOWN,
): Promise<UpcomingEvent[]> {
  return (await selectComing(tx, { familyId, at, limit })).map((event) => upcoming(event, at))
}

/** One of them, over or not. Throws `not_found`. */
export async function portalEvent(tx: Tx, id: string, familyId: string | null): Promise<PortalEvent> {
  const event = await selectPortalEvent(tx, id, familyId)
  if (!event) throw new ApiError('not_found')
  return event
}

/** An event as it is answered to a family. */
export const upcoming = (event: PortalEvent, at: Date): UpcomingEvent => ({
  activityID: event.id,
  name: event.name,
  date: event.startsAt.toISOString(),
  eventBanner: guardianPicture(event.bannerId),
  endsAt: event.endsAt.toISOString(),
  place: event.place,
  state: registrationState(event, at),
  opensAt: event.opensAt?.toISOString() ?? null,
  closesAt: event.closesAt?.toISOString() ?? null,
  registrationId: event.registrationId,
})
