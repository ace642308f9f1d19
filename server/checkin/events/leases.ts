import { CODE_BLOCK } from '#contract/checkin/offline.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import {
  type Lease,
  selectClassIds,
  selectLeases,
  shareEvents,
  lockClasses,
  saveLeases,
  type LockedClass,
} from './place-store.ts'
import { freePlaces } from './places.ts'
import { selectFreeCodes, insertFreeCodes, takeBackCodes } from './registration-store.ts'
import { newCode } from './codes.ts'

const HALF_A_DAY_MS = 12 * 60 * 60 * 1000

/** A station that was not heard of since then has no share of the places. */
export const heardOfSince = (at: Date): Date => new Date(at.getTime() - HALF_A_DAY_MS)

/**
 * Places of a class that a station may hold: as many as every other station that is open, with one share left for whoever
 * registers with a network. `left` are the free places and those that this station holds itself. No more than it has codes
 * for families: places that wait at a station whose battery is empty are nobody's.
 */
const fairShare = ({ left, stations }: { left: number; stations: number }): number =>
  Math.max(0, Math.min(CODE_BLOCK, Math.floor(left / (Math.max(1, stations) + 1))))

type Renewing = {
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

/** Nothing for a station to count on. What is kept for it stays until it says that it knows. */
export const noLeases = async (tx: Tx, eventId: string): Promise<{ classId: string; places: number }[]> =>
  (await selectClassIds(tx, eventId)).map((classId) => ({ classId, places: 0 }))

/** Codes of the day that the station may give away, filled up to a whole block. */
export async function holdCodes(
  tx: Tx,
  holder: { tenantId: TenantId; stationId: string; day: string },
): Promise<string[]> {
  const codes = await selectFreeCodes(tx, holder)
  while (codes.length < CODE_BLOCK) {
    const fresh = Array.from({ length: CODE_BLOCK - codes.length }, newCode)
    codes.push(...(await insertFreeCodes(tx, holder, [...new Set(fresh)])))
  }
  return codes.toSorted()
}

type Holder = { tenantId: string; stationId: string; at: Date; enqueue: Enqueue }

/** The places of a station, which is locked, go to whoever waits, and its codes are nobody's any more. */
export async function giveBack(tx: Tx, holder: Holder): Promise<void> {
  await takeBackCodes(tx, holder.stationId)
  await giveBackPlaces(tx, holder)
}

/** Its codes stay its own: they may be on stickers. */
export async function giveBackPlaces(tx: Tx, { tenantId, stationId, at, enqueue }: Holder): Promise<void> {
  const classIds = (await selectLeases(tx, stationId)).map(({ classId }) => classId)
  await shareEvents(tx, classIds)
  await lockClasses(tx, classIds)
  // Again behind the lock: a registration may have used some meanwhile.
  const leases = await selectLeases(tx, stationId)
  const back = leases.map(({ classId, places }) => ({ classId, places: 0, change: -places }))
  await saveLeases(tx, { tenantId, stationId }, back)
  await freePlaces(tx, enqueue, { tenantId, classIds, at })
}
