import { sql } from 'kysely'
import type { QuickAnswer } from '#contract/messaging/quick-answers.ts'
import type { Tx } from '../../platform/database/index.ts'

/** By name. */
export async function selectQuickAnswers(tx: Tx): Promise<QuickAnswer[]> {
  const { rows } = await sql<QuickAnswer>`
    select id, name, text from quick_answer order by lower(name), id`.execute(tx)
  return rows
}

/** Names are compared one save after the other. */
export async function lockQuickAnswers(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quick_answer ${tenantId}`}, 0))`.execute(tx)
}

type Saver = { tenantId: string; accountId: string; at: Date }

export async function upsertQuickAnswer(
  tx: Tx,
  { tenantId, accountId, at }: Saver,
  { id, name, text }: QuickAnswer,
): Promise<void> {
  await sql`
    insert into quick_answer (tenant_id, id, name, text, changed_by, changed_at)
    values (${tenantId}, ${id}, ${name}, ${text}, ${accountId}, ${at})
    on conflict (tenant_id, id) do update set name = excluded.name, text = excluded.text,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(tx)
}

export async function removeQuickAnswer(tx: Tx, id: string): Promise<void> {
  await sql`delete from quick_answer where id = ${id}`.execute(tx)
}
