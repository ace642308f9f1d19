import { sql } from 'kysely'
import type { PublicKey, StationStanding } from '#contract/checkin/stations.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { classesOf, type CountedClass } from '../door/index.ts'
import { ApiError } from '../../platform/http/index.ts'

export type Station = {
  id: string
  /** Null: nobody has named it yet. */
  name: string | null
  code: string | null
  publicKey: PublicKey
  applied: number
  renewal: number
  isAdmitted: boolean
  isRevoked: boolean
  /** The session that was shown last to be on the device; null: none was. */
  sessionId: string | null
}

type NewStation = {
  accountId: string
  sessionId: string
  publicKey: PublicKey
  device: string | null
  code: string
  at: Date
}

/** Answers the id of a station that waits to be admitted; null: another one that waits has this code. */
export async function insertStation(tx: Tx, tenantId: TenantId, station: NewStation): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into station (tenant_id, account_id, session_id, public_key, device, code, created_at, seen_at)
    values (${tenantId}, ${station.accountId}, ${station.sessionId}, ${JSON.stringify(station.publicKey)}::jsonb,
      ${station.device}, ${station.code}, ${station.at}, ${station.at})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Refuses what an account has waiting but for the latest ones, so many. */
export async function refuseEarlier(tx: Tx, { accountId, most, at }: { accountId: string; most: number; at: Date }) {
  await sql`
    update station set revoked_at = ${at} where id in (
      select id from station where account_id = ${accountId} and admitted_at is null and revoked_at is null
      order by created_at desc, id offset ${most})`.execute(tx)
}

const columns = sql`id, name, code, public_key as "publicKey", applied, renewal, admitted_at is not null as "isAdmitted",
  revoked_at is not null as "isRevoked", session_id as "sessionId"`

export async function selectStation(tx: Tx, id: string): Promise<Station | null> {
  const { rows } = await sql<Station>`select ${columns} from station where id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** A station, held until the transaction ends: before its leases and classes are. */
export async function lockStation(tx: Tx, id: string): Promise<Station | null> {
  const { rows } = await sql<Station>`select ${columns} from station where id = ${id} for no key update`.execute(tx)
  return rows[0] ?? null
}

/** Names of a church are given one after the other. False: another station that is not shut out has this one. */
export async function claimName(tx: Tx, { tenantId, id, name }: { tenantId: TenantId; id: string; name: string }) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`station names ${tenantId}`}, 0))`.execute(tx)
  const { rows } = await sql`
    select from station where lower(name) = lower(${name}) and id <> ${id} and revoked_at is null`.execute(tx)
  if (rows.length > 0) return false
  await sql`update station set name = ${name} where id = ${id}`.execute(tx)
  return true
}

export async function saveAdmitted(tx: Tx, { id, accountId, at }: { id: string; accountId: string; at: Date }) {
  await sql`
    update station set admitted_at = ${at}, admitted_by = ${accountId}, revoked_at = null where id = ${id}`.execute(tx)
}

/** Notes which session has just been shown to be on the device. */
export async function saveSession(tx: Tx, { id, sessionId }: { id: string; sessionId: string }): Promise<void> {
  await sql`update station set session_id = ${sessionId} where id = ${id} and session_id is distinct from ${sessionId}`.execute(
    tx,
  )
}

/** Notes that the station was given another pack; answers which one it is. */
export async function countRenewal(tx: Tx, id: string, at: Date): Promise<number> {
  const { rows } = await sql<{ renewal: number }>`
    update station set renewal = renewal + 1, seen_at = greatest(seen_at, ${at}) where id = ${id}
    returning renewal`.execute(tx)
  return rows[0]?.renewal ?? 0
}

export async function saveApplied(
  tx: Tx,
  { id, applied, at }: { id: string; applied: number; at: Date },
): Promise<void> {
  await sql`
    update station set applied = ${applied}, seen_at = greatest(seen_at, ${at}) where id = ${id}`.execute(tx)
}

