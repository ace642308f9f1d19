import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type DemoCare = { personId: string; kind: 'allergy' | 'medical'; name: string; instruction: string }

export async function insertCare(tx: Tx, tenantId: string, care: DemoCare, at: Date): Promise<void> {
  await sql`
    insert into care_note (tenant_id, person_id, kind, name, instruction, added_at)
    values (${tenantId}, ${care.personId}, ${care.kind}, ${care.name}, ${care.instruction}, ${at})`.execute(tx)
}

export type DemoGrant = {
  familyId: string
  personId: string
  childId: string | null
  kind: 'allowed' | 'not_authorised'
  note: string
}

export async function insertGrant(tx: Tx, tenantId: string, grant: DemoGrant, at: Date): Promise<void> {
  await sql`
    insert into guardian_grant (tenant_id, family_id, person_id, child_id, kind, note, added_by, added_at)
    values (${tenantId}, ${grant.familyId}, ${grant.personId}, ${grant.childId}, ${grant.kind}, ${grant.note}, 'guardian', ${at})`.execute(
    tx,
  )
}

export type DemoVisit = { personId: string; registrationId: string; classId: string; collectorId: string }

/** Children of an event that is over were there and went home, but for those of families at every so manieth place. */
export async function comeAndGo(
  tx: Tx,
  eventId: string,
  { cameAt, wentAt, missing }: { cameAt: Date; wentAt: Date; missing: number },
): Promise<DemoVisit[]> {
  const { rows } = await sql<DemoVisit>`
    update registration_child c set checked_in_at = ${cameAt}, checked_out_at = ${wentAt}, collected_by = r.brought_by
    from (select id, brought_by, row_number() over (order by created_at, id) as place
      from registration where event_id = ${eventId}) r
    where r.id = c.registration_id and r.place % ${missing} <> 0
    returning c.person_id as "personId", c.registration_id as "registrationId", c.class_id as "classId",
      c.collected_by as "collectorId"`.execute(tx)
  return rows
}

export type DemoFamily = {
  familyId: string
  /** Its father, or else its mother, or else who looks after the children. */
  parentId: string
  /** Under 18 on the day, with their age in years. */
  children: { personId: string; years: number }[]
  /** The one that signs in. */
  isKnown: boolean
}

/** Families with children on a day, as the church keeps them now; `phone` is that of the one that signs in. */
export async function selectFamilies(tx: Tx, { day, phone }: { day: string; phone: string }): Promise<DemoFamily[]> {
  const { rows } = await sql<DemoFamily>`
    with member as (
      select m.family_id, m.role, m.person_id, p.phone, case when p.birth_year is not null then
        extract(year from age(${day}::date, make_date(p.birth_year, coalesce(p.birth_month, 1), coalesce(p.birth_day, 1))))::int
        end as years
      from family_member m join person p on p.id = m.person_id where p.archived_at is null)
    select family_id as "familyId",
      (array_agg(person_id order by role, person_id) filter (where role not in (3, 4, 5)))[1] as "parentId",
      json_agg(json_build_object('personId', person_id, 'years', years) order by person_id)
        filter (where role in (3, 4, 5) and years between 0 and 17) as children,
      coalesce(bool_or(phone = ${phone}), false) as "isKnown"
    from member group by family_id
    having bool_or(role not in (3, 4, 5)) and bool_or(role in (3, 4, 5) and years between 0 and 17)
    order by family_id`.execute(tx)
  return rows
}

/** Whether an event of this name is still to begin; one that was cancelled is remembered until then. */
export async function isPlanned(tx: Tx, name: string, at: Date): Promise<boolean> {
  const { rows } = await sql`select from event where name = ${name} and starts_at > ${at} limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether an event of this name goes on, and for how long it will at least. */
export async function isGoingOn(tx: Tx, name: string, { at, until }: { at: Date; until: Date }): Promise<boolean> {
  const { rows } = await sql`
    select from event where name = ${name} and starts_at <= ${at} and ends_at > ${until} limit 1`.execute(tx)
  return rows.length > 0
}

/** The account that works at the desk of the church that was entered, or else its owner’s. */
export async function findDeskAccount(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from account where roles && array['CheckIn', 'Admin']
    order by not 'CheckIn' = any (roles), created_at, id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
