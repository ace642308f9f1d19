import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type LockedClass = {
  id: string
  name: string
  /** Null: as many as come. */
  capacity: number | null
  taken: number
  leased: number
  isRemoved: boolean
}

/** Classes, held until the transaction ends, always in the order of their ids: nobody waits for each other in a ring. */
export async function lockClasses(tx: Tx, ids: readonly string[]): Promise<LockedClass[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LockedClass>`
    select id, name, capacity, taken, leased, removed_at is not null as "isRemoved" from event_class
    where id = any (${[...ids]}::uuid[]) order by id for no key update`.execute(tx)
  return rows
}

/**
 * Holds the events of these classes as they are until the transaction ends, like `lookAtEvent`: whoever locks classes and
 * registers somebody afterwards comes here first, as whoever edits an event locks it before its classes.
 */
export async function shareEvents(tx: Tx, classIds: readonly string[]): Promise<void> {
  if (classIds.length === 0) return
  await sql`
    select from event e
    where e.id in (select c.event_id from event_class c where c.id = any (${[...classIds]}::uuid[]))
    order by e.day, e.id for key share of e`.execute(tx)
}

/** Takes places in a class that is locked; `leased` of them were a station's. */
export async function takePlaces(
  tx: Tx,
  id: string,
  { places, leased }: { places: number; leased: number },
): Promise<void> {
  await sql`
    update event_class set taken = taken + ${places}::integer, leased = leased - ${leased}::integer
    where id = ${id}`.execute(tx)
}

/** What a station may give away in these classes, held until the transaction ends. Its classes are locked before. */
export async function lockLeases(
  tx: Tx,
  stationId: string,
  classIds: string[],
): Promise<{ classId: string; places: number }[]> {
  const { rows } = await sql<{ classId: string; places: number }>`
    select class_id as "classId", places from station_lease
    where station_id = ${stationId} and class_id = any (${classIds}::uuid[]) order by class_id for update`.execute(tx)
  return rows
}

export async function spendLease(
  tx: Tx,
  { stationId, classId, places }: { stationId: string; classId: string; places: number },
): Promise<void> {
  await sql`
    update station_lease set places = places - ${places}::integer
    where station_id = ${stationId} and class_id = ${classId}`.execute(tx)
}

/** Names of classes, in the order of their ids, and whether they are gone. */
export async function nameClasses(tx: Tx, ids: string[]): Promise<{ id: string; name: string; isRemoved: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; isRemoved: boolean }>`
    select id, name, removed_at is not null as "isRemoved" from event_class
    where id = any (${ids}::uuid[]) order by id`.execute(tx)
  return rows
}
