import { sql, type RawBuilder } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { EventFields } from './check-event.ts'
import type { ClassInput, EventClass, EventRow } from '#contract/checkin/events.ts'
import type { EventTimes } from './registration-store.ts'

export type KeptEvent = EventFields & {
  id: string
  seriesId: string | null
  bannerId: string | null
  cancelledAt: Date | null
  version: number
}

const fields = sql`id, series_id as "seriesId", name, place, banner_id as "bannerId", starts_at as "startsAt",
  ends_at as "endsAt", day, opens_at as "opensAt", closes_at as "closesAt", cancelled_at as "cancelledAt", version`

/** An event, held until the transaction ends: nobody registers for it meanwhile. */
export async function lockEvent(tx: Tx, id: string): Promise<KeptEvent | null> {
  const { rows } = await sql<KeptEvent>`select ${fields} from event where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** Events of a series on later days than this one, cancelled ones apart, held until the transaction ends. */
export async function lockFollowing(tx: Tx, seriesId: string, day: string): Promise<KeptEvent[]> {
  const { rows } = await sql<KeptEvent>`
    select ${fields} from event where series_id = ${seriesId} and day > ${day} and cancelled_at is null
    order by day, id for update`.execute(tx)
  return rows
}

/** The event that the next day of a series is like: its latest one. */
export async function selectLatest(tx: Tx, seriesId: string): Promise<KeptEvent | null> {
  const { rows } = await sql<KeptEvent>`
    select ${fields} from event where series_id = ${seriesId}
    order by cancelled_at is not null, day desc limit 1`.execute(tx)
  return rows[0] ?? null
}

type NewEvent = EventFields & { seriesId: string | null; bannerId: string | null }

/** Answers its id; null when the series has an event on that day already. */
export async function insertEvent(tx: Tx, tenantId: TenantId, event: NewEvent, at: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into event (tenant_id, series_id, name, place, banner_id, starts_at, ends_at, day, opens_at, closes_at, created_at)
    values (${tenantId}, ${event.seriesId}, ${event.name}, ${event.place}, ${event.bannerId}, ${event.startsAt},
      ${event.endsAt}, ${event.day}, ${event.opensAt}, ${event.closesAt}, ${at})
    on conflict (tenant_id, series_id, day) where series_id is not null do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whether the series has another event on that day. */
export async function isDayTaken(
  tx: Tx,
  { seriesId, day, exceptIds }: { seriesId: string; day: string; exceptIds: string[] },
): Promise<boolean> {
  const { rows } = await sql`
    select from event where series_id = ${seriesId} and day = ${day} and id <> all (${exceptIds}::uuid[])`.execute(tx)
  return rows.length > 0
}

export async function updateEvent(tx: Tx, id: string, event: EventFields): Promise<void> {
  await sql`
    update event set name = ${event.name}, place = ${event.place}, starts_at = ${event.startsAt}, ends_at = ${event.endsAt},
      day = ${event.day}, opens_at = ${event.opensAt}, closes_at = ${event.closesAt}, version = version + 1
    where id = ${id}`.execute(tx)
}

export async function markCancelled(tx: Tx, ids: string[], at: Date): Promise<void> {
  await sql`
    update event set cancelled_at = ${at}, version = version + 1
    where id = any (${ids}::uuid[]) and cancelled_at is null`.execute(tx)
}

/** Whether children are in a class of these events at the moment. */
export async function hasChildrenIn(tx: Tx, ids: string[]): Promise<boolean> {
  const { rows } = await sql`
    select from registration_child
    where event_id = any (${ids}::uuid[]) and checked_in_at is not null and checked_out_at is null limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether anybody was ever checked in at one of these events. */
export async function hasAttendance(tx: Tx, ids: string[]): Promise<boolean> {
  const { rows } = await sql`
    select from registration_child where event_id = any (${ids}::uuid[]) and checked_in_at is not null limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

export async function saveBanner(tx: Tx, ids: string[], bannerId: string | null): Promise<void> {
  await sql`
    update event set banner_id = ${bannerId}, version = version + 1 where id = any (${ids}::uuid[])`.execute(tx)
}

/** Those of these pictures that no event shows any more. */
export async function selectUnusedBanners(tx: Tx, bannerIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from unnest(${bannerIds}::uuid[]) as b (id)
    where not exists (select from event e where e.banner_id = b.id)`.execute(tx)
  return rows.map(({ id }) => id)
}

type Series = { id: string; intervalWeeks: number; untilDay: string | null; madeUntil: string; isEnded: boolean }

/** Answers its id. `madeUntil` is the latest day that was made. */
export async function insertSeries(
  tx: Tx,
  tenantId: TenantId,
  { intervalWeeks, untilDay, madeUntil }: { intervalWeeks: number; untilDay: string | null; madeUntil: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into event_series (tenant_id, interval_weeks, until_day, made_until)
    values (${tenantId}, ${intervalWeeks}, ${untilDay}, ${madeUntil}) returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A series was not kept')
  return row.id
}

/** Held until the transaction ends: its days are made and changed by one at a time. */
export async function lockSeries(tx: Tx, id: string): Promise<Series | null> {
  const { rows } = await sql<Series>`
    select id, interval_weeks as "intervalWeeks", until_day as "untilDay", made_until as "madeUntil",
      ended_at is not null as "isEnded"
    from event_series where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

export async function saveMadeUntil(tx: Tx, id: string, day: string): Promise<void> {
  await sql`update event_series set made_until = ${day} where id = ${id}`.execute(tx)
}

export async function endSeries(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update event_series set ended_at = ${at} where id = ${id} and ended_at is null`.execute(tx)
}

/** Series of all churches that may have days to make up to this one. Asked outside of any church. */
export async function findSeriesToMake(tx: Tx, until: string): Promise<{ tenantId: string; seriesId: string }[]> {
  const { rows } = await sql<{ tenantId: string; seriesId: string }>`
    select tenant_id as "tenantId", series_id as "seriesId" from find_series_to_make(${until})`.execute(tx)
  return rows
}

/** The zone of the church that was entered. */
export async function selectTimeZone(tx: Tx): Promise<string> {
  const { rows } = await sql<{ timeZone: string }>`select time_zone as "timeZone" from church`.execute(tx)
  return rows[0]?.timeZone ?? 'UTC'
}

export type KeptClass = Omit<ClassInput, 'id'> & {
  id: string
  /** Places that are taken, by children or by a station's lease. */
  taken: number
  /** Those of them that stations hold. */
  leased: number
}

const fieldsClassStore = sql`id, group_id as "groupId", name, age_from as "ageFrom", age_until as "ageUntil", capacity, ratio,
  taken + leased as taken, leased`

/** The classes of an event in their order, locked in the order of their ids; removed ones are left out. */
export async function lockEventClasses(tx: Tx, eventId: string): Promise<KeptClass[]> {
  const { rows } = await sql<KeptClass & { position: number }>`
    select ${fieldsClassStore}, position from event_class where event_id = ${eventId} and removed_at is null
    order by id for no key update`.execute(tx)
  return rows.toSorted((one, other) => one.position - other.position)
}

type Numbered = Omit<ClassInput, 'id'> & { position: number }

export async function insertClass(
  tx: Tx,
  { tenantId, eventId }: { tenantId: TenantId; eventId: string },
  one: Numbered,
): Promise<void> {
  await sql`
    insert into event_class (tenant_id, event_id, group_id, name, age_from, age_until, capacity, ratio, position)
    values (${tenantId}, ${eventId}, ${one.groupId}, ${one.name}, ${one.ageFrom}, ${one.ageUntil}, ${one.capacity},
      ${one.ratio}, ${one.position})`.execute(tx)
}

/** The classes of one event for another. */
export async function copyClasses(tx: Tx, fromId: string, toId: string): Promise<void> {
  await sql`
    insert into event_class (tenant_id, event_id, group_id, name, age_from, age_until, capacity, ratio, position)
    select tenant_id, ${toId}::uuid, group_id, name, age_from, age_until, capacity, ratio, position
    from event_class where event_id = ${fromId} and removed_at is null
    returning 1`.execute(tx)
}

export async function updateClass(tx: Tx, id: string, one: Numbered): Promise<void> {
  await sql`
    update event_class set group_id = ${one.groupId}, name = ${one.name}, age_from = ${one.ageFrom},
      age_until = ${one.ageUntil}, capacity = ${one.capacity}, ratio = ${one.ratio}, position = ${one.position}
    where id = ${id}`.execute(tx)
}

/** Nobody waits for them any more either. */
export async function removeClasses(tx: Tx, ids: string[], at: Date): Promise<void> {
  await sql`delete from event_wait where class_id = any (${ids}::uuid[])`.execute(tx)
  await sql`update event_class set removed_at = ${at} where id = any (${ids}::uuid[])`.execute(tx)
}

/** How many of these groups the church has; none can be removed before the transaction ends. */
export async function lockGroups(tx: Tx, ids: string[]): Promise<number> {
  const { rows } = await sql`
    select from people_group where id = any (${ids}::uuid[]) order by id for key share`.execute(tx)
  return rows.length
}

export type ListedEvent = EventTimes &
  Pick<EventRow, 'id' | 'name' | 'place' | 'series' | 'families' | 'children' | 'checkedIn' | 'version'> & {
    bannerId: string | null
    classes: EventClass[]
  }

const fieldsEventListStore = sql`
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

type EventSearch = { search: string; isOver: boolean; at: Date }

export async function selectEvents(
  tx: Tx,
  which: EventSearch & { after: { startsAt: Date; id: string } | null; limit: number },
): Promise<ListedEvent[]> {
  const { after, isOver, limit } = which
  const order = isOver ? sql`e.starts_at desc, e.id desc` : sql`e.starts_at, e.id`
  const beyond = isOver ? sql`<` : sql`>`
  const rest = after ? sql`(e.starts_at, e.id) ${beyond} (${after.startsAt}, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<ListedEvent>`
    select ${fieldsEventListStore} from event e cross join ${counted} where ${matches(which)} and ${rest}
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
    select ${fieldsEventListStore} from event e cross join ${counted} where e.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

const matches = ({ search, isOver, at }: EventSearch): RawBuilder<unknown> => sql`
  e.ends_at ${isOver ? sql`<=` : sql`>`} ${at}
  and (${search} = '' or strpos(lower(e.name || ' ' || e.place), lower(${search})) > 0)`
