import { ApiError } from '#server/platform/http/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { classFull } from './check-children.ts'
import { lockClasses, lockLeases, takePlaces, spendLease, type LockedClass } from './place-store.ts'

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
  if (gone.length > 0)
    throw new ApiError('class_removed', { fields: Object.fromEntries(gone.map(({ one }) => [one.id, one.name])) })
  const full = steps.filter(({ one, places, leased }) => !hasPlaces(one, places - leased))
  if (full.length > 0) throw classFull(full.map(({ one }) => one))
  for (const { one, places, leased } of steps) {
    await takePlaces(tx, one.id, { places, leased })
    if (stationId && leased > 0) await spendLease(tx, { stationId, classId: one.id, places: leased })
  }
}

const hasPlaces = ({ capacity, taken, leased }: LockedClass, places: number): boolean =>
  capacity === null || taken + leased + places <= capacity
