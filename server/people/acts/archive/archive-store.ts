import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import { lockPeople, type LockedPerson } from '../record/people-store.ts'

/** Those of these people who are not archived, locked. */
export const lockActive = (tx: Tx, ids: string[]): Promise<LockedPerson[]> =>
  lockPeople(tx, ids, sql`p.archived_at is null`)

/** Those of these people who are archived, locked. */
export async function lockArchived(tx: Tx, ids: string[]): Promise<(LockedPerson & { archivedAt: string })[]> {
  const { rows } = await sql<LockedPerson & { archivedAt: string }>`
    select p.id, p.version, p.merged_into is not null as "isMerged", p.archived_at::text as "archivedAt"
    from person p where p.id = any (${ids}::uuid[]) and p.archived_at is not null
    order by p.id for update of p`.execute(tx)
  return rows
}

/**
 * Locked people leave the lists and their words the search; the number of people follows by trigger. Guardians among them
 * are signed out of the portal.
 */
export async function archive(tx: Tx, ids: string[], at: Date): Promise<void> {
  await sql`
    update person set archived_at = ${at}, version = version + 1 where id = any (${ids}::uuid[])`.execute(tx)
  await endGuardianSessions(tx, ids)
  await markTerms(tx, ids, true)
}

/** Archives again, each since when they were archived before; `since` gives it by id. */
export async function archiveSince(tx: Tx, since: ReadonlyMap<string, string>): Promise<void> {
  const ids = [...since.keys()]
  await sql`
    update person set version = version + 1,
      archived_at = (${JSON.stringify(Object.fromEntries(since))}::jsonb ->> id::text)::timestamptz
    where id = any (${ids}::uuid[])`.execute(tx)
  await endGuardianSessions(tx, ids)
  await markTerms(tx, ids, true)
}

/** Whoever opens one at this moment waits for the lock of the person, and is then refused. */
async function endGuardianSessions(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    delete from guardian_session s using guardian_account a
    where a.tenant_id = s.tenant_id and a.id = s.account_id and a.person_id = any (${ids}::uuid[])`.execute(tx)
}

/** Brings locked people back; merged ones are then their own again, and staff has seen them all. */
export async function restore(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update person set archived_at = null, merged_into = null, version = version + 1, confirmed = true
    where id = any (${ids}::uuid[])`.execute(tx)
  await markTerms(tx, ids, false)
}

/** Their words are found among the archived, or among the others again. */
export async function markTerms(tx: Tx, ids: string[], archived: boolean): Promise<void> {
  await sql`update person_term set archived = ${archived} where person_id = any (${ids}::uuid[])`.execute(tx)
}
