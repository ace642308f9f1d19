import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

/** Churches with a reminder to send or a card to hand on. */
export async function selectDue(tx: Tx, at: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from find_due_followups(${at})`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

type Told = {
  staffPersonId: string
  email: string
  firstName: string
  churchName: string
  timeZone: string
  /** Their own; null: none was chosen. */
  language: string | null
  isoCode: string
  /** Whom it is about. */
  name: string
  instructions: string | null
  dueAt: Date | null
}

/** What a notice says, and to whom; null: they left, the person is gone, or the task is done. */
export async function selectTold(
  tx: Tx,
  { accountId, personId, taskId }: { accountId: string; personId: string; taskId: string | null },
): Promise<Told | null> {
  const { rows } = await sql<Told>`
    select a.person_id as "staffPersonId", a.email, s.first_name as "firstName", c.name as "churchName",
      c.time_zone as "timeZone", a.language, c.iso_code as "isoCode", trim(p.first_name || ' ' || p.last_name) as name, t.instructions, t.due_at as "dueAt"
    from account a
    join person s on s.id = a.person_id
    join church c on c.tenant_id = a.tenant_id
    join person p on p.tenant_id = a.tenant_id and p.id = ${personId}
    left join followup_task t on t.tenant_id = a.tenant_id and t.id = ${taskId}::uuid
    where a.id = ${accountId} and a.removed_at is null and p.archived_at is null
      and (${taskId}::uuid is null or (t.id is not null and t.closed_at is null))`.execute(tx)
  return rows[0] ?? null
}
