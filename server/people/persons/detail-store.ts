import { sql } from 'kysely'
import type { PersonDetail } from '#contract/people/persons.ts'
import type { Tx } from '#server/platform/database/index.ts'

export type StoredPerson = Omit<PersonDetail, 'pictureUrl' | 'archivedAt' | 'undoAct'> & {
  pictureId: string | null
  archivedAt: Date | null
  undoAct: { id: string; kind: 'merge' | 'archive'; at: string } | null
}

/** One person with groups, families and what else is known; archived ones too. Null: nobody of this id. */
export async function selectPerson(
  tx: Tx,
  id: string,
  { undoSince }: { undoSince: Date },
): Promise<StoredPerson | null> {
  const { rows } = await sql<StoredPerson>`
    select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone, p.kind, p.gender,
      p.marital_status as "maritalStatus", p.birth_day as "birthDay", p.birth_month as "birthMonth",
      p.birth_year as "birthYear", p.address, p.joined_on::text as "joinedOn", p.picture_id as "pictureId",
      p.archived_at as "archivedAt", p.confirmed, p.merged_into as "mergedInto", p.version,
      (${groupsOf}) as groups, (${familiesOf}) as families, (${undoActOf(undoSince)}) as "undoAct",
      exists (select from account a where a.person_id = p.id and a.removed_at is null) as "isStaff",
      exists (select from opt_out o where o.channel = 'sms' and o.address = p.phone) as "smsOptedOut"
    from person p where p.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Of what archived the person or merged them away, the last; a merge that only moved the pointer is none. */
const undoActOf = (since: Date) => sql`
  select jsonb_build_object('id', a.id, 'kind', a.kind, 'at', a.at)
  from people_act_row r join people_act a on a.id = r.act_id
  where r.person_id = p.id and r.version = p.version and p.archived_at is not null
    and (a.kind = 'archive' or (a.kind = 'merge' and r.before ? 'accounts'))
    and a.undone_at is null and not a.forgotten and a.at > ${since}
  order by a.at desc, a.id desc limit 1`

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
