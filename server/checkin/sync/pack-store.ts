import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { classesOf, type CountedClass } from '../door/index.ts'

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
