import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type NotedRefusal = { personId: string | null; collectorId: string | null; reason: string | null }

/** Refusals that a press has written into the log of an event. Whoever writes by the same press meanwhile is waited for. */
export async function selectRefusalsOf(
  tx: Tx,
  { tenantId, eventId, press }: { tenantId: TenantId; eventId: string; press: string },
): Promise<NotedRefusal[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refusal ${tenantId} ${press}`}, 0))`.execute(tx)
  const { rows } = await sql<NotedRefusal>`
    select person_id as "personId", collector_id as "collectorId", details ->> 'reason' as reason from custody_entry
    where event_id = ${eventId} and act = 'release_refused' and details ->> 'press' = ${press}`.execute(tx)
  return rows
}
