import type { Labels, moveChild as call } from '#contract/checkin/station.ts'
import type { Received } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { recordCustody } from '../custody/record-custody.ts'
import { moveChildren } from '../registration/child-store.ts'
import { takeAllPlaces } from '../registration/take-places.ts'
import { freePlaces } from '../waiting/free-places.ts'
import { lockRegistration, selectChildrenOfEvent, type RegisteredChild } from './children-store.ts'
import type { Desk } from './desk.ts'
import { isClassOf } from './known-store.ts'
import { labelsOf } from './labels.ts'

type Moving = Received<typeof call>['body']

/**
 * Puts a child into another class of the event, also while it is checked in. Its place there is taken and the former one
 * given to who waits for it. Throws `not_found`, also for a child who went home, `class_full`, `class_removed`.
 */
export async function moveChild(tx: Tx, desk: Desk, moving: Moving): Promise<Labels> {
  const { tenantId, secretKey, custody: actor, enqueue, at } = desk
  const eventId = moving.eventId.toLowerCase()
  const [personId, classId] = [moving.personId.toLowerCase(), moving.classId.toLowerCase()]
  const child = await lockChild(tx, eventId, personId)
  if (!(await isClassOf(tx, { eventId, classId }))) throw new ApiError('not_found')
  const { registrationId, classId: left } = child
  if (left !== classId) {
    await takeAllPlaces(tx, { wanted: [classId], left: [left], stationId: null })
    await moveChildren(tx, eventId, [{ personId, classId }])
    await freePlaces(tx, enqueue, { tenantId, classIds: [left], at })
  }
  const labels = await labelsOf(tx, { registrationId, personIds: [personId], at })
  if (left !== classId && child.checkedInAt)
    await recordCustody(tx, { tenantId, secretKey, eventId, at }, [
      { act: 'moved', actor, personId, registrationId, classId },
    ])
  return labels
}

/** A child who has not gone home, its registration held. The registration is known only from the child, so it is looked at again. */
async function lockChild(tx: Tx, eventId: string, personId: string): Promise<RegisteredChild> {
  const [seen] = await selectChildrenOfEvent(tx, eventId, [personId])
  if (seen) await lockRegistration(tx, seen.registrationId)
  const [child] = await selectChildrenOfEvent(tx, eventId, [personId])
  if (!child || child.checkedOutAt || child.registrationId !== seen?.registrationId) throw new ApiError('not_found')
  return child
}
