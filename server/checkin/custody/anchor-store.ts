import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type ChurchOfLog = { name: string; timeZone: string }

export async function selectChurchOfLog(tx: Tx): Promise<ChurchOfLog | null> {
  const { rows } = await sql<ChurchOfLog>`select name, time_zone as "timeZone" from church`.execute(tx)
  return rows[0] ?? null
}

/** Churches whose logs have grown since their last mail and where it is evening. */
export async function findToAnchor(tx: Tx, at: Date): Promise<TenantId[]> {
  const { rows } = await sql<{ tenantId: TenantId }>`
    select tenant_id as "tenantId" from find_custody_to_anchor(${at})`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

/** False: this day is done. */
export async function insertAnchorDay(
  tx: Tx,
  { tenantId, day, at }: { tenantId: TenantId; day: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into custody_anchor (tenant_id, day, made_at) values (${tenantId}, ${day}, ${at})
    on conflict do nothing returning day`.execute(tx)
  return rows.length > 0
}

/** The ends of the logs that have grown since the last time; from now on they count as said. */
export async function takeGrown(tx: Tx): Promise<{ eventId: string; number: number }[]> {
  const { rows } = await sql<{ eventId: string; number: number }>`
    update custody_head set anchored = entries where entries > anchored
    returning event_id as "eventId", entries as number`.execute(tx)
  return rows
}

export type EndOfLog = { eventId: string; eventName: string | null; number: number; hash: Buffer | null }

/** The entries at these places, in the order of the events; without a hash it is not there. */
export async function selectEnds(tx: Tx, places: readonly { eventId: string; number: number }[]): Promise<EndOfLog[]> {
  const { rows } = await sql<EndOfLog>`
    select w.event_id as "eventId", v.name as "eventName", w.number, e.hash
    from unnest(${places.map(({ eventId }) => eventId)}::uuid[], ${places.map(({ number }) => number)}::integer[])
      as w (event_id, number)
    left join event v on v.id = w.event_id
    left join custody_entry e on e.event_id = w.event_id and e.number = w.number
    order by v.starts_at, w.event_id, w.number`.execute(tx)
  return rows
}
