import { ApiError } from '../../platform/http/index.ts'
import type { Tx, TenantId } from '../../platform/database/index.ts'
import {
  lockClasses,
  lockLeases,
  takePlaces,
  spendLease,
  type LockedClass,
  lockFreeClasses,
  moveUp,
  type FreeClass,
  type MovedUp,
} from './place-store.ts'
import { randomUUID } from 'node:crypto'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { tellMovedUpJob } from './jobs.ts'

type Named = { id: string; name: string }

const namesOf = (classes: readonly Named[]): Record<string, string> =>
  Object.fromEntries(classes.map(({ id, name }) => [id, name]))

/** The refusal of a whole request, because these classes are full: by id and name, and in a sentence. */
export function classFull(classes: readonly Named[]): ApiError {
  const names = [...new Set(classes.map(({ name }) => name))]
  const message = `${new Intl.ListFormat('en').format(names)} ${names.length > 1 ? 'are' : 'is'} full.`
  return new ApiError('class_full', { fields: namesOf(classes), message })
}

/** The same, because the event has these classes no more. */
export const classRemoved = (classes: readonly Named[]): ApiError =>
  new ApiError('class_removed', { fields: namesOf(classes) })

type Taking = {
  /** Classes in which somebody is to get a place, one entry a person. */
  wanted: readonly string[]
  /** Classes from which somebody goes in the same transaction. */
  left?: readonly string[]
  /** Places are taken from this station's leases first. */
  stationId: string | null
}

/**
 * Takes a place for each, or none at all: throws `class_full` with every class that has too few, and `class_removed`. The
 * classes stay locked until the transaction ends, those that are left too.
 */
export async function takeAllPlaces(tx: Tx, { wanted, left = [], stationId }: Taking): Promise<void> {
  const counts = Map.groupBy(wanted, (id) => id)
  const locked = await lockClasses(tx, [...new Set([...wanted, ...left])])
  const leases = stationId && wanted.length > 0 ? await lockLeases(tx, stationId, [...counts.keys()]) : []
  const steps = locked.flatMap((one) => {
    const places = counts.get(one.id)?.length ?? 0
    const lease = leases.find(({ classId }) => classId === one.id)?.places ?? 0
    return places > 0 ? [{ one, places, leased: Math.min(places, lease) }] : []
  })
  const gone = steps.filter(({ one }) => one.isRemoved)
  if (gone.length > 0) throw classRemoved(gone.map(({ one }) => one))
  const full = steps.filter(({ one, places, leased }) => !hasPlaces(one, places - leased))
  if (full.length > 0) throw classFull(full.map(({ one }) => one))
  for (const { one, places, leased } of steps) {
    await takePlaces(tx, one.id, { places, leased })
    if (stationId && leased > 0) await spendLease(tx, { stationId, classId: one.id, places: leased })
  }
}

const hasPlaces = ({ capacity, taken, leased }: LockedClass, places: number): boolean =>
  capacity === null || taken + leased + places <= capacity

type Freed = { tenantId: TenantId; classIds: readonly string[]; at: Date }

/**
 * Gives the free places of these classes to whoever waits the longest, in the transaction that freed them; their families
 * are told after it. Call it last, and hold no other lock on classes with a higher id. Answers how many moved up.
 */
export async function freePlaces(tx: Tx, enqueue: Enqueue, { tenantId, classIds, at }: Freed): Promise<number> {
  if (classIds.length === 0) return 0
  const moved: MovedUp[] = []
  for (const free of await lockFreeClasses(tx, classIds, at)) moved.push(...(await fill(tx, free, at)))
  const families = Map.groupBy(moved, ({ registrationId, askedBy }) => `${registrationId} ${askedBy}`)
  for (const family of families.values()) {
    const [{ registrationId, askedBy } = { registrationId: null, askedBy: null }] = family
    const personIds = family.map(({ personId }) => personId)
    if (registrationId)
      await enqueue(tx, tellMovedUpJob, { tenantId, registrationId, askedBy, personIds, reference: randomUUID() })
  }
  return moved.filter(({ registrationId }) => registrationId !== null).length
}

/** Again for the places that those left who needed none any more. */
async function fill(tx: Tx, { id, places }: FreeClass, at: Date): Promise<MovedUp[]> {
  const moved: MovedUp[] = []
  for (let left = places; left === null || left > 0;) {
    const first = await moveUp(tx, { id, places: left }, at)
    if (first.length === 0) break
    const come = first.filter(({ registrationId }) => registrationId !== null)
    moved.push(...come)
    if (left !== null) left -= come.length
  }
  return moved
}