export async function saveRevoked(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update station set revoked_at = ${at} where id = ${id} and revoked_at is null`.execute(tx)
}

type ListedStation = {
  id: string
  state: StationStanding
  name: string | null
  code: string | null
  device: string | null
  askedBy: string
  askedAt: Date
  seenAt: Date
  leasedPlaces: number
  freeCodes: number
  revoked: boolean
}

/**
 * Every station of the church, those that wait first and then those heard of last; its codes and its places for events
 * that are not over. What waits for somebody who left the staff waits no longer.
 */
export async function selectStations(tx: Tx, { at, id }: { at: Date; id?: string }) {
  const { rows } = await sql<ListedStation>`
    select s.id, s.name, s.code, s.device, s.created_at as "askedAt", s.seen_at as "seenAt",
      trim(p.first_name || ' ' || p.last_name) as "askedBy", s.revoked_at is not null as revoked,
      case when s.revoked_at is not null then 'out' when s.admitted_at is null then 'waiting' else 'admitted' end as state,
      (select coalesce(sum(l.places), 0)::integer from station_lease l join event_class c on c.id = l.class_id
        join event e on e.id = c.event_id where l.station_id = s.id and e.ends_at > ${at}) as "leasedPlaces",
      (select count(*)::integer from day_code d where d.station_id = s.id and d.registration_id is null and d.day in (
        select e.day from station_pack k join event e on e.id = k.event_id
        where k.station_id = s.id and e.ends_at > ${at})) as "freeCodes"
    from station s
    join account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
    where (a.removed_at is null or s.admitted_at is not null) and ${id ? sql`s.id = ${id}` : sql`true`}
    order by s.admitted_at is null and s.revoked_at is null desc, s.revoked_at is not null, s.seen_at desc, s.id
    limit 500`.execute(tx)
  return rows
}

/** Stations among which the places are shared: this one, and those that were heard of since then and have not closed. */
export async function countOpenStations(
  tx: Tx,
  { stationId, since }: { stationId: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ stations: number }>`
    select count(*)::integer as stations from station s
    where s.id = ${stationId} or (s.admitted_at is not null and s.revoked_at is null and s.seen_at >= ${since}
      and (exists (select from day_code d where d.station_id = s.id and d.registration_id is null) or not exists (
        select from station_act a where a.station_id = s.id and a.number = s.applied and a.kind = 'close')))`.execute(
    tx,
  )
  return rows[0]?.stations ?? 1
}

/** Families of an event, and of whoever was checked in since that day, the latest first; so many of them. */
export async function selectPackFamilies(
  tx: Tx,
  { eventId, since, most }: { eventId: string; since: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ familyId: string }>`
    select r.family_id as "familyId" from registration r
    where r.family_id is not null and (r.event_id = ${eventId} or (r.day >= ${since}::date and exists (
      select from registration_child c where c.registration_id = r.id and c.checked_in_at is not null)))
    group by r.family_id
    order by bool_or(r.event_id = ${eventId}) desc, max(r.day) desc, r.family_id limit ${most}`.execute(tx)
  return rows.map(({ familyId }) => familyId)
}

type PackCode = { familyId: string; code: string }

/** Every code that finds a family at the event, the one of its registration first. */
export async function selectPackCodes(tx: Tx, eventId: string, familyIds: string[]): Promise<PackCode[]> {
  const { rows } = await sql<PackCode>`
    select r.family_id as "familyId", d.code from registration r
    join day_code d on d.day = r.day and d.registration_id = r.id
    where r.event_id = ${eventId} and r.family_id = any (${familyIds}::uuid[])
    order by d.code <> r.code, d.code`.execute(tx)
  return rows
}

type PackPhone = { familyId: string; phone: string }

/** Phones of those who look after the children of these families, then of their homes; each once. */
export async function selectPackPhones(tx: Tx, familyIds: string[]): Promise<PackPhone[]> {
  const { rows } = await sql<PackPhone>`
    select "familyId", phone from (
      select m.family_id as "familyId", p.phone, m.role from family_member m join person p on p.id = m.person_id
      where m.family_id = any (${familyIds}::uuid[]) and m.role in (1, 2, 6, 7) and p.archived_at is null
      union all select id, home_phone, 8 from family where id = any (${familyIds}::uuid[])
    ) known where phone is not null group by "familyId", phone order by "familyId", min(role), phone`.execute(tx)
  return rows
}

type PackEvent = { churchName: string; classes: CountedClass[] }

/** The church's name and the classes of an event with their figures. */
export async function selectPackEvent(tx: Tx, eventId: string): Promise<PackEvent | null> {
  const { rows } = await sql<PackEvent>`
    select h.name as "churchName", ${classesOf} as classes
    from event e join church h on h.tenant_id = e.tenant_id where e.id = ${eventId}`.execute(tx)
  return rows[0] ?? null
}

/** Packs of one event that a station was given: since when, until when, and to whom. Null: none. */
export type StationPacks = {
  firstAt: Date | null
  lastAt: Date | null
  accounts: { accountId: string; firstAt: Date }[]
}

type GivenPack = { tenantId: TenantId; stationId: string; eventId: string; accountId: string; at: Date }

/** Keeps that somebody was given a pack: acts of the station are judged by it. */
export async function saveGivenPack(tx: Tx, { tenantId, stationId, eventId, accountId, at }: GivenPack): Promise<void> {
  await sql`
    insert into station_pack as p (tenant_id, station_id, event_id, account_id, first_at, last_at)
    values (${tenantId}, ${stationId}, ${eventId}, ${accountId}, ${at}, ${at})
    on conflict (tenant_id, station_id, event_id, account_id) do update set last_at = greatest(p.last_at, ${at})`.execute(
    tx,
  )
}

export async function selectGivenPacks(
  tx: Tx,
  { stationId, eventId }: { stationId: string; eventId: string | null },
): Promise<StationPacks> {
  const { rows } = await sql<{ accountId: string; firstAt: Date; lastAt: Date }>`
    select account_id as "accountId", first_at as "firstAt", last_at as "lastAt" from station_pack
    where station_id = ${stationId} and event_id = ${eventId} order by first_at`.execute(tx)
  const times = (all: readonly Date[]): number[] => all.map((at) => at.getTime())
  if (rows.length === 0) return { firstAt: null, lastAt: null, accounts: [] }
  return {
    firstAt: new Date(Math.min(...times(rows.map(({ firstAt }) => firstAt)))),
    lastAt: new Date(Math.max(...times(rows.map(({ lastAt }) => lastAt)))),
    accounts: rows.map(({ accountId, firstAt }) => ({ accountId, firstAt })),
  }
}

type Day = { tenantId: TenantId; day: string }

/** The PIN of a day; null: nobody has asked for it yet. */
export async function selectPin(tx: Tx, day: string): Promise<string | null> {
  const { rows } = await sql<{ pin: string }>`select pin from station_pin where day = ${day}`.execute(tx)
  return rows[0]?.pin ?? null
}

/** Keeps the PIN of a day unless it has one, and forgets those of long before. */
export async function insertPin(tx: Tx, { tenantId, day, pin }: Day & { pin: string }): Promise<void> {
  await sql`
    insert into station_pin (tenant_id, day, pin) values (${tenantId}, ${day}, ${pin}) on conflict do nothing`.execute(
    tx,
  )
  await sql`delete from station_pin where day < ${day}::date - 7`.execute(tx)
}

export async function replacePin(tx: Tx, { tenantId, day, pin }: Day & { pin: string }): Promise<void> {
  await sql`
    insert into station_pin (tenant_id, day, pin) values (${tenantId}, ${day}, ${pin})
    on conflict (tenant_id, day) do update set pin = excluded.pin`.execute(tx)
}

/** A station that may work by itself. Throws `not_found`, `station_waiting`, `station_revoked`. */
export function mustBeAdmitted(station: Station | null): Station {
  if (!station) throw new ApiError('not_found')
  if (station.isRevoked) throw new ApiError('station_revoked')
  if (!station.isAdmitted) throw new ApiError('station_waiting')
  return station
}
