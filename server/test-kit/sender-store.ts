import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export async function insertSender(tx: Tx, tenantId: string, mask: string, status = 2): Promise<void> {
  await sql`insert into sender_id (tenant_id, mask, status) values (${tenantId}, ${mask}, ${status})`.execute(tx)
}
