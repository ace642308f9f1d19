import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

export type StationEvent = {
  id: string
  name: string
  day: string
  startsAt: Date
  endsAt: Date
  isCancelled: boolean
}

export const eventFields = sql`e.id, e.name, e.day, e.starts_at as "startsAt", e.ends_at as "endsAt",
  e.cancelled_at is not null as "isCancelled"`

export async function selectEvent(tx: Tx, id: string): Promise<StationEvent | null> {
  const { rows } = await sql<StationEvent>`
    select ${eventFields} from event e where e.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The same, which can be neither changed nor cancelled before the transaction ends. */
export async function holdEvent(tx: Tx, id: string): Promise<StationEvent | null> {
  const { rows } = await sql<StationEvent>`
    select ${eventFields} from event e where e.id = ${id} for key share of e`.execute(tx)
  return rows[0] ?? null
}

export type LockedRegistration = { registrationId: string; eventId: string; familyId: string | null; code: string }

const locked = sql`id as "registrationId", event_id as "eventId", family_id as "familyId", code`

/** The registration of a family, held until the transaction ends. */
export async function lockRegistrationOf(
  tx: Tx,
  { eventId, familyId }: { eventId: string; familyId: string },
): Promise<LockedRegistration | null> {
  const { rows } = await sql<LockedRegistration>`
    select ${locked} from registration where event_id = ${eventId} and family_id = ${familyId} for no key update`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Those of these people, and of whoever registered the family, whom nobody has confirmed: the church sees them now. */
export async function selectUnconfirmed(
  tx: Tx,
  { eventId, familyId, personIds }: { eventId: string; familyId: string; personIds: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p where not p.confirmed and (p.id = any (${personIds}::uuid[])
      or p.id = (select r.brought_by from registration r where r.event_id = ${eventId} and r.family_id = ${familyId}))`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** A registration by its id, held until the transaction ends. */
export async function lockRegistration(tx: Tx, id: string): Promise<LockedRegistration | null> {
  const { rows } = await sql<LockedRegistration>`
    select ${locked} from registration where id = ${id} for no key update`.execute(tx)
  return rows[0] ?? null
}

/** The registration that a code of the event's day leads to, at this event only; held until the transaction ends. */
export async function lockRegistrationByCode(
  tx: Tx,
  { eventId, day, code }: { eventId: string; day: string; code: string },
): Promise<LockedRegistration | null> {
  const { rows } = await sql<LockedRegistration>`
    select r.id as "registrationId", r.event_id as "eventId", r.family_id as "familyId", r.code
    from day_code d join registration r on r.id = d.registration_id
    where d.day = ${day}::date and d.code = ${code} and r.event_id = ${eventId} for no key update of r`.execute(tx)
  return rows[0] ?? null
}

export type RegisteredChild = {
  personId: string
  registrationId: string
  classId: string
  checkedInAt: Date | null
  checkedOutAt: Date | null
  collectedBy: string | null
}

const child = sql`person_id as "personId", registration_id as "registrationId", class_id as "classId",
  checked_in_at as "checkedInAt", checked_out_at as "checkedOutAt", collected_by as "collectedBy"`

export async function selectChildren(tx: Tx, registrationId: string): Promise<RegisteredChild[]> {
  const { rows } = await sql<RegisteredChild>`
    select ${child} from registration_child where registration_id = ${registrationId}`.execute(tx)
  return rows
}

/** Children of an event, whichever their registration. */
export async function selectChildrenOfEvent(tx: Tx, eventId: string, personIds: string[]): Promise<RegisteredChild[]> {
  const { rows } = await sql<RegisteredChild>`
    select ${child} from registration_child
    where event_id = ${eventId} and person_id = any (${personIds}::uuid[])`.execute(tx)
  return rows
}

/** Who of these went home before comes again: they stand as registered until they are marked. */
export async function takeBack(
  tx: Tx,
  { registrationId, personIds, at }: { registrationId: string; personIds: string[]; at: Date },
): Promise<void> {
  await sql`
    update registration_child set checked_in_at = null, checked_out_at = null, collected_by = null, collector_at = null,
      seen_at = null, seen_by = null
    where registration_id = ${registrationId} and person_id = any (${personIds}::uuid[])
      and checked_out_at <= ${at}`.execute(tx)
}

/** Who of these is new in class; those who are in stay as they are. */
export async function markCheckedIn(
  tx: Tx,
  { registrationId, personIds, at }: { registrationId: string; personIds: string[]; at: Date },
): Promise<{ personId: string; classId: string }[]> {
  const { rows } = await sql<{ personId: string; classId: string }>`
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

/** Who of these goes home now; `collectorId` null: somebody by name only. */
export async function markCheckedOut(
  tx: Tx,
  gone: { registrationId: string; personIds: string[]; collectorId: string | null; at: Date },
): Promise<{ personId: string; classId: string }[]> {
  const { rows } = await sql<{ personId: string; classId: string }>`
    update registration_child
    set checked_out_at = ${gone.at}, collected_by = ${gone.collectorId}::uuid
    where registration_id = ${gone.registrationId} and person_id = any (${gone.personIds}::uuid[])
      and checked_in_at is not null and checked_out_at is null
    returning person_id as "personId", class_id as "classId"`.execute(tx)
  return rows
}
