import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** The sender ID that the church has had approved for the longest; null: it has none. */
export async function selectFirstMask(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ mask: string }>`
    select mask from sender_id where status = 2 order by requested_at, mask limit 1`.execute(tx)
  return rows[0]?.mask ?? null
}

/** Whether this message was taken on already. */
export async function isTaken(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from sms_campaign where id = ${id}`.execute(tx)
  return rows.length > 0
}

export async function insertOneRecipient(
  tx: Tx,
  { tenantId, campaignId, phone, segments, at }: RecipientOfNotice,
): Promise<void> {
  await sql`
    insert into sms_recipient (tenant_id, campaign_id, position, phone, segments, changed_at)
    values (${tenantId}, ${campaignId}, 1, ${phone}, ${segments}, ${at})`.execute(tx)
}

type RecipientOfNotice = { tenantId: string; campaignId: string; phone: string; segments: number; at: Date }
