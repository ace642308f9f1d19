import { type fetchPack as call, CODE_BLOCK, type PackFamily } from '#contract/checkin/offline.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx, TenantId } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Desk } from '../door/desk.ts'
import { eventOfToday } from '../door/event-day.ts'
import {
  selectClassIds,
  saveLeases,
  selectLeases,
  type Lease,
  lockClasses,
  shareEvents,
  type LockedClass,
} from '../events/place-store.ts'
import { saveGivenPack, selectPackEvent, selectPackFamilies, selectPackCodes, selectPackPhones } from './pack-store.ts'
import { endOfPack, pinOfDay } from './day-of-pack.ts'
import { mustBeAdmitted } from './admit-station.ts'
import { sealingKeyOf, isProved } from './seals.ts'
import { countRenewal, lockStation, saveSession, type Station, countOpenStations } from './station-store.ts'
import { newCode } from '../events/codes.ts'
import { insertFreeCodes, selectFreeCodes } from '../events/registration-store.ts'
import { collectorsOf } from '../door/collectors.ts'
import { stationFamilies } from '../door/station-families.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { freePlaces, heardOfSince } from '../events/places.ts'

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
async function renewLeases(tx: Tx, renewing: Renewing): Promise<{ classId: string; places: number | null }[]> {
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

type Packing = { event: { id: string; day: string }; familyIds: string[]; at: Date }

/** Families with all that a station needs of them, in a handful of questions however many there are. */
async function packFamilies(tx: Tx, { event, familyIds, at }: Packing): Promise<PackFamily[]> {
  const families = await stationFamilies(tx, { event, familyIds })
  const codes = byFamily(await selectPackCodes(tx, event.id, familyIds))
  const phones = byFamily(await selectPackPhones(tx, familyIds))
  const here = families.map(({ familyId, children }) => ({
    familyId,
    childIds: children.map(({ personId }) => personId),
  }))
  const collectors = await collectorsOf(tx, here, { eventId: event.id, day: event.day, at })
  return families.map((family) => ({
    codes: (codes.get(family.familyId) ?? []).map(({ code }) => code),
    phones: (phones.get(family.familyId) ?? []).map(({ phone }) => phone),
    family,
    collectors: collectors.get(family.familyId) ?? [],
  }))
}

const byFamily = <Row extends { familyId: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ familyId }) => familyId)

/** Codes of the day that the station may give away, filled up to a whole block. */
async function holdCodes(tx: Tx, holder: { tenantId: TenantId; stationId: string; day: string }): Promise<string[]> {
  const codes = await selectFreeCodes(tx, holder)
  while (codes.length < CODE_BLOCK) {
    const fresh = Array.from({ length: CODE_BLOCK - codes.length }, newCode)
    codes.push(...(await insertFreeCodes(tx, holder, [...new Set(fresh)])))
  }
  return codes.toSorted()
}

/** What one device keeps in its storage and reads again at every act. */
const MOST_FAMILIES = 1_500
const DAY_MS = 24 * 60 * 60 * 1000
const FAMILIES_OF_DAYS = 90

type Wanted = {
  stationId: string
  accountId: string
  sessionId: string
  isGated: boolean
  body: Received<typeof call>['body']
}

/**
 * What a station needs to go on without a network. Throws `not_found`, `station_waiting`, `station_revoked`, `not_today`;
 * `bad_signature` where another device asks, `changed_meanwhile` where it asks before its last pack or act.
 */
export async function fetchPack(
  tx: Tx,
  desk: Desk,
  { stationId: id, accountId, sessionId, isGated, body }: Wanted,
): Promise<Answer<typeof call>> {
  const { tenantId, secretKey, timeZone, at, enqueue } = desk
  const station = mustBeAdmitted(await lockStation(tx, id))
  const event = await eventOfToday(tx, { eventId: body.eventId, timeZone, at })
  const stationId = station.id
  refuseUnproved(station, body)
  await saveSession(tx, { id: stationId, sessionId })
  const since = new Date(at.getTime() - FAMILIES_OF_DAYS * DAY_MS).toISOString().slice(0, 10)
  const renewal = await countRenewal(tx, stationId, at)
  await saveGivenPack(tx, { tenantId, stationId, eventId: event.id, accountId, at })
  const stations = await countOpenStations(tx, { stationId, since: heardOfSince(at) })
  const holding = isLatest(station, body.holding) ? body.holding.leases : null
  const familyIds = await selectPackFamilies(tx, { eventId: event.id, since, most: MOST_FAMILIES })
  const families = await packFamilies(tx, { event, familyIds, at })
  // Last, because others wait for the classes: no act of this station changes a family meanwhile.
  const renewing = { tenantId, stationId, eventId: event.id, holding, stations, at, enqueue }
  const codes = isGated ? [] : await holdCodes(tx, { tenantId, stationId, day: event.day })
  const leases = isGated ? await noLeases(tx, event.id) : await renewLeases(tx, renewing)
  const { pin } = await pinOfDay(tx, { tenantId, timeZone, at })
  const { churchName, classes } = (await selectPackEvent(tx, event.id)) ?? { churchName: '', classes: [] }
  const { name, startsAt, endsAt } = event
  return {
    stationId,
    stationName: station.name ?? '',
    pin,
    lastsSeconds: Math.floor((endOfPack({ timeZone, at, endsAt }).getTime() - at.getTime()) / 1000),
    sealingKey: sealingKeyOf({ tenantId, secretKey }),
    event: { id: event.id, name, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), timeZone, churchName },
    classes,
    leases,
    codes,
    families,
    applied: station.applied,
    renewal,
  }
}

/**
 * The numbers are the station's own counts, so that a proof is good once, whatever the clock of the device says, and what
 * was asked before the station closed is given nothing that would lie idle.
 */
function refuseUnproved({ id, publicKey, renewal, applied }: Station, { eventId, proof }: Wanted['body']): void {
  if (!isProved(id, publicKey, { eventId, ...proof })) throw new ApiError('bad_signature')
  if (proof.renewal === renewal && proof.applied === applied) return
  throw new ApiError('changed_meanwhile', { fields: { renewal: String(renewal), applied: String(applied) } })
}

/** What is kept for the station stays until it says that it knows. */
const noLeases = async (tx: Tx, eventId: string): Promise<{ classId: string; places: number }[]> =>
  (await selectClassIds(tx, eventId)).map((classId) => ({ classId, places: 0 }))

type Holding = Received<typeof call>['body']['holding']

/**
 * Whether what the station says of its places is said of the last pack, with every act taken over. Anything else was said
 * before something that the station knows nothing of yet, and then it may count on all that is kept for it.
 */
const isLatest = ({ renewal, applied }: Station, holding: Holding): holding is NonNullable<Holding> =>
  holding !== null && holding.renewal === renewal && holding.applied === applied
