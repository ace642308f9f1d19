import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type Member = { personId: string; firstName: string; lastName: string; role: number; phone: string | null }

/** Families that the church has since that instant and in which somebody who looks after the children has this phone. */
export async function selectNewFamilies(tx: Tx, { phone, since }: { phone: string; since: Date }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from family f
    where f.created_at >= ${since} and exists (
      select from family_member m join person p on p.id = m.person_id
      where m.family_id = f.id and m.role in (1, 2, 6, 7) and p.phone = ${phone} and p.archived_at is null)
    order by f.created_at, f.id limit 20`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Who is in a family, parents first; nobody archived. */
export async function selectFamilyMembers(tx: Tx, familyId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select p.id as "personId", p.first_name as "firstName", p.last_name as "lastName", m.role, p.phone
    from family_member m join person p on p.id = m.person_id
    where m.family_id = ${familyId} and p.archived_at is null order by m.role, p.created_at, p.id`.execute(tx)
  return rows
}

/** One family with this phone is looked for and made at a time: the second one finds the first. */
export async function lockPhone(tx: Tx, tenantId: TenantId, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`walk-in ${tenantId} ${phone}`}, 0))`.execute(tx)
}
