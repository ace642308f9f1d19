import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database/index.ts'
import type { DemoSender } from './church-plans.ts'

const STATUS = { pending: 0, approved: 2, not_approved: 3 } as const

/** Whether anybody uses this installation. */
export async function hasChurches(database: Database): Promise<boolean> {
  const { rows } = await database.withoutTenant((tx) => sql<{ used: boolean }>`select has_churches() as used`.execute(tx))
  return rows[0]?.used === true
}

/** Whether the church that was entered is there. */
export async function isThere(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from church`.execute(tx)
  return rows.length > 0
}

export async function insertSender(tx: Tx, tenantId: string, sender: DemoSender, requestedAt: Date): Promise<void> {
  await sql`
    insert into sender_id (tenant_id, mask, status, refused_reason, requested_at)
    values (${tenantId}, ${sender.mask}, ${STATUS[sender.status]}, ${sender.refusedReason}, ${requestedAt})`.execute(tx)
}
