import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type FamilyMember = { personId: string; role: number }

/** Whether the church has this family; it cannot be removed before the transaction ends. */
export async function lockFamily(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from family where id = ${id} for key share`.execute(tx)
  return rows.length > 0
}

/** How many of these people the church has, archived ones apart; none can be erased before the transaction ends. */
export async function lockPeople(tx: Tx, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await sql`
    select from person where id = any (${ids}::uuid[]) and archived_at is null order by id for key share`.execute(tx)
  return rows.length
}

/** The members who are shown: archived people stay in their family unseen, and are there again when brought back. */
export async function selectMembers(tx: Tx, familyId: string): Promise<FamilyMember[]> {
  const { rows } = await sql<FamilyMember>`
    select m.person_id as "personId", m.role from family_member m join person p on p.id = m.person_id
    where m.family_id = ${familyId} and p.archived_at is null`.execute(tx)
  return rows
}

/** Who is in a family already gets the new role there. */
export async function insertFamilyMembers(
  tx: Tx,
  tenantId: TenantId,
  members: readonly (FamilyMember & { familyId: string })[],
): Promise<void> {
  await sql`
    insert into family_member (tenant_id, family_id, person_id, role)
    select ${tenantId}, m.family_id, m.person_id, m.role from unnest(
      ${members.map((member) => member.familyId)}::uuid[],
      ${members.map((member) => member.personId)}::uuid[],
      ${members.map((member) => member.role)}::smallint[]) as m (family_id, person_id, role)
    on conflict (tenant_id, family_id, person_id) do update set role = excluded.role`.execute(tx)
}

export async function deleteMembers(tx: Tx, familyId: string, personIds: string[]): Promise<void> {
  await sql`
    delete from family_member where family_id = ${familyId} and person_id = any (${personIds}::uuid[])`.execute(tx)
}
