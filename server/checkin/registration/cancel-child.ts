import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { ownFamily } from '../family/own-family.ts'
import { freePlaces } from '../waiting/free-places.ts'
import { deleteWaiting } from '../waiting/waiting-store.ts'
import { deleteChild, selectStanding } from './child-store.ts'
import type { Registrar } from './register-own.ts'
import { lockRegistration, lookAtEvent } from './registration-store.ts'

/**
 * Takes one of the own family out of an event and off its waiting list; the place goes to the first who waits. Again is
 * the same answer. Throws `not_found`, `in_class` once the child was checked in, and `registration_closed` after the end:
 * who was awaited stays on record.
 */
export async function cancelChild(
  tx: Tx,
  { tenantId, personId: guardianId, at, enqueue }: Registrar,
  named: { eventId: string; personId: string },
): Promise<{ cancelled: true }> {
  const [eventId, personId] = [named.eventId, named.personId.toLowerCase()]
  const { familyId } = await ownFamily(tx, guardianId)
  const event = await lookAtEvent(tx, eventId, { familyId })
  if (!event?.people.includes(personId)) throw new ApiError('not_found')
  const registration = await lockRegistration(tx, { eventId, familyId })
  await deleteWaiting(tx, eventId, [personId])
  const [child] = await selectStanding(tx, eventId, [personId])
  if (!child) return { cancelled: true }
  if (child.registrationId !== registration?.id) throw new ApiError('not_found')
  if (child.hasCheckedIn) throw new ApiError('in_class')
  if (at >= event.endsAt) throw new ApiError('registration_closed')
  const classId = await deleteChild(tx, eventId, personId)
  // The desk has checked the child in at the same moment.
  if (!classId) throw new ApiError('in_class')
  await freePlaces(tx, enqueue, { tenantId, classIds: [classId], at })
  return { cancelled: true }
}
