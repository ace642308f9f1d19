import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { freePlaces } from '../waiting/free-places.ts'
import { deleteWaiting } from '../waiting/waiting-store.ts'
import { registeredElsewhere } from './check-children.ts'
import { insertChildren, moveChildren, selectStanding, type Standing } from './child-store.ts'
import type { Wanted } from './registration-store.ts'
import { takeAllPlaces } from './take-places.ts'

export type Change = {
  tenantId: TenantId
  eventId: string
  /** Locked by the transaction. */
  registrationId: string
  children: readonly Wanted[]
  stationId: string | null
  at: Date
  enqueue: Enqueue
}

/**
 * Registers children in a registration that is there, or moves them to other classes; who is where they are to be stays.
 * Throws `in_class` for moving a child who was checked in, and `class_full`.
 */
export async function changeRegistration(tx: Tx, change: Change): Promise<void> {
  const { tenantId, eventId, registrationId, children, stationId, at, enqueue } = change
  if (children.length === 0) return
  const ids = children.map(({ personId }) => personId)
  // Before anything else: whoever is just being moved up from the waiting list is so, or no longer waits.
  await deleteWaiting(tx, eventId, ids)
  const standing = new Map((await selectStanding(tx, eventId, ids)).map((child) => [child.personId, child]))
  if ([...standing.values()].some((child) => child.registrationId !== registrationId)) throw registeredElsewhere()
  const come = children.filter(({ personId }) => !standing.has(personId))
  const moving = children.filter(({ personId, classId }) => isElsewhere(standing.get(personId), classId))
  if (moving.some(({ personId }) => standing.get(personId)?.hasCheckedIn)) throw new ApiError('in_class')
  if (come.length + moving.length === 0) return
  const left = moving.flatMap(({ personId }) => standing.get(personId)?.classId ?? [])
  await takeAllPlaces(tx, { wanted: [...come, ...moving].map(({ classId }) => classId), left, stationId })
  if ((await insertChildren(tx, { tenantId, eventId, registrationId, at }, come)) < come.length)
    throw registeredElsewhere()
  if (moving.length > 0) await moveChildren(tx, eventId, moving)
  await freePlaces(tx, enqueue, { tenantId, classIds: left, at })
}

const isElsewhere = (child: Standing | undefined, classId: string): boolean =>
  child !== undefined && child.classId !== classId
