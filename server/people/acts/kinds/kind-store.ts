import { sql } from 'kysely'
import type { PersonKind } from '#contract/people/persons.ts'
import type { Tx } from '#server/platform/database/index.ts'

/** Those of these people who are something else than this, locked. Who was merged away stays as it was. */
export async function lockOthersThan(
  tx: Tx,
  ids: string[],
  kind: PersonKind,
): Promise<{ id: string; version: number; kind: PersonKind }[]> {
  const { rows } = await sql<{ id: string; version: number; kind: PersonKind }>`
    select p.id, p.version, p.kind from person p
    where p.id = any (${ids}::uuid[]) and p.kind <> ${kind} and p.merged_into is null
    order by p.id for update of p`.execute(tx)
  return rows
}

export async function setKind(tx: Tx, ids: string[], kind: PersonKind): Promise<void> {
  await sql`
    update person set kind = ${kind}, version = version + 1 where id = any (${ids}::uuid[])`.execute(tx)
}
