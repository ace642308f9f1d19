import { sql, type RawBuilder } from 'kysely'
import type { Roster, RosterChild } from '#contract/checkin/classes.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { bansOf } from '../../families/index.ts'
import type { BornOn } from '../../events/index.ts'

export type ClassHead = Pick<Roster, 'classId' | 'className' | 'capacity' | 'ratio' | 'adults'> & {
  eventId: string
  eventName: string
  day: string
  startsAt: Date
  endsAt: Date
}

export async function selectClass(tx: Tx, id: string): Promise<ClassHead | null> {
  const { rows } = await sql<ClassHead>`
    select c.id as "classId", c.name as "className", c.capacity, c.ratio, c.adults, e.id as "eventId", e.name as "eventName",
      e.day, e.starts_at as "startsAt", e.ends_at as "endsAt"
    from event_class c join event e on e.id = c.event_id where c.id = ${id} and c.removed_at is null`.execute(tx)
  return rows[0] ?? null
}

export type RosterRow = BornOn &
  Pick<RosterChild, 'personId' | 'firstName' | 'lastName' | 'mayNotLeaveWith' | 'guardians'> & {
    pictureId: string | null
    checkedInAt: Date | null
    checkedOutAt: Date | null
    collectorAt: Date | null
    seenAt: Date | null
    seenBy: string | null
    callId: string | null
    callAt: Date | null
    callSms: NonNullable<RosterChild['call']>['sms'] | null
    callAnsweredAt: Date | null
  }

const nameOf = (person: string): RawBuilder<unknown> =>
  sql`trim(${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)})`

const bans = bansOf(sql`p.id`, sql`r.family_id`)

/** The children of a class, those who are in it first, each with who looks after them, but for who is barred, and the last call for a parent. */
export async function selectRoster(tx: Tx, classId: string): Promise<RosterRow[]> {
  const { rows } = await sql<RosterRow>`
    select p.id as "personId", p.first_name as "firstName", p.last_name as "lastName", p.picture_id as "pictureId",
      p.birth_day as "birthDay", p.birth_month as "birthMonth", p.birth_year as "birthYear",
      k.checked_in_at as "checkedInAt", k.checked_out_at as "checkedOutAt", k.collector_at as "collectorAt",
      k.seen_at as "seenAt", ${nameOf('s')} as "seenBy",
      call.id as "callId", call.at as "callAt",
      case when call.sms = 'follows' and (call.answered_at is not null or k.checked_out_at is not null) then 'not_needed'
        else call.sms end as "callSms", call.answered_at as "callAnsweredAt",
      (select coalesce(jsonb_agg(distinct ${nameOf('n')}), '[]') from ${bans} g join person n on n.id = g.person_id
        where g.revoked_at is null) as "mayNotLeaveWith",
      (select coalesce(jsonb_agg(jsonb_build_object('name', ${nameOf('o')}, 'phone', o.phone)
          order by (o.id = r.brought_by) is true desc, m.role, o.sort_name, o.id), '[]')
        from family_member m join person o on o.id = m.person_id
        where m.family_id = r.family_id and m.role in (1, 2, 6) and m.person_id <> p.id and o.archived_at is null
          and not exists (select from ${bans} g where g.person_id = o.id and g.revoked_at is null)) as guardians
    from registration_child k
    join person p on p.id = k.person_id
    join registration r on r.id = k.registration_id
    left join account a on a.id = k.seen_by
    left join person s on s.id = a.person_id
    left join lateral (
      select c.id, c.at, c.sms, c.answered_at from class_page c
      where c.class_id = k.class_id and c.person_id = k.person_id order by c.at desc limit 1
    ) call on true
    where k.class_id = ${classId}
    order by (k.checked_in_at is not null and k.checked_out_at is null) desc, (k.checked_out_at is not null), p.sort_name, p.id`.execute(
    tx,
  )
  return rows
}

/** Children of classes by how they stand. */
export async function countChildren(
  tx: Tx,
  classIds: string[],
): Promise<{ classId: string; registered: number; checkedIn: number }[]> {
  const { rows } = await sql<{ classId: string; registered: number; checkedIn: number }>`
    select class_id as "classId", count(*)::integer as registered,
      (count(*) filter (where checked_in_at is not null and checked_out_at is null))::integer as "checkedIn"
    from registration_child where class_id = any (${classIds}::uuid[]) group by class_id`.execute(tx)
  return rows
}

