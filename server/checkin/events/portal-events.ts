import type { UpcomingEvent, checkinEvents as call } from '#contract/checkin/events.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { selectComing, selectPortalEvent, type PortalEvent, selectAttending, selectChoices } from './portal-store.ts'
import { registrationState } from './register-family.ts'
import type { Answer } from '#contract/endpoint.ts'

/** Address of a picture for a guardian's browser; null: there is none. */
export const guardianPicture = (id: string | null): string | null => (id ? `/api/checkin/pictures/${id}` : null)

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

/** The classes of an event with the places left, and who of the own family is in them. Throws `not_found`. */
export async function checkinEvents(tx: Tx, eventId: string, familyId: string | null): Promise<Answer<typeof call>> {
  await portalEvent(tx, eventId, familyId)
  const [choices, attending] = await Promise.all([selectChoices(tx, eventId), selectAttending(tx, eventId, familyId)])
  return choices.map(({ id, groupId, name, placesLeft }) => ({
    id,
    groupID: groupId ?? id,
    fullGroupName: name,
    registrationSlot: placesLeft,
    personsinAttendance: attending
      .filter(({ classId }) => classId === id)
      .map(({ personId, hasLeft }) => ({ id: personId, isActive: !hasLeft })),
  }))
}
