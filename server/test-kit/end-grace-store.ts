import { sql } from 'kysely'
import { GRACE_DAYS } from '#contract/identity/session.ts'
import type { Tx } from '#server/platform/database/index.ts'

const DAY_MS = 86_400_000

/** As if a church with too many people had had them for longer than its days of grace. */
export async function endGrace(tx: Tx, at: Date): Promise<void> {
  const since = new Date(at.getTime() - (GRACE_DAYS + 2) * DAY_MS)
  await sql`update church_size set over_since = ${since} where tenant_id = public.current_tenant()`.execute(tx)
}
