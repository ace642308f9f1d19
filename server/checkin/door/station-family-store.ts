import { sql, type RawBuilder } from 'kysely'
import type { StationFamily } from '#contract/checkin/station.ts'
import type { Tx } from '../../platform/database/index.ts'
import { bansOf, codeOf } from '../families/index.ts'

type FamilyAtDoor = Pick<StationFamily, 'familyId' | 'name' | 'registrationId' | 'broughtBy'>

/** Families with their registration for an event and who brought them, else their first parent; in the order of their names. */
export async function selectFamiliesAtDoor(tx: Tx, eventId: string, familyIds: string[]): Promise<FamilyAtDoor[]> {
  const { rows } = await sql<FamilyAtDoor>`
    select f.id as "familyId", f.name, r.id as "registrationId", (
      select jsonb_build_object('personId', p.id, 'name', trim(p.first_name || ' ' || p.last_name), 'phone', p.phone)
      from person p left join family_member m on m.person_id = p.id and m.family_id = f.id
      where p.archived_at is null and (p.id = r.brought_by
        or p.id in (select o.person_id from family_member o where o.family_id = f.id and o.role in (1, 2, 6, 7)))
      order by (p.id = r.brought_by) is true desc, m.role, p.sort_name, p.id limit 1) as "broughtBy"
    from family f left join registration r on r.family_id = f.id and r.event_id = ${eventId}
    where f.id = any (${familyIds}::uuid[]) order by f.sort_name, f.id`.execute(tx)
  return rows
}

export type NotWith = { familyId: string; childId: string | null; name: string }

/** Who may not take children of these families, also where another family of theirs says so; `childId` null: none of them. */
export async function selectNotWith(tx: Tx, familyIds: string[]): Promise<NotWith[]> {
  const { rows } = await sql<NotWith>`
    select g.family_id as "familyId", g.child_id as "childId", trim(p.first_name || ' ' || p.last_name) as name
    from guardian_grant g join person p on p.id = g.person_id
    where g.family_id = any (${familyIds}::uuid[]) and g.kind = 'not_authorised' and g.revoked_at is null
    union
    select m.family_id, m.person_id, trim(p.first_name || ' ' || p.last_name)
    from family_member m cross join lateral ${bansOf(sql`m.person_id`, sql`m.family_id`)} g
    join person p on p.id = g.person_id
    where m.family_id = any (${familyIds}::uuid[]) and g.revoked_at is null
    order by name`.execute(tx)
  return rows
}

/** The family that a code of a day leads to, whichever event of the day it is for. */
export async function selectFamilyByCode(tx: Tx, { day, code }: { day: string; code: string }): Promise<string | null> {
  const { rows } = await sql<{ familyId: string | null }>`
    select r.family_id as "familyId" from day_code d join registration r on r.id = d.registration_id
    where d.day = ${day}::date and d.code = ${code}`.execute(tx)
  return rows[0]?.familyId ?? null
}

/** Families whose own code this is: one, or by a rare chance more. */
export async function selectFamiliesByOwnCode(tx: Tx, ownCode: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from family where ${codeOf(sql`family`)} = ${ownCode} order by id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** `eventId`: only families that are registered for it. */
type Finding = { limit: number; eventId?: string | undefined }

const isAt = (eventId: string | undefined): RawBuilder<unknown> =>
  eventId === undefined
    ? sql`true`
    : sql`exists (select from registration r where r.event_id = ${eventId} and r.family_id = found.id)`

/** Those of these families that are registered for an event, in the order of their names. */
export async function selectRegistered(
  tx: Tx,
  familyIds: string[],
  { eventId, limit }: { eventId: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from registration r join family f on f.id = r.family_id
    where r.event_id = ${eventId} and f.id = any (${familyIds}::uuid[]) order by f.sort_name, f.id limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Families with this number, whole (E.164): their own, or of one who looks after their children. */
export async function selectFamiliesByPhone(tx: Tx, phone: string, { limit, eventId }: Finding): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select f.id from family f where f.home_phone = ${phone}
      union select m.family_id from person p join family_member m on m.person_id = p.id
        where p.phone = ${phone} and p.archived_at is null and m.role in (1, 2, 6, 7)
    ) found where ${isAt(eventId)} order by id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Families with a number that ends in these digits. */
export async function selectFamiliesByEnd(tx: Tx, digits: string, { limit, eventId }: Finding): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select f.id from family f where f.home_phone like ${`%${digits}`}
      union select m.family_id from person p join family_member m on m.person_id = p.id
        where p.phone like ${`%${digits}`} and p.archived_at is null and m.role in (1, 2, 6, 7)
    ) found where ${isAt(eventId)} order by id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Roles of a family's people by their ids; nobody archived. */
export async function selectRoles(tx: Tx, familyId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ personId: string; role: number }>`
    select m.person_id as "personId", m.role from family_member m join person p on p.id = m.person_id
    where m.family_id = ${familyId} and p.archived_at is null`.execute(tx)
  return new Map(rows.map(({ personId, role }) => [personId, role]))
}

export type CollectionHead = {
  registrationId: string
  familyId: string | null
  familyName: string | null
}

const head = sql`r.id as "registrationId", r.family_id as "familyId", f.name as "familyName"`

export async function selectHeadByCode(
  tx: Tx,
  { eventId, day, code }: { eventId: string; day: string; code: string },
): Promise<CollectionHead[]> {
  const { rows } = await sql<CollectionHead>`
    select ${head} from day_code d join registration r on r.id = d.registration_id left join family f on f.id = r.family_id
    where d.day = ${day}::date and d.code = ${code} and r.event_id = ${eventId}`.execute(tx)
  return rows
}

/** Registrations of these families for an event. */
export async function selectHeadsOf(tx: Tx, eventId: string, familyIds: string[]): Promise<CollectionHead[]> {
  const { rows } = await sql<CollectionHead>`
    select ${head} from registration r join family f on f.id = r.family_id
    where r.event_id = ${eventId} and r.family_id = any (${familyIds}::uuid[]) order by f.sort_name, f.id`.execute(tx)
  return rows
}

export type CollectedChild = {
  registrationId: string
  personId: string
  firstName: string
  lastName: string
  pictureId: string | null
  classId: string
  className: string
  checkedInAt: Date | null
  checkedOutAt: Date | null
}

/** The children of these registrations. */
export async function selectCollected(tx: Tx, registrationIds: readonly string[]): Promise<CollectedChild[]> {
  const { rows } = await sql<CollectedChild>`
    select k.registration_id as "registrationId", p.id as "personId", p.first_name as "firstName",
      p.last_name as "lastName", p.picture_id as "pictureId", k.class_id as "classId", c.name as "className", k.checked_in_at as "checkedInAt", k.checked_out_at as "checkedOutAt"
    from registration_child k join person p on p.id = k.person_id join event_class c on c.id = k.class_id
    where k.registration_id = any (${[...registrationIds]}::uuid[]) order by p.sort_name, p.id`.execute(tx)
  return rows
}
