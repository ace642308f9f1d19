import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import type { EventFields } from './check-event.ts'

export type KeptEvent = EventFields & {
  id: string
  seriesId: string | null
  bannerId: string | null
  cancelledAt: Date | null
  version: number
}

const fields = sql`id, series_id as "seriesId", name, place, banner_id as "bannerId", starts_at as "startsAt",
  ends_at as "endsAt", day, opens_at as "opensAt", closes_at as "closesAt", cancelled_at as "cancelledAt", version`

/** An event, held until the transaction ends: nobody registers for it meanwhile. */
export async function lockEvent(tx: Tx, id: string): Promise<KeptEvent | null> {
  const { rows } = await sql<KeptEvent>`select ${fields} from event where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** Events of a series on later days than this one, cancelled ones apart, held until the transaction ends. */
export async function lockFollowing(tx: Tx, seriesId: string, day: string): Promise<KeptEvent[]> {
  const { rows } = await sql<KeptEvent>`
    select ${fields} from event where series_id = ${seriesId} and day > ${day} and cancelled_at is null
    order by day, id for update`.execute(tx)
  return rows
}

/** The event that the next day of a series is like: its latest one. */
export async function selectLatest(tx: Tx, seriesId: string): Promise<KeptEvent | null> {
  const { rows } = await sql<KeptEvent>`
    select ${fields} from event where series_id = ${seriesId}
    order by cancelled_at is not null, day desc limit 1`.execute(tx)
  return rows[0] ?? null
}

export type NewEvent = EventFields & { seriesId: string | null; bannerId: string | null }

/** Answers its id; null when the series has an event on that day already. */
export async function insertEvent(tx: Tx, tenantId: TenantId, event: NewEvent, at: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into event (tenant_id, series_id, name, place, banner_id, starts_at, ends_at, day, opens_at, closes_at, created_at)
    values (${tenantId}, ${event.seriesId}, ${event.name}, ${event.place}, ${event.bannerId}, ${event.startsAt},
      ${event.endsAt}, ${event.day}, ${event.opensAt}, ${event.closesAt}, ${at})
    on conflict (tenant_id, series_id, day) where series_id is not null do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whether the series has another event on that day. */
export async function isDayTaken(
  tx: Tx,
  { seriesId, day, exceptIds }: { seriesId: string; day: string; exceptIds: string[] },
): Promise<boolean> {
  const { rows } = await sql`
    select from event where series_id = ${seriesId} and day = ${day} and id <> all (${exceptIds}::uuid[])`.execute(tx)
  return rows.length > 0
}

export async function updateEvent(tx: Tx, id: string, event: EventFields): Promise<void> {
  await sql`
    update event set name = ${event.name}, place = ${event.place}, starts_at = ${event.startsAt}, ends_at = ${event.endsAt},
      day = ${event.day}, opens_at = ${event.opensAt}, closes_at = ${event.closesAt}, version = version + 1
    where id = ${id}`.execute(tx)
}

export async function markCancelled(tx: Tx, ids: string[], at: Date): Promise<void> {
  await sql`
    update event set cancelled_at = ${at}, version = version + 1
    where id = any (${ids}::uuid[]) and cancelled_at is null`.execute(tx)
}

/** Whether children are in a class of these events at the moment. */
export async function hasChildrenIn(tx: Tx, ids: string[]): Promise<boolean> {
  const { rows } = await sql`
    select from registration_child
    where event_id = any (${ids}::uuid[]) and checked_in_at is not null and checked_out_at is null limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether anybody was ever checked in at one of these events. */
export async function hasAttendance(tx: Tx, ids: string[]): Promise<boolean> {
  const { rows } = await sql`
    select from registration_child where event_id = any (${ids}::uuid[]) and checked_in_at is not null limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

export async function saveBanner(tx: Tx, ids: string[], bannerId: string | null): Promise<void> {
  await sql`
    update event set banner_id = ${bannerId}, version = version + 1 where id = any (${ids}::uuid[])`.execute(tx)
}

/** Those of these pictures that no event shows any more. */
export async function selectUnusedBanners(tx: Tx, bannerIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from unnest(${bannerIds}::uuid[]) as b (id)
    where not exists (select from event e where e.banner_id = b.id)`.execute(tx)
  return rows.map(({ id }) => id)
}
