import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

/** Who waits for what; `eventId` and `personId` are one entry. */
export type Waiting = {
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
      select f.tenant_id, f.event_id, f.person_id, r.id, f.class_id, ${at}
      from first f join registration r on r.event_id = f.event_id and r.family_id = f.family_id order by f.person_id
      on conflict (tenant_id, event_id, person_id) do nothing returning person_id, registration_id
    ), taken as (
      update event_class set taken = taken + (select count(*) from come)::integer where id = ${id}
    )
    select f.person_id as "personId", f.asked_by as "askedBy", c.registration_id as "registrationId"
    from first f left join come c on c.person_id = f.person_id`.execute(tx)
  return rows
}
