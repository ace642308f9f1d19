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

type Press = { tenantId: TenantId; accountId: string; key: string; at: Date }

/**
 * The family that was made by a press whose answer the station did not get, whoever of the staff pressed; null: none was,
 * and from now on none will be by whoever brings the act. A press of theirs that is at work is waited for.
 */
export async function endPress(tx: Tx, { tenantId, accountId, key, at }: Press): Promise<string | null> {
  await sql`
    insert into idempotency_key (tenant_id, account_id, key, request_hash, created_at)
    values (${tenantId}, ${accountId}, ${key}, ''::bytea, ${at}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ familyId: string }>`
    select k.response ->> 'familyId' as "familyId" from idempotency_key k join account a on a.id = k.account_id
    where k.tenant_id = ${tenantId} and k.key = ${key} and k.response ->> 'familyId' is not null
    order by k.created_at limit 1`.execute(tx)
  return rows[0]?.familyId ?? null
}
