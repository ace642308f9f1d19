import { sql } from 'kysely'
import { GRACE_DAYS } from '#contract/identity/session.ts'
import { directoryKey, enlist, type Tx } from '#server/platform/database/index.ts'

export async function insertSender(tx: Tx, tenantId: string, mask: string, status = 2): Promise<void> {
  await sql`insert into sender_id (tenant_id, mask, status) values (${tenantId}, ${mask}, ${status})`.execute(tx)
  await enlist(tx, 'sender', [directoryKey(mask.toUpperCase())])
}

/** Whether the bulk messages of a church end in an opt-out link. */
export async function setOptOutLink(tx: Tx, tenantId: string, isOn: boolean): Promise<void> {
  await sql`insert into sms_setting (tenant_id, opt_out_link, changed_at) values (${tenantId}, ${isOn}, now())`.execute(
    tx,
  )
}

const DAY_MS = 86_400_000

/** As if a church with too many people had had them for longer than its days of grace. */
export async function endGrace(tx: Tx, at: Date): Promise<void> {
  const since = new Date(at.getTime() - (GRACE_DAYS + 2) * DAY_MS)
  await sql`update church_size set over_since = ${since} where tenant_id = public.current_tenant()`.execute(tx)
}
