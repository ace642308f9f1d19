import { sql, type RawBuilder } from 'kysely'
import type { Pass, ClassChoice } from '#contract/checkin/registration.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { BornOn, LastChoice } from './suggest-class.ts'
import type { EventTimes } from './registration-store.ts'
import { inFamilyOrder } from '../families/index.ts'

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
const isInUse = sql`(exists (select from registration_child k where k.registration_id = r.id)
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

type Attending = { personId: string; classId: string; hasLeft: boolean }

/** Children of a family at an event, whoever registered them. */
export async function selectAttending(tx: Tx, eventId: string, familyId: string | null): Promise<Attending[]> {
  const { rows } = await sql<Attending>`
    select c.person_id as "personId", c.class_id as "classId", c.checked_out_at is not null as "hasLeft"
    from registration_child c join family_member m on m.person_id = c.person_id and m.family_id = ${familyId}::uuid
    where c.event_id = ${eventId} order by c.registered_at, c.person_id`.execute(tx)
  return rows
}

export type RegistrableRow = BornOn & {
  familyId: string
  personId: string
  firstName: string
  lastName: string
  role: number
  pictureId: string | null
  classId: string | null
  state: 'none' | 'registered' | 'checked_in' | 'checked_out'
  /** In the family's latest event before this one; null: was not there. */
  last: LastChoice | null
  waiting: { classId: string; place: number } | null
}

/** Everybody of these families who may be registered for an event, in the order of the family, and how they stand there. */
export async function selectRegistrable(
  tx: Tx,
  eventId: string,
  familyIds: readonly string[],
): Promise<RegistrableRow[]> {
  const { rows } = await sql<RegistrableRow>`
    with latest as (
      select distinct on (r.family_id) r.family_id, r.id from event now
        join event e on e.starts_at < now.starts_at and e.cancelled_at is null
        join registration r on r.event_id = e.id and r.family_id = any (${[...familyIds]}::uuid[])
      where now.id = ${eventId} and exists (select from registration_child c where c.registration_id = r.id)
      order by r.family_id, e.starts_at desc, e.id
    )
    select m.family_id as "familyId", p.id as "personId", p.first_name as "firstName", p.last_name as "lastName", m.role,
      p.picture_id as "pictureId", p.birth_day as "birthDay", p.birth_month as "birthMonth", p.birth_year as "birthYear",
      c.class_id as "classId",
      case when c.person_id is null then 'none' when c.checked_out_at is not null then 'checked_out'
        when c.checked_in_at is not null then 'checked_in' else 'registered' end as state,
      case when k.id is not null then jsonb_build_object('groupId', k.group_id, 'name', k.name) end as last,
      case when w.person_id is not null then jsonb_build_object('classId', w.class_id, 'place', (
        select count(*) from event_wait o
        where o.class_id = w.class_id and (o.since, o.person_id) <= (w.since, w.person_id))) end as waiting
    from family_member m join person p on p.id = m.person_id
    left join registration_child c on c.event_id = ${eventId} and c.person_id = p.id
    left join event_wait w on w.event_id = ${eventId} and w.person_id = p.id
    left join latest l on l.family_id = m.family_id
    left join registration_child b on b.registration_id = l.id and b.person_id = p.id
    left join event_class k on k.id = b.class_id
    where m.family_id = any (${[...familyIds]}::uuid[]) and m.role <> 6 and p.archived_at is null
    order by m.family_id, ${inFamilyOrder}`.execute(tx)
  return rows
}

export async function selectFamilyName(tx: Tx, familyId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from family where id = ${familyId}`.execute(tx)
  return rows[0]?.name ?? ''
}

export type PassRow = Pick<Pass, 'id' | 'code' | 'familyName' | 'children' | 'waiting'> & {
  eventId: string
  eventName: string
  place: string
  startsAt: Date
  endsAt: Date
  isCancelled: boolean
}

const passes = (which: RawBuilder<unknown>): RawBuilder<PassRow> => sql<PassRow>`
  select r.id, r.code, f.name as "familyName", e.id as "eventId", e.name as "eventName", e.place, e.starts_at as "startsAt",
    e.ends_at as "endsAt", e.cancelled_at is not null as "isCancelled",
    (select coalesce(jsonb_agg(jsonb_build_object('personId', p.id, 'firstName', p.first_name, 'lastName', p.last_name,
        'classId', k.id, 'className', k.name, 'state', case when c.checked_out_at is not null then 'checked_out'
          when c.checked_in_at is not null then 'checked_in' else 'registered' end)
        order by p.birth_year nulls last, p.sort_name, p.id), '[]')
      from registration_child c join person p on p.id = c.person_id join event_class k on k.id = c.class_id
      where c.registration_id = r.id) as children,
    (select coalesce(jsonb_agg(jsonb_build_object('personId', p.id, 'firstName', p.first_name, 'className', k.name, 'place', (
          select count(*) from event_wait o
          where o.class_id = w.class_id and (o.since, o.person_id) <= (w.since, w.person_id)))
        order by w.since, w.person_id), '[]')
      from event_wait w join person p on p.id = w.person_id join event_class k on k.id = w.class_id
      where w.event_id = r.event_id and w.family_id = r.family_id) as waiting
  from registration r join event e on e.id = r.event_id join family f on f.id = r.family_id
  where ${which} order by e.starts_at, e.id`

