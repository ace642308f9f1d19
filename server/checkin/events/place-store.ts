import { sql } from 'kysely'
import type { Tx, TenantId } from '../../platform/database/index.ts'

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

/** How many grown-ups are with a class now. */
export async function saveAdults(tx: Tx, classId: string, adults: number): Promise<void> {
  await sql`update event_class set adults = ${adults} where id = ${classId}`.execute(tx)
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

/** Whether a class is one of this event, removed ones too. */
export async function isClassOf(tx: Tx, { eventId, classId }: { eventId: string; classId: string }): Promise<boolean> {
  const { rows } = await sql`select from event_class where id = ${classId} and event_id = ${eventId}`.execute(tx)
  return rows.length > 0
}

/** Names of classes, in the order of their ids, and whether they are gone. */
export async function nameClasses(tx: Tx, ids: string[]): Promise<{ id: string; name: string; isRemoved: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; isRemoved: boolean }>`
    select id, name, removed_at is not null as "isRemoved" from event_class
    where id = any (${ids}::uuid[]) order by id`.execute(tx)
  return rows
}

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

/** Who waits for what; `eventId` and `personId` are one entry. */
type Waiting = {
  tenantId: TenantId
  eventId: string
  classId: string
  personId: string
  familyId: string
  /** The guardian who asks. */
  askedBy: string
}

/** Puts somebody at the end of a class's line; who stands in it already keeps the place. */
export async function insertWaiting(tx: Tx, waiting: Waiting, at: Date): Promise<void> {
  const { tenantId, eventId, classId, personId, familyId, askedBy } = waiting
  await sql`
    insert into event_wait (tenant_id, event_id, class_id, person_id, family_id, asked_by, since)
    values (${tenantId}, ${eventId}, ${classId}, ${personId}, ${familyId}, ${askedBy}, ${at})
    on conflict (tenant_id, event_id, person_id) do nothing`.execute(tx)
}

/** The place in the line, counted from 1; null: does not wait. */
export async function selectPlace(tx: Tx, eventId: string, personId: string): Promise<number | null> {
  const { rows } = await sql<{ place: number }>`
    select (select count(*) from event_wait o
      where o.class_id = w.class_id and (o.since, o.person_id) <= (w.since, w.person_id))::integer as place
    from event_wait w where w.event_id = ${eventId} and w.person_id = ${personId}`.execute(tx)
  return rows[0]?.place ?? null
}

/** Whether anybody waited of these. */
export async function deleteWaiting(tx: Tx, eventId: string, personIds: string[]): Promise<boolean> {
  const { rows } = await sql`
    delete from event_wait where event_id = ${eventId} and person_id = any (${personIds}::uuid[])
    returning person_id`.execute(tx)
  return rows.length > 0
}

/** Takes somebody out of the lines of all other classes of the event. */
export async function leaveOtherLines(
  tx: Tx,
  { eventId, personId, classId }: Pick<Waiting, 'eventId' | 'personId' | 'classId'>,
): Promise<void> {
  await sql`
    delete from event_wait
    where event_id = ${eventId} and person_id = ${personId} and class_id <> ${classId}`.execute(tx)
}

export type FreeClass = { id: string; places: number | null }

/** Those of these classes that have places left and somebody who waits, locked in the order of their ids. Not of events that are over or cancelled. */
export async function lockFreeClasses(tx: Tx, classIds: readonly string[], at: Date): Promise<FreeClass[]> {
  const { rows } = await sql<FreeClass>`
    select c.id, c.capacity - c.taken - c.leased as places from event_class c join event e on e.id = c.event_id
    where c.id = any (${[...classIds]}::uuid[]) and c.removed_at is null and e.cancelled_at is null and e.ends_at > ${at}
      and (c.capacity is null or c.taken + c.leased < c.capacity)
      and exists (select from event_wait w where w.class_id = c.id)
    order by c.id for no key update of c`.execute(tx)
  return rows
}

export type MovedUp = { personId: string; registrationId: string | null; askedBy: string | null }

/**
 * Takes the first of a locked class's line in, at most as many as there are places (null: all). Somebody whose family is
 * just changing what they wait for is passed over. One who is registered in another class already only leaves the line.
 * Answers everybody who left it.
 */
export async function moveUp(tx: Tx, { id, places }: FreeClass, at: Date): Promise<MovedUp[]> {
  const { rows } = await sql<MovedUp>`
    with first as (
      select tenant_id, event_id, class_id, person_id, family_id, asked_by from event_wait
      where class_id = ${id} order by since, person_id limit ${places}::integer for update skip locked
    ), gone as (
      delete from event_wait w using first f where w.event_id = f.event_id and w.person_id = f.person_id
    ), come as (
      insert into registration_child (tenant_id, event_id, person_id, registration_id, class_id, registered_at)
      select r.tenant_id, f.event_id, f.person_id, r.id, f.class_id, ${at}::timestamptz
      from first f join registration r on r.event_id = f.event_id and r.family_id = f.family_id order by f.person_id
      on conflict (tenant_id, event_id, person_id) do nothing returning person_id, registration_id
    ), taken as (
      update event_class set taken = taken + (select count(*) from come)::integer where id = ${id}
    )
    select f.person_id as "personId", f.asked_by as "askedBy", c.registration_id as "registrationId"
    from first f left join come c on c.person_id = f.person_id`.execute(tx)
  return rows
}

export type PlacesLeft = { classId: string; placesLeft: number | null }

export type WatchedEvent = { tenantId: TenantId; eventId: string }

/** The places left of the classes of these events, each of whichever church, in their order; null: as many as come. */
export async function readPlacesLeft(
  outside: Tx,
  watched: readonly WatchedEvent[],
): Promise<(WatchedEvent & PlacesLeft)[]> {
  const { rows } = await sql<WatchedEvent & PlacesLeft>`
    select tenant_id as "tenantId", event_id as "eventId", class_id as "classId", places_left as "placesLeft"
    from read_places_left(${watched.map(({ tenantId }) => tenantId)}, ${watched.map(({ eventId }) => eventId)})`.execute(
    outside,
  )
  return rows
}
