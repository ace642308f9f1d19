import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type AttendanceCount = { registered: number; absent: number }

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
