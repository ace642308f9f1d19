import { sql } from 'kysely'
import type { Trigger } from '#contract/followup/automation-rules.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'

type Event = { entryId: string; personId: string; depth: number }

/** Keeps what happened for the rules, in the transaction in which it did; nothing where no rule that is on waits for it. */
export async function insertEvents(
  tx: Tx,
  tenantId: TenantId,
  {
    events,
    depth,
    at,
    waiting,
  }: { events: readonly Omit<Event, 'depth'>[]; depth: number; at: Date; waiting: readonly Trigger['kind'][] },
): Promise<void> {
  await sql`
    insert into automation_event (tenant_id, entry_id, person_id, depth, at)
    select ${tenantId}, e.*, ${depth}, ${at}
    from unnest(${events.map(({ entryId }) => entryId)}::uuid[], ${events.map(({ personId }) => personId)}::uuid[]) e
    where exists (select from automation_rule r where r.is_on and r.waits_for = any (${[...waiting]}::text[]))
    on conflict do nothing`.execute(tx)
}

/** The oldest ones, taken for good with this transaction; those that somebody else has are left to them. */
export async function takeEvents(tx: Tx, limit: number): Promise<Event[]> {
  const { rows } = await sql<Event>`
    delete from automation_event where (tenant_id, entry_id) in (
      select tenant_id, entry_id from automation_event order by at, entry_id limit ${limit} for update skip locked)
    returning entry_id as "entryId", person_id as "personId", depth`.execute(tx)
  return rows
}

/** Churches whose rules have something to do. */
export async function selectChurchesDue(tx: Tx, at: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from find_due_automation(${at})`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}
