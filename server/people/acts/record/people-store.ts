import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import { matching, type PeopleFilter } from '../../search/filter-store.ts'

// The people of an act travel as lists of ids, and each statement reads one table by such a list. Joined inside the
// database, a church that was just filled is taken for a church of one person, and everybody is compared with everybody:
// five thousand people took half a minute.

export async function selectMatching(tx: Tx, filter: PeopleFilter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select m.id from (${matching(filter)}) m limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

export type LockedPerson = { id: string; version: number; isMerged: boolean }

/**
 * Locks those of these people who are as `where` says, with `p` for the person; who had to be waited for is looked at
 * again. Always in the order of ids: acts on the same people wait for each other and never block each other.
 */
export async function lockPeople(tx: Tx, ids: string[], where: RawBuilder<unknown>): Promise<LockedPerson[]> {
  const { rows } = await sql<LockedPerson>`
    select p.id, p.version, p.merged_into is not null as "isMerged" from person p
    where p.id = any (${ids}::uuid[]) and ${where} order by p.id for update of p`.execute(tx)
  return rows
}

/** Whether one of these people signs in as staff. Ask after the lock: who becomes staff meanwhile waits for it. */
export async function anyAccount(tx: Tx, ids: string[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from account a where a.removed_at is null and a.person_id = any (${ids}::uuid[])
    ) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** Which of these people sign in as staff, by name. Ask after the lock, too. */
export async function selectStaff(tx: Tx, ids: string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, trim(p.first_name || ' ' || p.last_name) as name from person p
    where p.id in (select a.person_id from account a where a.removed_at is null and a.person_id = any (${ids}::uuid[]))
    order by p.sort_name, p.id`.execute(tx)
  return rows
}

/** Locks these people, whatever they are. */
export const lockAnyway = (tx: Tx, ids: string[]): Promise<LockedPerson[]> => lockPeople(tx, ids, sql`true`)
