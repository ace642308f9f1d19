import { sql, type RawBuilder } from 'kysely'
import type { ClassChoice } from '#contract/checkin/registration.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { EventTimes } from './registration-state.ts'

export type PortalEvent = EventTimes & {
  id: string
  name: string
  place: string
  day: string
  bannerId: string | null
  /** Of the family, while there is somebody in it or on the waiting list. */
  registrationId: string | null
}

/** A registration that is in use: empty ones stay behind when everybody was taken out. */
export const isInUse = sql`(exists (select from registration_child k where k.registration_id = r.id)
  or exists (select from event_wait w where w.event_id = r.event_id and w.family_id = r.family_id))`

const fields = (familyId: string | null): RawBuilder<unknown> => sql`
  e.id, e.name, e.place, e.day, e.banner_id as "bannerId", e.starts_at as "startsAt", e.ends_at as "endsAt",
  e.opens_at as "opensAt", e.closes_at as "closesAt", e.cancelled_at as "cancelledAt",
  (select r.id from registration r where r.event_id = e.id and r.family_id = ${familyId}::uuid and ${isInUse}) as "registrationId"`

/** Events that are not over, the next one first. Of those that were cancelled only where the family is registered. */
export async function selectComing(
  tx: Tx,
  { familyId, at, limit }: { familyId: string | null; at: Date; limit: number },
): Promise<PortalEvent[]> {
  const { rows } = await sql<PortalEvent>`
    select * from (
      select ${fields(familyId)} from event e where e.ends_at > ${at}
        and (e.cancelled_at is null or exists (
          select from registration r where r.event_id = e.id and r.family_id = ${familyId}::uuid and ${isInUse}))
    ) coming order by "startsAt", id limit ${limit}`.execute(tx)
  return rows
}

export async function selectPortalEvent(tx: Tx, id: string, familyId: string | null): Promise<PortalEvent | null> {
  const { rows } = await sql<PortalEvent>`select ${fields(familyId)} from event e where e.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

export type Choice = ClassChoice & { groupId: string | null }

/** The classes of an event in their order, with the places that are left; null: as many as come. */
export async function selectChoices(tx: Tx, eventId: string): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select id, group_id as "groupId", name, age_from as "ageFrom", age_until as "ageUntil",
      capacity - taken - leased as "placesLeft"
    from event_class where event_id = ${eventId} and removed_at is null order by position, id`.execute(tx)
  return rows
}

export type Attending = { personId: string; classId: string; hasLeft: boolean }

/** Children of a family at an event, whoever registered them. */
export async function selectAttending(tx: Tx, eventId: string, familyId: string | null): Promise<Attending[]> {
  const { rows } = await sql<Attending>`
    select c.person_id as "personId", c.class_id as "classId", c.checked_out_at is not null as "hasLeft"
    from registration_child c join family_member m on m.person_id = c.person_id and m.family_id = ${familyId}::uuid
    where c.event_id = ${eventId} order by c.registered_at, c.person_id`.execute(tx)
  return rows
}