export type CallSms = NonNullable<RosterChild['call']>['sms']

export type PagedChild = {
  registrationId: string
  /** Who is asked: whoever registered the child and its parents, but for who is barred. */
  personIds: string[]
  /** Of the first of them who has one; null: nobody has a number. */
  phone: string | null
}

type OfClass = { classId: string; personId: string }

/** Those who may be asked to come for the child `k` of the registration `r`, whoever registered it first. */
const whoMayCome = sql`
  select o.id, o.phone, row_number() over (order by (o.id = r.brought_by) is true desc, m.role, o.sort_name, o.id) as place
  from person o left join family_member m on m.person_id = o.id and m.family_id = r.family_id
  where o.archived_at is null and (o.id = r.brought_by or m.role in (1, 2))
    and not exists (select from ${bansOf(sql`k.person_id`, sql`r.family_id`)} g
      where g.person_id = o.id and g.revoked_at is null)`

/** A child of a class who has not gone home, held until the transaction ends: one call at a time. Null: none. */
export async function lockPagedChild(tx: Tx, { classId, personId }: OfClass): Promise<PagedChild | null> {
  const { rows } = await sql<PagedChild>`
    select k.registration_id as "registrationId",
      array(select w.id from (${whoMayCome}) w order by w.place) as "personIds",
      (select w.phone from (${whoMayCome}) w where w.phone is not null order by w.place limit 1) as phone
    from registration_child k join registration r on r.id = k.registration_id
    where k.class_id = ${classId} and k.person_id = ${personId} and k.checked_out_at is null
    for no key update of k`.execute(tx)
  return rows[0] ?? null
}

/** When the class last asked for a parent of the child. Asked after the child was locked, a call that was just made is seen. */
export async function selectLastPage(tx: Tx, { classId, personId }: OfClass): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select at from class_page where class_id = ${classId} and person_id = ${personId}
    order by at desc limit 1`.execute(tx)
  return rows[0]?.at ?? null
}

type NewPage = OfClass & {
  tenantId: string
  id: string
  eventId: string
  accountId: string
  sms: CallSms
  at: Date
}

export async function insertPage(tx: Tx, page: NewPage): Promise<void> {
  await sql`
    insert into class_page (tenant_id, id, event_id, class_id, person_id, asked_by, at, sms)
    values (${page.tenantId}, ${page.id}, ${page.eventId}, ${page.classId}, ${page.personId}, ${page.accountId},
      ${page.at}, ${page.sms})`.execute(tx)
}

/** A call whose SMS is still to be decided. */
export type FollowedPage = {
  at: Date
  answeredAt: Date | null
  className: string
  churchName: string
  isoCode: string
}

/** Of which child a call is; null: there is none such. */
export async function selectPaged(tx: Tx, id: string): Promise<OfClass | null> {
  const { rows } = await sql<OfClass>`
    select class_id as "classId", person_id as "personId" from class_page where id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Null: it was decided already whether its SMS goes. */
export async function lockFollowed(tx: Tx, id: string): Promise<FollowedPage | null> {
  const { rows } = await sql<FollowedPage>`
    select p.at, p.answered_at as "answeredAt", k.name as "className", c.name as "churchName", c.iso_code as "isoCode"
    from class_page p join event_class k on k.id = p.class_id cross join church c
    where p.id = ${id} and p.sms = 'follows' for no key update of p`.execute(tx)
  return rows[0] ?? null
}

export async function savePageSms(tx: Tx, id: string, sms: CallSms): Promise<void> {
  await sql`update class_page set sms = ${sms} where id = ${id}`.execute(tx)
}

/** The first answer stays. False: no class asks this family. */
export async function answerClass(
  tx: Tx,
  { id, familyId, at }: { id: string; familyId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update class_page c set answered_at = coalesce(c.answered_at, ${at})
    where c.id = ${id} and exists (
      select from family_member m where m.family_id = ${familyId} and m.person_id = c.person_id)
    returning c.id`.execute(tx)
  return rows.length > 0
}
