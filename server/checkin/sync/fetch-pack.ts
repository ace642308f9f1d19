import type { fetchPack as call, PackFamily } from '#contract/checkin/offline.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx, TenantId } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import {
  saveGivenPack,
  selectPackEvent,
  selectPackFamilies,
  selectPackCodes,
  selectPackPhones,
  insertPin,
  replacePin,
  selectPin,
  countRenewal,
  lockStation,
  saveSession,
  type Station,
  countOpenStations,
  mustBeAdmitted,
} from './station-store.ts'
import { sealingKeyOf, isProved } from './seals.ts'
import { type Desk, eventOfToday, collectorsOf, stationFamilies, AROUND_EVENT_MS } from '../door/index.ts'
import { heardOfSince, holdCodes, noLeases, renewLeases } from '../events/index.ts'
import { randomInt } from 'node:crypto'
import type { StationPin } from '#contract/checkin/stations.ts'
import { audit } from '../../identity/index.ts'
import { dayIn, instantOf } from '../../platform/runtime/index.ts'

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

type Holding = Received<typeof call>['body']['holding']

/**
 * Whether what the station says of its places is said of the last pack, with every act taken over. Anything else was said
 * before something that the station knows nothing of yet, and then it may count on all that is kept for it.
 */
const isLatest = ({ renewal, applied }: Station, holding: Holding): holding is NonNullable<Holding> =>
  holding !== null && holding.renewal === renewal && holding.applied === applied

type Today = { tenantId: TenantId; timeZone: string; at: Date }
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * When a pack is over: at the church's midnight. A service that goes on over midnight keeps it until its doors shut, and
 * never longer than noon.
 */
export function endOfPack({ timeZone, at, endsAt }: { timeZone: string; at: Date; endsAt: Date }): Date {
  const tomorrow = dayAfter(dayIn(timeZone, at), 1)
  const instant = (time: string): Date => instantOf(timeZone, `${tomorrow}T${time}`) ?? at
  const [midnight, noon] = [instant('00:00'), instant('12:00')]
  const doorsShut = new Date(endsAt.getTime() + AROUND_EVENT_MS)
  return doorsShut > midnight && doorsShut <= noon ? doorsShut : midnight
}

const newPin = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** The PIN of the church's day, made when somebody first asks for it. Two who ask at once are given the same. */
export async function pinOfDay(tx: Tx, { tenantId, timeZone, at }: Today): Promise<StationPin> {
  const day = dayIn(timeZone, at)
  const known = await selectPin(tx, day)
  if (!known) await insertPin(tx, { tenantId, day, pin: newPin() })
  const pin = known ?? (await selectPin(tx, day)) ?? ''
  return { day, pin, before: await selectPin(tx, dayAfter(day, -1)) }
}

/** Makes another one: somebody knows it who should not. */
export async function renewPin(tx: Tx, { actor, ...today }: Today & { actor: Actor }): Promise<StationPin> {
  const { tenantId, timeZone, at } = today
  await replacePin(tx, { tenantId, day: dayIn(timeZone, at), pin: newPin() })
  await audit(tx, tenantId, actor, { act: 'station.pin_renewed', at })
  return pinOfDay(tx, today)
}
