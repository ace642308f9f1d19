import { sql } from 'kysely'
import type { PersonDetail } from '#contract/people/persons.ts'
import type { Tx } from '#server/platform/database/index.ts'

export type StoredPerson = Omit<PersonDetail, 'pictureUrl' | 'archivedAt'> & {
  pictureId: string | null
  archivedAt: Date | null
}

/** One person with groups, families and what else is known; archived ones too. Null: nobody of this id. */
export async function selectPerson(tx: Tx, id: string): Promise<StoredPerson | null> {
  const { rows } = await sql<StoredPerson>`
    select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone, p.kind, p.gender,
      p.marital_status as "maritalStatus", p.birth_day as "birthDay", p.birth_month as "birthMonth",
      p.birth_year as "birthYear", p.address, p.joined_on::text as "joinedOn", p.picture_id as "pictureId",
      p.archived_at as "archivedAt", p.merged_into as "mergedInto", p.version,
      (${groupsOf}) as groups, (${familiesOf}) as families,
      exists (select from account a where a.person_id = p.id and a.removed_at is null) as "isStaff",
      exists (select from opt_out o where o.channel = 'sms' and o.address = p.phone) as "smsOptedOut"
    from person p where p.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

const groupsOf = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]')
  from group_member gm join people_group g on g.id = gm.group_id where gm.person_id = p.id`

const othersOf = sql`
  select coalesce(jsonb_agg(
    jsonb_build_object('id', o.id, 'firstName', o.first_name, 'lastName', o.last_name, 'role', om.role)
    order by om.role, o.sort_name, o.id), '[]')
  from family_member om join person o on o.id = om.person_id
  where om.family_id = f.id and om.person_id <> p.id and o.archived_at is null`

const familiesOf = sql`
  select coalesce(jsonb_agg(
    jsonb_build_object('id', f.id, 'name', f.name, 'role', fm.role, 'members', (${othersOf}))
    order by f.sort_name, f.id), '[]')
  from family_member fm join family f on f.id = fm.family_id where fm.person_id = p.id`
