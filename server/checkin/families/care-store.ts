import { sql } from 'kysely'
import type { CareNote } from '#contract/checkin/family.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'

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
  const isChanged = gone.rows.length + come.rows.length > 0
  if (isChanged) await clearSeen(tx, personId)
  return isChanged
}

/** What a teacher ticked as read is no longer all there is to read. */
async function clearSeen(tx: Tx, personId: string): Promise<void> {
  await sql`
    update registration_child set seen_at = null, seen_by = null
    where person_id = ${personId} and checked_out_at is null and seen_at is not null`.execute(tx)
}
