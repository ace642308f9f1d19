import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import { lockPeople } from '../record/people-store.ts'

/** Those of these people whom nobody has confirmed yet, locked. */
export async function lockUnconfirmed(tx: Tx, ids: string[]): Promise<string[]> {
  const people = await lockPeople(tx, ids, sql`not p.confirmed and p.archived_at is null`)
  return people.map(({ id }) => id)
}

/** From now on they count for the plan; their version stays, for nothing of themselves has changed. */
export async function setConfirmed(tx: Tx, ids: string[]): Promise<void> {
  await sql`update person set confirmed = true where id = any (${ids}::uuid[])`.execute(tx)
}
