import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { ReminderDay } from './milestones.ts'

type Reminder = { tenantId: string; expiresOn: string; day: ReminderDay }

/** False: the church was told this already of this end, or its subscription ends on another day by now. */
export async function claimReminder(tx: Tx, { tenantId, expiresOn, day }: Reminder, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into expiry_reminder (tenant_id, expires_on, day, told_at)
    select s.tenant_id, s.expires_on, ${day}, ${at}::timestamptz from subscription s
    where s.tenant_id = ${tenantId} and s.expires_on = ${expiresOn}::date
    on conflict do nothing returning 1`.execute(tx)
  return rows.length === 1
}

/** Churches whose subscription ends or ended about now. */
export async function selectNearExpiry(tx: Tx, at: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from churches_near_expiry(${at})`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}
