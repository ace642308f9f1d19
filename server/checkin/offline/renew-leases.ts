import type { TenantId, Tx } from '#server/platform/database/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { lockClasses, shareEvents, type LockedClass } from '../registration/place-store.ts'
import { freePlaces } from '../waiting/free-places.ts'
import { fairShare } from './fair-share.ts'
import { saveLeases, selectClassIds, selectLeases, type Lease } from './lease-store.ts'

export type Renewing = {
  tenantId: TenantId
  /** Locked by the transaction. */
  stationId: string
  eventId: string
  /** All that the station still counts on; null: nothing is known, so that nothing goes back. */
  holding: readonly Lease[] | null
  stations: number
  at: Date
  enqueue: Enqueue
}

/**
 * Gives back what the station does without, and then gives it its share of every class of the event. Answers what it may
 * count on from now on, null for a class without limit. That may be less than is kept for it: the difference goes back
 * once the station has said that it knows.
 */
export async function renewLeases(tx: Tx, renewing: Renewing): Promise<{ classId: string; places: number | null }[]> {
  const { tenantId, stationId, eventId, enqueue, at } = renewing
  const ofEvent = await selectClassIds(tx, eventId)
  const before = (await selectLeases(tx, stationId)).map(({ classId }) => classId)
  const classIds = [...new Set([...ofEvent, ...before])]
  await shareEvents(tx, classIds)
  const locked = await lockClasses(tx, classIds)
  const held = new Map((await selectLeases(tx, stationId)).map(({ classId, places }) => [classId, places]))
  const shares = locked.map((one) =>
    shareOf(one, { ...renewing, held: held.get(one.id) ?? 0, isHere: ofEvent.includes(one.id) }),
  )
  await saveLeases(
    tx,
    { tenantId, stationId },
    shares.filter(({ places, change }) => places > 0 || change !== 0),
  )
  const freed = shares.filter(({ change }) => change < 0).map(({ classId }) => classId)
  await freePlaces(tx, enqueue, { tenantId, classIds: freed, at })
  const answered = new Map(shares.map(({ classId, answer }) => [classId, answer]))
  return ofEvent.map((classId) => ({ classId, places: answered.get(classId) ?? null }))
}

type Share = Lease & { change: number; answer: number | null }

function shareOf(
  { id: classId, capacity, taken, leased, isRemoved }: LockedClass,
  { held, holding, stations, isHere }: Pick<Renewing, 'holding' | 'stations'> & { held: number; isHere: boolean },
): Share {
  const wanted = holding?.find((lease) => lease.classId.toLowerCase() === classId)?.places ?? 0
  const kept = holding ? Math.min(held, wanted) : held
  if (capacity === null || isRemoved || !isHere) return { classId, places: kept, change: kept - held, answer: null }
  const share = fairShare({ left: capacity - taken - leased + held, stations })
  const places = Math.max(kept, share)
  return { classId, places, change: places - held, answer: share }
}
