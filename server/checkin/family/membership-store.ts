import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/**
 * Whether a child is checked in at an event that is not long over and not let go yet. Its rows are held: nobody checks the
 * child in before this transaction ends.
 */
export async function isInClass(tx: Tx, personId: string, endedAfter: Date): Promise<boolean> {
  // Registrations are locked before their children, everywhere.
  await sql`
    select from registration where id in (
      select c.registration_id from registration_child c join event e on e.id = c.event_id
      where c.person_id = ${personId} and c.checked_out_at is null and e.ends_at > ${endedAfter}
    ) order by id for no key update`.execute(tx)
  const { rows } = await sql<{ inClass: boolean }>`
    select c.checked_in_at is not null as "inClass" from registration_child c join event e on e.id = c.event_id
    where c.person_id = ${personId} and c.checked_out_at is null and e.ends_at > ${endedAfter}
    order by c.event_id for update of c`.execute(tx)
  return rows.some(({ inClass }) => inClass)
}

/** Whether the church itself has said anything in the family of what this person may do, or of who may take this child. */
export async function isNamedByChurch(tx: Tx, familyId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from guardian_grant
    where family_id = ${familyId} and (person_id = ${personId} or child_id = ${personId}) and added_by = 'staff'
      and revoked_at is null
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Of whom the church itself has said in the family what they may do; members or not, the archived too. */
export async function selectNamedByChurch(
  tx: Tx,
  familyId: string,
): Promise<{ id: string; firstName: string; lastName: string }[]> {
  const { rows } = await sql<{ id: string; firstName: string; lastName: string }>`
    select p.id, p.first_name as "firstName", p.last_name as "lastName" from person p
    where p.id in (
      select person_id from guardian_grant
      where family_id = ${familyId} and added_by = 'staff' and revoked_at is null)`.execute(tx)
  return rows
}

/** Whether the church itself has said anything of what this person may do in the family. */
export async function isSetByChurch(tx: Tx, familyId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from guardian_grant
    where family_id = ${familyId} and person_id = ${personId} and added_by = 'staff' and revoked_at is null
    limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Whether somebody is more than one of this family: staff, signs in at the portal, or looks after another family. A child
 * of two families is not: both say what it is called and what it needs.
 */
export async function looksAfterOthers(tx: Tx, familyId: string, personId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from account where person_id = ${personId} and removed_at is null)
      or exists (select from guardian_account where person_id = ${personId})
      or exists (
        select from family_member
        where person_id = ${personId} and family_id <> ${familyId} and role in (1, 2, 6, 7)
      ) as found`.execute(tx)
  return rows[0]?.found ?? true
}

/** Ends what a family has said about somebody who leaves it: what they may do, and what others may do for them. */
export async function endGrants(
  tx: Tx,
  { familyId, personId, at }: { familyId: string; personId: string; at: Date },
): Promise<void> {
  await sql`
    update guardian_grant set revoked_at = ${at}
    where family_id = ${familyId} and (person_id = ${personId} or child_id = ${personId}) and revoked_at is null
      and added_by <> 'staff'`.execute(tx)
}
