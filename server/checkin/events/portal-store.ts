import { sql, type RawBuilder } from 'kysely'
import type { Pass } from '#contract/checkin/registration.ts'
import type { Tx } from '../../platform/database/index.ts'
import { isInUse } from './registrable-store.ts'

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
