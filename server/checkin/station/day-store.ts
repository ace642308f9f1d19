import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type CountedClass = {
  id: string
  name: string
  ageFrom: number | null
  ageUntil: number | null
  capacity: number | null
  taken: number
  placesLeft: number | null
  checkedIn: number
}

export type EventOfDay = {
  id: string
  name: string
  place: string
  day: string
  startsAt: Date
  endsAt: Date
  classes: CountedClass[]
}

/** Classes of an event `e` as a station sees them, with or without a network: `CountedClass[]`. */
export const classesOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'ageFrom', c.age_from, 'ageUntil', c.age_until,
    'capacity', c.capacity, 'taken', c.taken, 'placesLeft', c.capacity - c.taken - c.leased,
    'checkedIn', (select count(*) from registration_child r
      where r.class_id = c.id and r.checked_in_at is not null and r.checked_out_at is null)) order by c.position, c.id), '[]')
  from event_class c where c.event_id = e.id and c.removed_at is null)`

const fields = sql`e.id, e.name, e.place, e.day, e.starts_at as "startsAt", e.ends_at as "endsAt", ${classesOf} as classes`

/** Events of a day, and whatever else is going on: begun or soon to begin, and not over since. */
export async function selectEventsOfDay(
  tx: Tx,
  { day, from, until }: { day: string; from: Date; until: Date },
): Promise<EventOfDay[]> {
  const { rows } = await sql<EventOfDay>`
    select ${fields} from event e
    where e.cancelled_at is null and e.ends_at >= ${from} and (e.day = ${day}::date or e.starts_at <= ${until})
    order by e.starts_at, e.id`.execute(tx)
  return rows
}

export async function selectNextEvent(tx: Tx, at: Date): Promise<EventOfDay | null> {
  const { rows } = await sql<EventOfDay>`
    select ${fields} from event e where e.cancelled_at is null and e.starts_at > ${at}
    order by e.starts_at, e.id limit 1`.execute(tx)
  return rows[0] ?? null
}
