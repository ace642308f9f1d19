import type { checkinEvents as call } from '#contract/checkin/events.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectAttending, selectChoices } from './portal-event-store.ts'
import { portalEvent } from './upcoming-events.ts'

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
