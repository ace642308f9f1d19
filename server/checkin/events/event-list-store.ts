import { sql, type RawBuilder } from 'kysely'
import type { EventClass, EventRow } from '#contract/checkin/events.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { EventTimes } from './registration-state.ts'

export type ListedEvent = EventTimes &
  Pick<EventRow, 'id' | 'name' | 'place' | 'series' | 'families' | 'children' | 'checkedIn' | 'version'> & {
    bannerId: string | null
    classes: EventClass[]
  }

const fields = sql`
  e.id, e.name, e.place, e.banner_id as "bannerId", e.starts_at as "startsAt", e.ends_at as "endsAt",
  e.opens_at as "opensAt", e.closes_at as "closesAt", e.cancelled_at as "cancelledAt", e.version,
  (select jsonb_build_object('id', s.id, 'intervalWeeks', s.interval_weeks, 'untilDay', s.until_day, 'ended', s.ended_at is not null)
    from event_series s where s.id = e.series_id) as series,
  n.families, n.children, n."checkedIn",
  (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'groupId', c.group_id, 'name', c.name, 'ageFrom', c.age_from,
      'ageUntil', c.age_until, 'capacity', c.capacity, 'taken', c.taken, 'ratio', c.ratio,
      'checkedIn', (select count(*) from registration_child k where k.class_id = c.id and k.checked_in_at is not null),
      'waiting', (select count(*) from event_wait w where w.class_id = c.id)) order by c.position, c.id), '[]')
    from event_class c where c.event_id = e.id and c.removed_at is null) as classes`

const counted = sql`lateral (
  select count(distinct k.registration_id)::integer as families, count(*)::integer as children,
    count(k.checked_in_at)::integer as "checkedIn"
  from registration_child k where k.event_id = e.id) n`

export type EventSearch = { search: string; isOver: boolean; at: Date }

export async function selectEvents(
  tx: Tx,
  which: EventSearch & { after: { startsAt: Date; id: string } | null; limit: number },
): Promise<ListedEvent[]> {
  const { after, isOver, limit } = which
  const order = isOver ? sql`e.starts_at desc, e.id desc` : sql`e.starts_at, e.id`
  const beyond = isOver ? sql`<` : sql`>`
  const rest = after ? sql`(e.starts_at, e.id) ${beyond} (${after.startsAt}, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<ListedEvent>`
    select ${fields} from event e cross join ${counted} where ${matches(which)} and ${rest}
    order by ${order} limit ${limit}`.execute(tx)
  return rows
}

export async function countEvents(tx: Tx, which: EventSearch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from event e where ${matches(which)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function selectEvent(tx: Tx, id: string): Promise<ListedEvent | null> {
  const { rows } = await sql<ListedEvent>`
    select ${fields} from event e cross join ${counted} where e.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

const matches = ({ search, isOver, at }: EventSearch): RawBuilder<unknown> => sql`
  e.ends_at ${isOver ? sql`<=` : sql`>`} ${at}
  and (${search} = '' or strpos(lower(e.name || ' ' || e.place), lower(${search})) > 0)`
