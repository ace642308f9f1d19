import { sql, type RawBuilder } from 'kysely'
import type { Pass } from '#contract/checkin/registration.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { isInUse } from '../events/portal-event-store.ts'

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
