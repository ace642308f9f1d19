import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** Below how many free units the church wants to be told; null: never. */
export async function selectThreshold(tx: Tx, tenantId: string): Promise<number | null> {
  const { rows } = await sql<{ threshold: number }>`
    select threshold from unit_alert where tenant_id = ${tenantId}`.execute(tx)
  return rows[0]?.threshold ?? null
}

/** Sets it, or with null takes it away. */
export async function saveThreshold(tx: Tx, tenantId: string, threshold: number | null): Promise<void> {
  await (
    threshold === null
      ? sql`delete from unit_alert where tenant_id = ${tenantId}`
      : sql`
        insert into unit_alert (tenant_id, threshold) values (${tenantId}, ${threshold})
        on conflict (tenant_id) do update set threshold = excluded.threshold`
  ).execute(tx)
}
