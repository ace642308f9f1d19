import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Wanted } from './child-store.ts'
import type { EventTimes } from './registration-state.ts'
import { ownFamilyOf } from '../families/index.ts'

export type Kept = { id: string; code: string }

/** A family, or the one in which this guardian looks after children. */
type WhoseFamily = { familyId: string } | { guardianId: string }

export type EventLook = EventTimes & {
  /** Null: the guardian has none. */
  familyId: string | null
  name: string
  day: string
  /** The family's, if it has one. */
  registration: Kept | null
  /** Who of the family may be registered: everybody but its guardians and archived people. */
  people: string[]
  classes: { id: string; name: string; isRemoved: boolean }[]
}

/**
 * An event as a family finds it, in one question; it can be neither changed nor cancelled before the transaction ends.
 * Null: the church has no such event.
 */
export async function lookAtEvent(tx: Tx, eventId: string, whose: WhoseFamily): Promise<EventLook | null> {
  const family =
    'familyId' in whose
      ? sql`select ${whose.familyId}::uuid as "familyId"`
      : sql`select m.family_id as "familyId" ${ownFamilyOf(whose.guardianId)}`
  const { rows } = await sql<EventLook>`
    with own as materialized (${family})
    select (select "familyId" from own) as "familyId", e.name, e.day, e.starts_at as "startsAt", e.ends_at as "endsAt", e.opens_at as "opensAt",
      e.closes_at as "closesAt", e.cancelled_at as "cancelledAt",
      (select jsonb_build_object('id', r.id, 'code', r.code) from registration r
        where r.event_id = e.id and r.family_id = (select "familyId" from own)) as registration,
      (select coalesce(jsonb_agg(m.person_id), '[]') from family_member m join person p on p.id = m.person_id
        where m.family_id = (select "familyId" from own) and m.role <> 6 and p.archived_at is null) as people,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'isRemoved', c.removed_at is not null)), '[]')
        from event_class c where c.event_id = e.id) as classes
    from event e where e.id = ${eventId} for key share of e`.execute(tx)
  return rows[0] ?? null
}

export type NewRegistration = {
  id: string
  tenantId: TenantId
  eventId: string
  familyId: string
  day: string
  code: string
  /** The code has to be one of this station's block; null: it is a new one. */
  blockOf: string | null
  broughtBy: string | null
  children: readonly Wanted[]
  at: Date
}

export type Inserted = {
  /** False: the family has a registration already, and nothing was done. */
  made: boolean
  /** False: the code is somebody else's. */
  coded: boolean
  /** How many children are in it; the others are in another family's. */
  come: number
  /** Classes that had places for all who want to go there. */
  taken: string[]
}

/**
 * A family's registration with its code, its children and their places in one statement. Each step reads the one before,
 * so that they run in this order: who waits is locked first, the classes last and in the order of their ids, because
 * everybody waits for them until the transaction ends.
 */
