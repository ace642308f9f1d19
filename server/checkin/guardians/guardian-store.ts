import { sql } from 'kysely'
import type { GrantTerms } from '#contract/checkin/guardians.ts'
import type { Tx } from '#server/platform/database/index.ts'

type Said = { familyId: string; personId: string; at: Date }

/** Takes back everything that was said of somebody in a family. */
export async function revokeGrants(tx: Tx, { familyId, personId, at }: Said): Promise<void> {
  await sql`
    update guardian_grant set revoked_at = ${at}
    where family_id = ${familyId} and person_id = ${personId} and revoked_at is null`.execute(tx)
}

export type NewGrants = Said & { tenantId: string; terms: GrantTerms; addedBy: 'guardian' | 'staff'; keepsUse: boolean }

/**
 * One for each child named, or one for all of them. `keepsUse`: a pass that was used stays used, as the one that was taken
 * back at this moment for the same child.
 */
export async function insertGrants(
  tx: Tx,
  { tenantId, familyId, personId, at, terms, addedBy, keepsUse }: NewGrants,
): Promise<void> {
  const weekdays = terms.weekdays.length > 0 ? terms.weekdays : null
  await sql`
    insert into guardian_grant (tenant_id, family_id, person_id, child_id, kind, from_day, until_day, weekdays, one_time,
      note, added_by, added_at, used_at, used_event)
    select ${tenantId}, ${familyId}, ${personId}, child, ${terms.kind}, ${terms.fromDay}::date, ${terms.untilDay}::date,
      ${weekdays}::smallint[], ${terms.oneTime}, ${terms.note}, ${addedBy}, ${at},
      u.used_at, u.used_event
    from unnest(${terms.childIds ?? [null]}::uuid[]) child
    left join lateral (
      select o.used_at, o.used_event from guardian_grant o
      where ${keepsUse}::boolean and o.family_id = ${familyId} and o.person_id = ${personId} and o.revoked_at = ${at}
        and o.one_time and o.used_at is not null and o.child_id is not distinct from child
      order by o.used_at desc limit 1
    ) u on true`.execute(tx)
}

export type ChildOfFamily = { personId: string; firstName: string; lastName: string }

/** The children that a grant may name. */
export async function selectChildrenOf(tx: Tx, familyId: string): Promise<ChildOfFamily[]> {
  const { rows } = await sql<ChildOfFamily>`
    select p.id as "personId", p.first_name as "firstName", p.last_name as "lastName"
    from family_member m join person p on p.id = m.person_id
    where m.family_id = ${familyId} and m.role in (3, 4, 5) and p.archived_at is null
    order by p.birth_year, p.birth_month, p.birth_day, p.sort_name, p.id`.execute(tx)
  return rows
}

/** Whether somebody is known beyond this family: signs in somewhere, or belongs to another one. */
export async function hasOwnLife(tx: Tx, { familyId, personId }: Omit<Said, 'at'>): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from account where person_id = ${personId} and removed_at is null)
      or exists (select from guardian_account where person_id = ${personId})
      or exists (select from family_member where person_id = ${personId} and family_id <> ${familyId})
      or not exists (select from family_member where person_id = ${personId} and family_id = ${familyId}) as known`.execute(
    tx,
  )
  return rows[0]?.known ?? true
}

/** Anybody of the church who is not archived; held, so that they are not erased meanwhile. False: there is nobody. */
export async function lockNamed(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql`select from person where id = ${personId} and archived_at is null for key share`.execute(
    tx,
  )
  return rows.length > 0
}
