import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

type Merge = { keepId: string; otherIds: string[] }

/** What a merge moved of one person's portal, by ids. */
export type PortalThings = {
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
  const of = (rows: Moved[], id: string): string[] =>
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

type Moved = { id: string; personId: string }

async function move(tx: Tx, statement: ReturnType<typeof sql<Moved>>): Promise<Moved[]> {
  return (await statement.execute(tx)).rows
}

/** The account of the first of the others who has one, if the one who is kept has none. */
const moveGuardianAccount = (tx: Tx, { keepId, otherIds }: Merge): Promise<Moved[]> =>
  move(
    tx,
    sql`update guardian_account t set person_id = ${keepId}
      from (
        select tenant_id, id, person_id from guardian_account where person_id = any (${otherIds}::uuid[])
        order by array_position(${otherIds}::uuid[], person_id) limit 1
      ) b
      where b.tenant_id = t.tenant_id and b.id = t.id
        and not exists (select from guardian_account k where k.person_id = ${keepId})
      returning t.id, b.person_id as "personId"`,
  )

/** Another hash in place of the password's, at random: no password is known that matches, and trying one takes as long. */
export async function endUnprovedPasswords(tx: Tx, personIds: string[]): Promise<void> {
  const secret = randomBytes(32).toString('hex')
  await sql`
    update guardian_account set password_hash = regexp_replace(
      password_hash, '[^$]+$', rtrim(encode(sha256((id || ${secret})::bytea), 'base64'), '='))
    where person_id = any (${personIds}::uuid[]) and proved_at is null`.execute(tx)
}

/** Signs everybody out. */
export async function endSessionsOf(tx: Tx, personIds: string[]): Promise<void> {
  await sql`
    delete from guardian_session s using guardian_account a
    where a.tenant_id = s.tenant_id and a.id = s.account_id and a.person_id = any (${personIds}::uuid[])`.execute(tx)
}

/** Gives back what a merge moved and what is still where it left it. */
export async function returnPortal(
  tx: Tx,
  { things, personId, keepId }: { things: PortalThings; personId: string; keepId: string },
): Promise<void> {
  await sql`
    update guardian_account set person_id = ${personId}
    where id = any (${things.guardianAccounts}::uuid[]) and person_id = ${keepId}`.execute(tx)
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

/** Those of these people who have an account of a guardian. */
export async function selectGuardians(tx: Tx, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select person_id as id from guardian_account where person_id = any (${personIds}::uuid[])`.execute(tx)
  return rows.map((row) => row.id)
}
