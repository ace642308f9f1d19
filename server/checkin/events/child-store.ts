import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'

/** A child and the class that it is to be in. */
export type Wanted = { personId: string; classId: string }

/** A child as it stands at an event. */
export type RegisteredChild = Wanted & {
  registrationId: string
  checkedInAt: Date | null
  checkedOutAt: Date | null
  /** Null: nobody has, or somebody by name only. */
  collectedBy: string | null
}

const columns = sql`person_id as "personId", registration_id as "registrationId", class_id as "classId",
  checked_in_at as "checkedInAt", checked_out_at as "checkedOutAt", collected_by as "collectedBy"`

export async function selectChildren(tx: Tx, registrationId: string): Promise<RegisteredChild[]> {
  const { rows } = await sql<RegisteredChild>`
    select ${columns} from registration_child where registration_id = ${registrationId}`.execute(tx)
  return rows
}

/** Those of these people who are registered for the event, whoever registered them. */
export async function selectChildrenOfEvent(tx: Tx, eventId: string, personIds: string[]): Promise<RegisteredChild[]> {
  const { rows } = await sql<RegisteredChild>`
    select ${columns} from registration_child
    where event_id = ${eventId} and person_id = any (${personIds}::uuid[])`.execute(tx)
  return rows
}

type NewChildren = { tenantId: TenantId; eventId: string; registrationId: string; at: Date }

/** Answers how many came; who is in another registration of the event stays there. Their places are taken before. */
export async function insertChildren(
  tx: Tx,
  { tenantId, eventId, registrationId, at }: NewChildren,
  children: readonly Wanted[],
): Promise<number> {
  const { rows } = await sql`
    insert into registration_child (tenant_id, event_id, person_id, registration_id, class_id, registered_at)
    select ${tenantId}, ${eventId}, w.person_id, ${registrationId}, w.class_id, ${at}
    from unnest(${children.map(({ personId }) => personId)}::uuid[], ${children.map(({ classId }) => classId)}::uuid[])
      as w (person_id, class_id) order by w.person_id
    on conflict (tenant_id, event_id, person_id) do nothing returning person_id`.execute(tx)
  return rows.length
}

/** Puts registered children into other classes, where their notes are to be read anew; the places are taken before; the former places are given back by themselves. */
export async function moveChildren(tx: Tx, eventId: string, children: readonly Wanted[]): Promise<void> {
  await sql`
    update registration_child c set class_id = w.class_id, seen_at = null, seen_by = null
    from unnest(${children.map(({ personId }) => personId)}::uuid[], ${children.map(({ classId }) => classId)}::uuid[])
      as w (person_id, class_id)
    where c.event_id = ${eventId} and c.person_id = w.person_id`.execute(tx)
}

/** Takes a child out of an event, unless it was checked in; answers the class whose place is free now. */
export async function deleteChild(tx: Tx, eventId: string, personId: string): Promise<string | null> {
  const { rows } = await sql<{ classId: string }>`
    delete from registration_child where event_id = ${eventId} and person_id = ${personId} and checked_in_at is null
    returning class_id as "classId"`.execute(tx)
  return rows[0]?.classId ?? null
}

/** Children of a registration to whom something happens at the door. */
type OfRegistration = { registrationId: string; personIds: string[]; at: Date }

/** Who of these went home before comes again: they stand as registered until they are checked in. */
export async function takeBack(tx: Tx, { registrationId, personIds, at }: OfRegistration): Promise<void> {
  await sql`
    update registration_child set checked_in_at = null, checked_out_at = null, collected_by = null, collector_at = null,
      seen_at = null, seen_by = null
    where registration_id = ${registrationId} and person_id = any (${personIds}::uuid[])
      and checked_out_at <= ${at}`.execute(tx)
}

/** Who of these is new in class; those who are in stay as they are. */
export async function markCheckedIn(tx: Tx, { registrationId, personIds, at }: OfRegistration): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    update registration_child set checked_in_at = ${at}
    where registration_id = ${registrationId} and person_id = any (${personIds}::uuid[]) and checked_in_at is null
    returning person_id as "personId", class_id as "classId"`.execute(tx)
  return rows
}

/**
 * A call that hung let these children in later than they stood at the door. Only while it is their one visit: a pass of one
 * visit is not good for the next.
 */
export async function saveCameAt(
  tx: Tx,
  { eventId, personIds, at }: { eventId: string; personIds: string[]; at: Date },
): Promise<void> {
  if (personIds.length === 0) return
  await sql`
    update registration_child k set checked_in_at = ${at}
    where event_id = ${eventId} and person_id = any (${personIds}::uuid[]) and checked_in_at > ${at}
      and checked_out_at is null and not exists (
        select from custody_entry e where e.event_id = k.event_id and e.person_id = k.person_id
          and e.act in ('checked_out', 'released_by_two'))`.execute(tx)
}

/** Tells the classes that somebody has come; answers the children of whom it was not known. */
export async function markCollector(tx: Tx, registrationId: string, at: Date): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    update registration_child set collector_at = ${at}
    where registration_id = ${registrationId} and checked_in_at is not null and checked_out_at is null
      and collector_at is null
    returning person_id as "personId", class_id as "classId"`.execute(tx)
  return rows
}

