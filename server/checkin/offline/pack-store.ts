import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { RegistrableRow } from '../registration/registrable-store.ts'

/** Families of an event, and of whoever was checked in since that day, the latest first; so many of them. */
export async function selectPackFamilies(
  tx: Tx,
  { eventId, since, most }: { eventId: string; since: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ familyId: string }>`
    select r.family_id as "familyId" from registration r
    where r.family_id is not null and (r.event_id = ${eventId} or (r.day >= ${since}::date and exists (
      select from registration_child c where c.registration_id = r.id and c.checked_in_at is not null)))
    group by r.family_id
    order by bool_or(r.event_id = ${eventId}) desc, max(r.day) desc, r.family_id limit ${most}`.execute(tx)
  return rows.map(({ familyId }) => familyId)
}

export type PackCode = { familyId: string; code: string }

/** Every code that finds a family at the event, the one of its registration first. */
export async function selectPackCodes(tx: Tx, eventId: string, familyIds: string[]): Promise<PackCode[]> {
  const { rows } = await sql<PackCode>`
    select r.family_id as "familyId", d.code from registration r
    join day_code d on d.day = r.day and d.registration_id = r.id
    where r.event_id = ${eventId} and r.family_id = any (${familyIds}::uuid[])
    order by d.code <> r.code, d.code`.execute(tx)
  return rows
}

export type PackChild = Omit<RegistrableRow, 'waiting'> & { familyId: string }

/** Children of these families, and who else of them is registered, as `selectRegistrable` answers them for one family. */
export async function selectPackChildren(tx: Tx, eventId: string, familyIds: string[]): Promise<PackChild[]> {
  const { rows } = await sql<PackChild>`
    with latest as (
      select distinct on (r.family_id) r.family_id, r.id from event now
      join event e on e.starts_at < now.starts_at and e.cancelled_at is null
      join registration r on r.event_id = e.id and r.family_id = any (${familyIds}::uuid[])
      where now.id = ${eventId} and exists (select from registration_child c where c.registration_id = r.id)
      order by r.family_id, e.starts_at desc, e.id
    )
    select m.family_id as "familyId", p.id as "personId", p.first_name as "firstName", p.last_name as "lastName", m.role,
      p.picture_id as "pictureId", p.birth_day as "birthDay", p.birth_month as "birthMonth", p.birth_year as "birthYear",
      c.class_id as "classId",
      case when c.person_id is null then 'none' when c.checked_out_at is not null then 'checked_out'
        when c.checked_in_at is not null then 'checked_in' else 'registered' end as state,
      case when k.id is not null then jsonb_build_object('groupId', k.group_id, 'name', k.name) end as last
    from family_member m join person p on p.id = m.person_id
    left join registration_child c on c.event_id = ${eventId} and c.person_id = p.id
    left join latest l on l.family_id = m.family_id
    left join registration_child b on b.registration_id = l.id and b.person_id = p.id
    left join event_class k on k.id = b.class_id
    where m.family_id = any (${familyIds}::uuid[]) and p.archived_at is null
      and (m.role in (3, 4, 5) or (m.role <> 6 and c.person_id is not null))
    order by m.family_id, m.role, p.sort_name, p.id`.execute(tx)
  return rows
}

export type PackPerson = {
  familyId: string
  personId: string
  firstName: string
  lastName: string
  role: number | null
  phone: string | null
  pictureId: string | null
}

/** Members of these families and others of whom something was said; nobody archived. */
export async function selectPackPeople(tx: Tx, familyIds: string[]): Promise<PackPerson[]> {
  const { rows } = await sql<PackPerson>`
    select w.family_id as "familyId", p.id as "personId", p.first_name as "firstName", p.last_name as "lastName", m.role,
      p.phone, p.picture_id as "pictureId"
    from (
      select family_id, person_id from family_member where family_id = any (${familyIds}::uuid[])
      union select family_id, person_id from guardian_grant
      where family_id = any (${familyIds}::uuid[]) and revoked_at is null
    ) w
    join person p on p.id = w.person_id
    left join family_member m on m.family_id = w.family_id and m.person_id = w.person_id
    where p.archived_at is null
    order by w.family_id, coalesce(m.role, 8), p.sort_name, p.id`.execute(tx)
  return rows
}

export type PackGrant = {
  familyId: string
  personId: string
  childId: string | null
  kind: 'allowed' | 'not_authorised'
  fromDay: string | null
  untilDay: string | null
  weekdays: number[] | null
  oneTime: boolean
  isUsed: boolean
  note: string
}

/** What was said of who may collect children of these families, and was not taken back. */
export async function selectPackGrants(tx: Tx, familyIds: string[]): Promise<PackGrant[]> {
  const { rows } = await sql<PackGrant>`
    select family_id as "familyId", person_id as "personId", child_id as "childId", kind, from_day as "fromDay",
      until_day as "untilDay", weekdays, one_time as "oneTime", used_at is not null as "isUsed", note
    from guardian_grant where family_id = any (${familyIds}::uuid[]) and revoked_at is null
    order by added_at, id`.execute(tx)
  return rows
}

export type PackPhone = { familyId: string; phone: string }

/** Home phones of these families. */
export async function selectHomePhones(tx: Tx, familyIds: string[]): Promise<PackPhone[]> {
  const { rows } = await sql<PackPhone>`
    select id as "familyId", home_phone as phone from family
    where id = any (${familyIds}::uuid[]) and home_phone is not null`.execute(tx)
  return rows
}

export type PackEvent = { churchName: string; classes: PackClass[] }
type PackClass = {
  id: string
  name: string
  ageFrom: number | null
  ageUntil: number | null
  capacity: number | null
  taken: number
  placesLeft: number | null
  checkedIn: number
}

/** The church's name and the classes of an event with their figures. */
export async function selectPackEvent(tx: Tx, eventId: string): Promise<PackEvent | null> {
  const { rows } = await sql<PackEvent>`
    select h.name as "churchName", (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'ageFrom', c.age_from,
        'ageUntil', c.age_until, 'capacity', c.capacity, 'taken', c.taken, 'placesLeft', c.capacity - c.taken - c.leased,
        'checkedIn', (select count(*) from registration_child r
          where r.class_id = c.id and r.checked_in_at is not null and r.checked_out_at is null)) order by c.position, c.id), '[]')
      from event_class c where c.event_id = e.id and c.removed_at is null) as classes
    from event e join church h on h.tenant_id = e.tenant_id where e.id = ${eventId}`.execute(tx)
  return rows[0] ?? null
}