export async function insertRegistration(tx: Tx, registration: NewRegistration): Promise<Inserted> {
  const { id, tenantId, eventId, familyId, day, code, blockOf, broughtBy, children, at } = registration
  const { rows } = await sql<Inserted>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(children)}::jsonb) as w ("personId" uuid, "classId" uuid)
    ), ended as (
      delete from event_wait e using wanted w where e.event_id = ${eventId} and e.person_id = w."personId" returning 1
    ), made as (
      insert into registration (tenant_id, id, event_id, family_id, code, day, brought_by, created_at)
      select ${tenantId}::uuid, ${id}::uuid, ${eventId}::uuid, ${familyId}::uuid, ${code}, ${day}::date, ${broughtBy}::uuid,
        ${at}::timestamptz from (select count(*) from ended) first
      on conflict (tenant_id, event_id, family_id) do nothing returning id
    ), coded as (
      insert into day_code as d (tenant_id, day, code, registration_id)
      select ${tenantId}::uuid, ${day}::date, ${code}, id from made
      where ${blockOf}::uuid is null or exists (
        select from day_code b where b.day = ${day}::date and b.code = ${code} and b.station_id = ${blockOf}::uuid)
      on conflict (tenant_id, day, code) do update set registration_id = excluded.registration_id
        where d.registration_id is null and d.station_id = ${blockOf}::uuid
      returning 1
    ), come as (
      insert into registration_child (tenant_id, event_id, person_id, registration_id, class_id, registered_at)
      select ${tenantId}::uuid, ${eventId}::uuid, w."personId", m.id, w."classId", ${at}::timestamptz
      from made m, wanted w, (select count(*) from coded) first order by w."personId"
      on conflict (tenant_id, event_id, person_id) do nothing returning class_id
    ), needed as (
      select class_id, count(*)::integer as places from come group by class_id
    ), locked as (
      select c.id, n.places from event_class c join needed n on n.class_id = c.id order by c.id for no key update of c
    ), taken as (
      update event_class c set taken = c.taken + l.places from locked l
      where c.id = l.id and c.removed_at is null and (c.capacity is null or c.taken + c.leased + l.places <= c.capacity)
      returning c.id
    )
    select exists (select from made) as made, exists (select from coded) as coded,
      (select count(*) from come)::integer as come, (select coalesce(jsonb_agg(id), '[]') from taken) as taken`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('A registration was not answered')
  return row
}

export type LockedRegistration = { registrationId: string; eventId: string; familyId: string | null; code: string }

const lockedFields = sql`id as "registrationId", event_id as "eventId", family_id as "familyId", code`

/** The registration of a family, held until the transaction ends: one change of it at a time. */
export async function lockRegistrationOf(
  tx: Tx,
  { eventId, familyId }: { eventId: string; familyId: string },
): Promise<LockedRegistration | null> {
  const { rows } = await sql<LockedRegistration>`
    select ${lockedFields} from registration where event_id = ${eventId} and family_id = ${familyId} for no key update`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** A registration by its id, held until the transaction ends. */
export async function lockRegistration(tx: Tx, id: string): Promise<LockedRegistration | null> {
  const { rows } = await sql<LockedRegistration>`
    select ${lockedFields} from registration where id = ${id} for no key update`.execute(tx)
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

type DayCode = { day: string; code: string; registrationId: string }

/** Keeps a code for a registration; false when the church has it on that day already. */
export async function insertCode(tx: Tx, tenantId: TenantId, { day, code, registrationId }: DayCode): Promise<boolean> {
  const { rows } = await sql`
    insert into day_code (tenant_id, day, code, registration_id) values (${tenantId}, ${day}, ${code}, ${registrationId})
    on conflict do nothing returning code`.execute(tx)
  return rows.length > 0
}

/**
 * Makes a code of a station's block lead to a registration too; true as well when it leads there already. False when it
 * is not of that block, or leads elsewhere.
 */
export async function attachCode(
  tx: Tx,
  { day, code, registrationId, stationId }: DayCode & { stationId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update day_code set registration_id = ${registrationId}
    where day = ${day} and code = ${code}
      and (registration_id = ${registrationId} or (registration_id is null and station_id = ${stationId}))
    returning code`.execute(tx)
  return rows.length > 0
}

export async function saveRegistrationCode(tx: Tx, { registrationId, code }: Omit<DayCode, 'day'>): Promise<void> {
  await sql`update registration set code = ${code} where id = ${registrationId}`.execute(tx)
}

/** Registrations of an event and their codes, to another day; codes that somebody else has there stay behind. */
export async function moveFreeCodes(tx: Tx, eventId: string, day: string): Promise<void> {
  await sql`update registration set day = ${day} where event_id = ${eventId}`.execute(tx)
  await sql`
    update day_code d set day = ${day} from registration r
    where r.event_id = ${eventId} and d.registration_id = r.id and d.day <> ${day}::date and not exists (
      select from day_code o where o.day = ${day} and o.code = d.code)`.execute(tx)
}

/** Registrations of an event whose own code does not lead to them on this day. */
export async function selectStayedBehind(tx: Tx, eventId: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from registration r where r.event_id = ${eventId} and not exists (
      select from day_code d where d.day = ${day} and d.code = r.code and d.registration_id = r.id)`.execute(tx)
  return rows.map(({ id }) => id)
}

type Block = { stationId: string; day: string }

/** Codes of a day that a station holds and that are nobody's yet. */
export async function selectFreeCodes(tx: Tx, { stationId, day }: Block): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from day_code where station_id = ${stationId} and day = ${day} and registration_id is null
    order by code`.execute(tx)
  return rows.map(({ code }) => code)
}

/** Gives codes to a station; answers those that were nobody's on that day. */
export async function insertFreeCodes(
  tx: Tx,
  { tenantId, stationId, day }: Block & { tenantId: TenantId },
  codes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    insert into day_code (tenant_id, day, code, station_id)
    select ${tenantId}, ${day}, code, ${stationId} from unnest(${codes}::text[]) as c (code)
    on conflict do nothing returning code`.execute(tx)
  return rows.map(({ code }) => code)
}

/** Takes codes that are nobody's from a station: all, or one that it has printed. They lead nowhere on their day from now on. */
export async function takeBackCodes(tx: Tx, stationId: string, code?: { day: string; code: string }): Promise<void> {
  const which = code ? sql`and day = ${code.day} and code = ${code.code}` : sql``
  await sql`
    update day_code set station_id = null where station_id = ${stationId} and registration_id is null ${which}`.execute(
    tx,
  )
}
