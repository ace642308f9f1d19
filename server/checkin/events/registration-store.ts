import { sql } from 'kysely'
import { sendAlong, type TenantId, type Tx } from '../../platform/database/index.ts'
import type { Wanted } from './child-store.ts'
import { ownFamilyOf } from '../families/index.ts'
import { deleteWaiting } from './place-store.ts'

type Kept = { id: string; code: string }

/** A family, or the one in which this guardian looks after children. */
type WhoseFamily = { familyId: string } | { guardianId: string }

export type EventTimes = {
  startsAt: Date
  endsAt: Date
  opensAt: Date | null
  closesAt: Date | null
  cancelledAt: Date | null
}

export type EventLook = EventTimes & {
  /** Null: the guardian has none. */
  familyId: string | null
  name: string
  day: string
  /** The family's, if it has one. */
  registration: Kept | null
  /** Who of the family may be registered: everybody but its guardians and archived people. */
  people: string[]
  /** `left`: places; null: as many as come. */
  classes: { id: string; name: string; isRemoved: boolean; left: number | null }[]
  /** Whether anybody of the family waits for a class of it. */
  someWait: boolean
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
      f.people, f."someWait",
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'isRemoved', c.removed_at is not null,
          'left', c.capacity - c.taken - c.leased)), '[]')
        from event_class c where c.event_id = e.id) as classes
    from event e cross join lateral (
      select coalesce(jsonb_agg(m.person_id) filter (where m.role <> 6 and p.archived_at is null), '[]') as people,
        coalesce(bool_or(exists (select from event_wait w where w.event_id = e.id and w.person_id = m.person_id)), false) as "someWait"
      from family_member m join person p on p.id = m.person_id where m.family_id = (select "familyId" from own)
    ) f
    where e.id = ${eventId} for key share of e`.execute(tx)
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
 * A family's registration with its code, its children and their places, in steps that are sent together and done in this
 * order: who waits is locked first, the classes last and in the order of their ids, because everybody waits for them until the
 * transaction ends. Each step comes out of the registration's row: where the family has another one there is none, and
 * nothing is done.
 */
export async function insertRegistration(tx: Tx, registration: NewRegistration): Promise<Inserted> {
  const { id, tenantId, eventId, familyId, day, code, broughtBy, children, at } = registration
  const waiting = deleteWaiting(
    tx,
    eventId,
    children.map(({ personId }) => personId),
  )
  const made = sql`
    insert into registration (tenant_id, id, event_id, family_id, code, day, brought_by, created_at)
    values (${tenantId}, ${id}, ${eventId}, ${familyId}, ${code}, ${day}, ${broughtBy}, ${at})
    on conflict (tenant_id, event_id, family_id) do nothing returning id`.execute(tx)
  const [, row, isCoded, come, taken] = await Promise.all([
    waiting,
    made,
    insertOwnCode(tx, registration),
    insertOwnChildren(tx, registration),
    takeOwnPlaces(tx, registration),
  ])
  return { made: row.rows.length > 0, coded: isCoded, come, taken }
}

/**
 * The same with plain rows, for a family that has no registration and of which nobody waits: the keys and checks of the tables
 * refuse what may not be, so that nothing is read and the transaction's end travels with it. Classes are locked in the order of
 * their ids, before the keys of the children lock them: one who locks alone leaves the others no list of lockers to read.
 */
export async function insertAtOnce(tx: Tx, registration: NewRegistration): Promise<void> {
  const { id, tenantId, eventId, familyId, day, code, broughtBy, children, at } = registration
  const classes = [...Map.groupBy(children, ({ classId }) => classId)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  await Promise.all([
    sendAlong(
      tx,
      sql`
      insert into registration (tenant_id, id, event_id, family_id, code, day, brought_by, created_at)
      values (${tenantId}, ${id}, ${eventId}, ${familyId}, ${code}, ${day}, ${broughtBy}, ${at})`,
    ),
    sendAlong(
      tx,
      sql`
      insert into day_code (tenant_id, day, code, registration_id) values (${tenantId}, ${day}, ${code}, ${id})`,
    ),
    ...classes.map(([classId, all]) =>
      // Fewer than none: a class that was removed meanwhile is refused by its check, as one that is full.
      sendAlong(
        tx,
        sql`
        update event_class set taken = case when removed_at is null then taken + ${all.length}::integer else -1 end
        where tenant_id = ${tenantId} and id = ${classId}`,
      ),
    ),
    sendAlong(
      tx,
      sql`
      insert into registration_child (tenant_id, event_id, person_id, registration_id, class_id, registered_at)
      select ${tenantId}, ${eventId}, w.person_id, ${id}, w.class_id, ${at}
      from unnest(${children.map(({ personId }) => personId)}::uuid[], ${children.map(({ classId }) => classId)}::uuid[])
        as w (person_id, class_id) order by w.person_id
      returning 1`,
    ),
  ])
}

/** False: the code is somebody else's, or not of the block that it has to be of. */
async function insertOwnCode(tx: Tx, { id, tenantId, day, code, blockOf }: NewRegistration): Promise<boolean> {
  const { rows } = await sql`
    insert into day_code as d (tenant_id, day, code, registration_id)
    select r.tenant_id, r.day, r.code, r.id from registration r
    where r.tenant_id = ${tenantId} and r.id = ${id} and (${blockOf}::uuid is null or exists (
      select from day_code b where b.tenant_id = ${tenantId} and b.day = ${day} and b.code = ${code} and b.station_id = ${blockOf}::uuid))
    on conflict (tenant_id, day, code) do update set registration_id = excluded.registration_id
      where d.registration_id is null and d.station_id = ${blockOf}::uuid
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Answers how many came; who is in another family's registration stays there. */
async function insertOwnChildren(tx: Tx, { id, tenantId, eventId, children, at }: NewRegistration): Promise<number> {
  if (children.length === 0) return 0
  const { rows } = await sql`
    insert into registration_child (tenant_id, event_id, person_id, registration_id, class_id, registered_at)
    select r.tenant_id, ${eventId}::uuid, w.person_id, r.id, w.class_id, ${at}::timestamptz
    from registration r, unnest(${children.map(({ personId }) => personId)}::uuid[],
      ${children.map(({ classId }) => classId)}::uuid[]) as w (person_id, class_id)
    where r.tenant_id = ${tenantId} and r.id = ${id} order by w.person_id
    on conflict (tenant_id, event_id, person_id) do nothing returning 1`.execute(tx)
  return rows.length
}

/** Takes places for the children of a registration; answers the classes that had places for all who want to go there. */
async function takeOwnPlaces(tx: Tx, { id, tenantId, children }: NewRegistration): Promise<string[]> {
  if (children.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with needed as (
      select class_id, count(*)::integer as places from registration_child
      where tenant_id = ${tenantId} and registration_id = ${id} group by class_id
    ), locked as (
      select c.id, n.places from event_class c join needed n on n.class_id = c.id
      where c.tenant_id = ${tenantId} order by c.id for no key update of c
    )
    update event_class c set taken = c.taken + l.places from locked l
    where c.tenant_id = ${tenantId} and c.id = l.id and c.removed_at is null
      and (c.capacity is null or c.taken + c.leased + l.places <= c.capacity)
    returning c.id`.execute(tx)
  return rows.map(({ id: classId }) => classId)
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