/** A registration of a family; null when it has none of this id. */
export async function selectPass(tx: Tx, id: string, familyId: string): Promise<PassRow | null> {
  const { rows } = await passes(sql`r.id = ${id} and r.family_id = ${familyId}`).execute(tx)
  return rows[0] ?? null
}

/** Of events that are not over, the next one first; those in which nobody is any more are left out. */
export async function selectPasses(tx: Tx, familyId: string, at: Date): Promise<PassRow[]> {
  const { rows } = await passes(sql`r.family_id = ${familyId} and e.ends_at > ${at} and ${isInUse}`).execute(tx)
  return rows
}

/** The number that a guardian is reached by, besides that of the account; null: none. */
export async function selectOwnPhone(tx: Tx, personId: string): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`select phone from person where id = ${personId}`.execute(tx)
  return rows[0]?.phone ?? null
}

type AttendanceCount = { registered: number; absent: number }

/** How many events a family registered for, and how many of those that are over nobody of it came to. Cancelled ones do not count. */
export async function countAttendance(tx: Tx, familyId: string, at: Date): Promise<AttendanceCount> {
  const { rows } = await sql<AttendanceCount>`
    select count(*)::integer as registered,
      (count(*) filter (where e.ends_at <= ${at} and not c.came))::integer as absent
    from registration r join event e on e.id = r.event_id
    join lateral (select bool_or(k.checked_in_at is not null) as came from registration_child k
      where k.registration_id = r.id having count(*) > 0) c on true
    where r.family_id = ${familyId} and e.cancelled_at is null`.execute(tx)
  return rows[0] ?? { registered: 0, absent: 0 }
}

export type AttendedEvent = {
  eventId: string
  name: string
  startsAt: Date
  isOver: boolean
  children: { firstName: string; className: string; checkedInAt: string | null; checkedOutAt: string | null }[]
}

export async function selectAttendance(
  tx: Tx,
  familyId: string,
  { at, limit }: { at: Date; limit: number },
): Promise<AttendedEvent[]> {
  const { rows } = await sql<AttendedEvent>`
    select e.id as "eventId", e.name, e.starts_at as "startsAt", e.ends_at <= ${at} as "isOver", c.children
    from registration r join event e on e.id = r.event_id
    join lateral (
      select jsonb_agg(jsonb_build_object('firstName', p.first_name, 'className', l.name, 'checkedInAt', k.checked_in_at,
        'checkedOutAt', k.checked_out_at) order by p.birth_year nulls last, p.sort_name, p.id) as children
      from registration_child k join person p on p.id = k.person_id join event_class l on l.id = k.class_id
      where k.registration_id = r.id having count(*) > 0) c on true
    where r.family_id = ${familyId} and e.cancelled_at is null
    order by e.starts_at desc, e.id limit ${limit}`.execute(tx)
  return rows
}

type Welcome = {
  name: string
  /** Children, wards and others besides the one who looks. */
  members: number
}

/** Father's first name, else mother's, else that of the guardian who looks. */
export async function selectWelcome(tx: Tx, familyId: string, personId: string): Promise<Welcome> {
  const { rows } = await sql<Welcome>`
    select (array_agg(p.first_name order by (case when m.role in (1, 2) then m.role
        when p.id = ${personId}::uuid then 3 else 4 end), p.sort_name, p.id))[1] as name,
      (count(*) filter (where m.role in (3, 4, 5) or (m.role = 7 and p.id <> ${personId}::uuid)))::integer as members
    from family_member m join person p on p.id = m.person_id
    where m.family_id = ${familyId} and p.archived_at is null having count(*) > 0`.execute(tx)
  return rows[0] ?? { name: '', members: 0 }
}

type ParentCall = { id: string; firstName: string; className: string; at: Date }

/** Classes that asked for a parent of the family since then and were not answered, the latest first. */
export async function selectCalls(tx: Tx, familyId: string, since: Date): Promise<ParentCall[]> {
  const { rows } = await sql<ParentCall>`
    select c.id, p.first_name as "firstName", k.name as "className", c.at
    from family_member m join class_page c on c.person_id = m.person_id
    join person p on p.id = c.person_id join event_class k on k.id = c.class_id
    where m.family_id = ${familyId} and c.answered_at is null and c.at > ${since}
    order by c.at desc, c.id limit 20`.execute(tx)
  return rows
}
