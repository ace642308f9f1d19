import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

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
