import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import { moveGuardianAccount, returnGuardianAccounts, type MovedOf } from './accounts/account-store.ts'

type Merge = { keepId: string; otherIds: string[] }

/** What a merge moved of one person's portal, by ids. */
type PortalThings = {
  /** By which the person signs in as a guardian. */
  guardianAccounts: string[]
  /** What they may do for children, and what others may do for them. */
  grants: string[]
  childGrants: string[]
  careNotes: string[]
}

/**
 * Moves what people have at the portal to the one who is kept; answers what was moved, by person. A person signs in by one
 * account: where the one who is kept has one, those of the others stay with the archived people, and open the portal of the
 * one who is kept.
 */
export async function movePortal(tx: Tx, merge: Merge): Promise<Map<string, PortalThings>> {
  const { keepId, otherIds } = merge
  const moved = {
    guardianAccounts: await moveGuardianAccount(tx, merge),
    grants: await move(
      tx,
      sql`update guardian_grant t set person_id = ${keepId}
        from guardian_grant b where b.tenant_id = t.tenant_id and b.id = t.id and b.person_id = any (${otherIds}::uuid[])
        returning t.id, b.person_id as "personId"`,
    ),
    childGrants: await move(
      tx,
      sql`update guardian_grant t set child_id = ${keepId}
        from guardian_grant b where b.tenant_id = t.tenant_id and b.id = t.id and b.child_id = any (${otherIds}::uuid[])
        returning t.id, b.child_id as "personId"`,
    ),
    careNotes: await move(
      tx,
      sql`update care_note t set person_id = ${keepId}
        from care_note b where b.tenant_id = t.tenant_id and b.id = t.id and b.person_id = any (${otherIds}::uuid[])
        returning t.id, b.person_id as "personId"`,
    ),
  }
  const of = (rows: MovedOf[], id: string): string[] =>
    rows.filter(({ personId }) => personId === id).map((row) => row.id)
  return new Map(
    otherIds.map((id) => [
      id,
      {
        guardianAccounts: of(moved.guardianAccounts, id),
        grants: of(moved.grants, id),
        childGrants: of(moved.childGrants, id),
        careNotes: of(moved.careNotes, id),
      },
    ]),
  )
}

async function move(tx: Tx, statement: ReturnType<typeof sql<MovedOf>>): Promise<MovedOf[]> {
  return (await statement.execute(tx)).rows
}

/** Gives back what a merge moved and what is still where it left it. */
export async function returnPortal(
  tx: Tx,
  { things, personId, keepId }: { things: PortalThings; personId: string; keepId: string },
): Promise<void> {
  await returnGuardianAccounts(tx, { accountIds: things.guardianAccounts, personId, keepId })
  await sql`
    update guardian_grant set person_id = ${personId}
    where id = any (${things.grants}::uuid[]) and person_id = ${keepId}`.execute(tx)
  await sql`
    update guardian_grant set child_id = ${personId}
    where id = any (${things.childGrants}::uuid[]) and child_id = ${keepId}`.execute(tx)
  await sql`
    update care_note set person_id = ${personId}
    where id = any (${things.careNotes}::uuid[]) and person_id = ${keepId}`.execute(tx)
}
