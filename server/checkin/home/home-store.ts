import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type Welcome = {
  name: string
  /** Children, wards and others besides the one who looks. */
  members: number
}

/** Father's first name, else mother's, else that of the guardian who looks. */
export async function selectWelcome(tx: Tx, familyId: string, personId: string): Promise<Welcome> {
  const { rows } = await sql<Welcome>`
    select (array_agg(p.first_name order by (case when m.role in (1, 2) then m.role
        when p.id = ${personId}::uuid then 3 else 4 end), p.sort_name, p.id))[1] as name,
      (count(*) filter (where m.role in (3, 4, 5) or (m.role = 7 and p.id <> ${personId}::uuid)))::integer as members
    from family_member m join person p on p.id = m.person_id
    where m.family_id = ${familyId} and p.archived_at is null having count(*) > 0`.execute(tx)
  return rows[0] ?? { name: '', members: 0 }
}

export type ParentCall = { id: string; firstName: string; className: string; at: Date }

/** Classes that asked for a parent of the family since then and were not answered, the latest first. */
export async function selectCalls(tx: Tx, familyId: string, since: Date): Promise<ParentCall[]> {
  const { rows } = await sql<ParentCall>`
    select c.id, p.first_name as "firstName", k.name as "className", c.at
    from family_member m join class_page c on c.person_id = m.person_id
    join person p on p.id = c.person_id join event_class k on k.id = c.class_id
    where m.family_id = ${familyId} and c.answered_at is null and c.at > ${since}
    order by c.at desc, c.id limit 20`.execute(tx)
  return rows
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