/** Who of these goes home now; `collectorId` null: with somebody by name only. */
export async function markCheckedOut(
  tx: Tx,
  { registrationId, personIds, collectorId, at }: OfRegistration & { collectorId: string | null },
): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    update registration_child set checked_out_at = ${at}, collected_by = ${collectorId}::uuid
    where registration_id = ${registrationId} and person_id = any (${personIds}::uuid[])
      and checked_in_at is not null and checked_out_at is null
    returning person_id as "personId", class_id as "classId"`.execute(tx)
  return rows
}

/** A teacher has read the notes about a child of the class; `at` null: has not. False when the child is not in this class. */
export async function saveSeen(
  tx: Tx,
  { classId, personId, accountId, at }: Wanted & { accountId: string | null; at: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    update registration_child set seen_at = ${at}::timestamptz, seen_by = ${accountId}::uuid
    where class_id = ${classId} and person_id = ${personId} returning person_id`.execute(tx)
  return rows.length > 0
}

/** What was ticked as read about somebody is no longer all there is to read. */
export async function clearSeen(tx: Tx, personId: string): Promise<void> {
  await sql`
    update registration_child set seen_at = null, seen_by = null
    where person_id = ${personId} and checked_out_at is null and seen_at is not null`.execute(tx)
}

/** Since when these children are in class at an event. */
export async function selectInClassSince(
  tx: Tx,
  eventId: string,
  childIds: readonly string[],
): Promise<{ childId: string; since: Date }[]> {
  const { rows } = await sql<{ childId: string; since: Date }>`
    select person_id as "childId", checked_in_at as since from registration_child
    where event_id = ${eventId} and person_id = any (${[...childIds]}::uuid[]) and checked_in_at is not null`.execute(
    tx,
  )
  return rows
}

/** Whose places: of these people everywhere, of these people in these families, or of everybody of these families. */
type Whose = { familyIds: string[] | null; personIds: string[] | null }

/** Whether a child whom this family registered is checked in, at an event that has not ended before then. Holds them. */
export async function isFamilyInClass(tx: Tx, familyId: string, endedAfter: Date): Promise<boolean> {
  // Registrations are locked before their children, everywhere.
  await sql`select from registration where family_id = ${familyId} order by id for no key update`.execute(tx)
  const { rows } = await sql<{ inClass: boolean }>`
    select c.checked_in_at is not null as "inClass"
    from registration r join registration_child c on c.registration_id = r.id join event e on e.id = r.event_id
    where r.family_id = ${familyId} and c.checked_out_at is null and e.ends_at > ${endedAfter}
    order by c.event_id, c.person_id for update of c`.execute(tx)
  return rows.some(({ inClass }) => inClass)
}

/**
 * Gives up places in classes and lines of events that are not over, of whoever leaves a family or the church; a child who
 * was checked in stays where it is. Registrations are locked before classes, everywhere; whoever waits moves up by the
 * sweep of the lines.
 */
export async function giveUpPlaces(tx: Tx, { familyIds, personIds }: Whose, at: Date): Promise<void> {
  const { rows } = await sql<{ registrationId: string; classId: string }>`
    select c.registration_id as "registrationId", c.class_id as "classId"
    from registration_child c join registration r on r.id = c.registration_id join event e on e.id = c.event_id
    where (${personIds}::uuid[] is null or c.person_id = any (${personIds}::uuid[]))
      and (${familyIds}::uuid[] is null or r.family_id = any (${familyIds}::uuid[]))
      and c.checked_in_at is null and e.ends_at > ${at}`.execute(tx)
  if (rows.length > 0) {
    const registrations = rows.map(({ registrationId }) => registrationId)
    await sql`
      select from registration where id = any (${registrations}::uuid[]) order by id for no key update`.execute(tx)
    await sql`
      select from event_class where id = any (${rows.map(({ classId }) => classId)}::uuid[])
      order by id for no key update`.execute(tx)
    await sql`
      delete from registration_child c using event e
      where e.id = c.event_id and e.ends_at > ${at} and c.registration_id = any (${registrations}::uuid[])
        and (${personIds}::uuid[] is null or c.person_id = any (${personIds}::uuid[]))
        and c.checked_in_at is null`.execute(tx)
  }
  await sql`
    delete from event_wait w using event e
    where e.id = w.event_id and e.ends_at > ${at}
      and (${personIds}::uuid[] is null or w.person_id = any (${personIds}::uuid[]))
      and (${familyIds}::uuid[] is null or w.family_id = any (${familyIds}::uuid[]))`.execute(tx)
}

/** Whether one of these people is registered or waits for an event that has not ended before then. */
export async function anyAtEvent(tx: Tx, personIds: string[], endedAfter: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from registration_child c join event e on e.id = c.event_id
      where c.person_id = any (${personIds}::uuid[]) and e.ends_at > ${endedAfter} and c.checked_out_at is null
        and (e.cancelled_at is null or c.checked_in_at is not null)
    ) or exists (
      select from event_wait w join event e on e.id = w.event_id
      where w.person_id = any (${personIds}::uuid[]) and e.ends_at > ${endedAfter} and e.cancelled_at is null
    ) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** Those of these people whom a family has ever registered. */
export async function selectRegistered(tx: Tx, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct person_id as id from registration_child where person_id = any (${personIds}::uuid[])`.execute(tx)
  return rows.map((row) => row.id)
}
