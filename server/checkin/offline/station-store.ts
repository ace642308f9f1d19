import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

/** The public half of a station's key as JWK. */
export type PublicKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string }

export type Station = { id: string; publicKey: PublicKey; applied: number; renewal: number; isRevoked: boolean }

/** Answers the id. */
export async function insertStation(
  tx: Tx,
  tenantId: TenantId,
  station: { name: string; accountId: string; publicKey: PublicKey; at: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into station (tenant_id, name, account_id, public_key, created_at, seen_at)
    values (${tenantId}, ${station.name}, ${station.accountId}, ${JSON.stringify(station.publicKey)}::jsonb, ${station.at},
      ${station.at})
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A station was not kept')
  return row.id
}

const columns = sql`id, public_key as "publicKey", applied, renewal, revoked_at is not null as "isRevoked"`

export async function selectStation(tx: Tx, id: string): Promise<Station | null> {
  const { rows } = await sql<Station>`select ${columns} from station where id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** A station, held until the transaction ends: before its leases and classes are. */
export async function lockStation(tx: Tx, id: string): Promise<Station | null> {
  const { rows } = await sql<Station>`select ${columns} from station where id = ${id} for no key update`.execute(tx)
  return rows[0] ?? null
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

export type StationRow = {
  id: string
  name: string
  seenAt: Date
  leasedPlaces: number
  freeCodes: number
  revoked: boolean
}

/** Every station of the church, those heard of last first; its codes of `day` and its places at events that are not over. */
export async function selectStations(tx: Tx, { day, at }: { day: string; at: Date }): Promise<StationRow[]> {
  const { rows } = await sql<StationRow>`
    select s.id, s.name, s.seen_at as "seenAt", s.revoked_at is not null as revoked,
      (select coalesce(sum(l.places), 0)::integer from station_lease l join event_class c on c.id = l.class_id
        join event e on e.id = c.event_id where l.station_id = s.id and e.ends_at > ${at}) as "leasedPlaces",
      (select count(*)::integer from day_code d
        where d.station_id = s.id and d.day = ${day} and d.registration_id is null) as "freeCodes"
    from station s order by s.seen_at desc, s.id limit 500`.execute(tx)
  return rows
}
