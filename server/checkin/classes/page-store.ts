import { sql } from 'kysely'
import type { RosterChild } from '#contract/checkin/classes.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { bansOf } from '../collecting/grant-store.ts'

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

export type NewPage = OfClass & {
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
