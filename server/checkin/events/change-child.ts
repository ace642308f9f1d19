import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import type { Registrar } from './register-own.ts'
import { type RegisteredChild, moveChildren, selectChildrenOfEvent, deleteChild } from './child-store.ts'
import { isClassOf, deleteWaiting } from './place-store.ts'
import { takeAllPlaces, freePlaces } from './places.ts'
import { lockRegistration, lookAtEvent, lockRegistrationOf } from './registration-store.ts'
import { ownFamily } from '../families/index.ts'

type Moving = {
  tenantId: TenantId
  eventId: string
  personId: string
  /** To which class. */
  classId: string
  enqueue: Enqueue
  at: Date
}

/** `isElsewhere`: it was in another class until now. */
type Moved = RegisteredChild & { isElsewhere: boolean }

/**
 * Puts a child into another class of the event, also while it is checked in. Its place there is taken and the former one
 * given to who waits for it. Throws `not_found`, also for a child who went home, `class_full`, `class_removed`.
 */
export async function moveToClass(tx: Tx, moving: Moving): Promise<Moved> {
  const { tenantId, eventId, personId, classId, enqueue, at } = moving
  const child = await lockChild(tx, eventId, personId)
  if (!(await isClassOf(tx, { eventId, classId }))) throw new ApiError('not_found')
  const { classId: left } = child
  if (left === classId) return { ...child, isElsewhere: false }
  await takeAllPlaces(tx, { wanted: [classId], left: [left], stationId: null })
  await moveChildren(tx, eventId, [{ personId, classId }])
  await freePlaces(tx, enqueue, { tenantId, classIds: [left], at })
  return { ...child, classId, isElsewhere: true }
}

/** A child who has not gone home, its registration held. The registration is known only from the child, so it is looked at again. */
async function lockChild(tx: Tx, eventId: string, personId: string): Promise<RegisteredChild> {
  const [seen] = await selectChildrenOfEvent(tx, eventId, [personId])
  if (seen) await lockRegistration(tx, seen.registrationId)
  const [child] = await selectChildrenOfEvent(tx, eventId, [personId])
  if (!child || child.checkedOutAt || child.registrationId !== seen?.registrationId) throw new ApiError('not_found')
  return child
}

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
  const registration = await lockRegistrationOf(tx, { eventId, familyId })
  await deleteWaiting(tx, eventId, [personId])
  const [child] = await selectChildrenOfEvent(tx, eventId, [personId])
  if (!child) return { cancelled: true }
  if (child.registrationId !== registration?.registrationId) throw new ApiError('not_found')
  if (child.checkedInAt) throw new ApiError('in_class')
  if (at >= event.endsAt) throw new ApiError('registration_closed')
  const classId = await deleteChild(tx, eventId, personId)
  // The desk has checked the child in at the same moment.
  if (!classId) throw new ApiError('in_class')
  await freePlaces(tx, enqueue, { tenantId, classIds: [classId], at })
  return { cancelled: true }
}
