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
  type Lease,
  selectClassIds,
  selectLeases,
  shareEvents,
  saveLeases,
} from './place-store.ts'
import { randomUUID } from 'node:crypto'
import { type Enqueue, defineJob } from '../../platform/jobs/index.ts'
import { CODE_BLOCK } from '#contract/checkin/offline.ts'
import { insertFreeCodes, newCode, selectFreeCodes, takeBackCodes } from './code-store.ts'
import { z } from 'zod/mini'

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

/** Tells a family that somebody of it has come up from a waiting list. */
export const tellMovedUpJob = defineJob({
  name: 'checkin.tell-moved-up',
  payload: z.object({
    tenantId: z.uuid(),
    registrationId: z.uuid(),
    /** The guardian who asked; null: no longer there. */
    askedBy: z.nullable(z.uuid()),
    /** Who has come up. */
    personIds: z.array(z.uuid()),
    /** Of the message, so that the job done again sends none again. */
    reference: z.uuid(),
    /** True: no device took it, so it goes by SMS or mail now. */
    untaken: z.optional(z.boolean()),
  }),
})

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
