import { sql } from 'kysely'
import type { PublicKey, StationStanding } from '#contract/checkin/stations.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'

/** The public half of a station's key as JWK. */
export type { PublicKey } from '#contract/checkin/stations.ts'

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

export type ListedStation = {
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
 * Every station of the church, those that wait first and then those heard of last; its codes of `day` and its places at
 * events that are not over. What waits for somebody who left the staff waits no longer.
 */
export async function selectStations(tx: Tx, { day, at, id }: { day: string; at: Date; id?: string }) {
  const { rows } = await sql<ListedStation>`
    select s.id, s.name, s.code, s.device, s.created_at as "askedAt", s.seen_at as "seenAt",
      trim(p.first_name || ' ' || p.last_name) as "askedBy", s.revoked_at is not null as revoked,
      case when s.revoked_at is not null then 'out' when s.admitted_at is null then 'waiting' else 'admitted' end as state,
      (select coalesce(sum(l.places), 0)::integer from station_lease l join event_class c on c.id = l.class_id
        join event e on e.id = c.event_id where l.station_id = s.id and e.ends_at > ${at}) as "leasedPlaces",
      (select count(*)::integer from day_code d
        where d.station_id = s.id and d.day = ${day} and d.registration_id is null) as "freeCodes"
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
