import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

const HALF_A_DAY_MS = 12 * 60 * 60 * 1000

/** A station that was not heard of since then has no share of the places. */
export const heardOfSince = (at: Date): Date => new Date(at.getTime() - HALF_A_DAY_MS)

export type Lease = { classId: string; places: number }

/** Everything that a station holds, at whichever event. Its row is locked before. */
export async function selectLeases(tx: Tx, stationId: string): Promise<Lease[]> {
  const { rows } = await sql<Lease>`
    select class_id as "classId", places from station_lease where station_id = ${stationId} order by class_id`.execute(
    tx,
  )
  return rows
}

/** Ids of the classes of an event that are there, in their order. */
export async function selectClassIds(tx: Tx, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from event_class where event_id = ${eventId} and removed_at is null order by position, id`.execute(tx)
  return rows.map(({ id }) => id)
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

/** Takes back what stations hold of these classes, which are locked, when they were not heard of since then. */
export async function takeBackLeases(tx: Tx, classIds: readonly string[], since: Date): Promise<void> {
  await sql`
    with back as (
      delete from station_lease l using station s
      where s.id = l.station_id and s.seen_at < ${since} and l.class_id = any (${[...classIds]}::uuid[])
      returning l.class_id, l.places
    )
    update event_class c set leased = c.leased - b.places
    from (select class_id, sum(places)::integer as places from back group by class_id) b where c.id = b.class_id`.execute(
    tx,
  )
}

/**
 * Sets what a station holds of these classes, which are locked; `change` is what that is more, or less, than before. None
 * is more than the class has.
 */
export async function saveLeases(
  tx: Tx,
  { tenantId, stationId }: { tenantId: TenantId; stationId: string },
  leases: readonly (Lease & { change: number })[],
): Promise<void> {
  const classIds = leases.map(({ classId }) => classId)
  await sql`
    update event_class c set leased = c.leased + l.change
    from unnest(${classIds}::uuid[], ${leases.map(({ change }) => change)}::integer[]) as l (class_id, change)
    where c.id = l.class_id and l.change <> 0`.execute(tx)
  await sql`
    insert into station_lease (tenant_id, station_id, class_id, places)
    select ${tenantId}, ${stationId}, l.* from unnest(
      ${classIds}::uuid[], ${leases.map(({ places }) => places)}::integer[]) as l (class_id, places)
    on conflict (tenant_id, station_id, class_id) do update set places = excluded.places`.execute(tx)
  await sql`delete from station_lease where station_id = ${stationId} and places = 0`.execute(tx)
}
