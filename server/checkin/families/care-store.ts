import { sql } from 'kysely'
import type { CareNote } from '#contract/checkin/family.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'

/** What has to be known of each person, allergies first. */
export async function selectCare(tx: Tx, personIds: string[]): Promise<Map<string, CareNote[]>> {
  const { rows } = await sql<CareNote & { personId: string }>`
    select person_id as "personId", kind, name, instruction from care_note
    where person_id = any (${personIds}::uuid[]) order by kind, added_at, id`.execute(tx)
  const notes = new Map<string, CareNote[]>()
  for (const { personId, ...note } of rows) notes.set(personId, [...(notes.get(personId) ?? []), note])
  return notes
}

/** Puts these notes about a person in place of those before. True when something is different now. */
export async function replaceCare(
  tx: Tx,
  tenantId: TenantId,
  { personId, notes, at }: { personId: string; notes: readonly CareNote[]; at: Date },
): Promise<boolean> {
  const given = sql`
    select kind, name, instruction, min(nth) as nth from unnest(
      ${notes.map((note) => note.kind)}::text[], ${notes.map((note) => note.name)}::text[],
      ${notes.map((note) => note.instruction)}::text[]) with ordinality as g (kind, name, instruction, nth)
    group by kind, name, instruction`
  const gone = await sql`
    delete from care_note n where n.person_id = ${personId}
      and not exists (
        select from (${given}) g where (g.kind, g.name, g.instruction) = (n.kind, n.name, n.instruction)
      )
    returning n.id`.execute(tx)
  const come = await sql`
    insert into care_note (tenant_id, person_id, kind, name, instruction, added_at)
    select ${tenantId}, ${personId}, g.kind, g.name, g.instruction, ${at} from (${given}) g
    where not exists (
      select from care_note n where n.person_id = ${personId}
        and (g.kind, g.name, g.instruction) = (n.kind, n.name, n.instruction)
    )
    order by g.nth
    returning id`.execute(tx)
  return gone.rows.length + come.rows.length > 0
}
