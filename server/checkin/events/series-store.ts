import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type Series = { id: string; intervalWeeks: number; untilDay: string | null; madeUntil: string; isEnded: boolean }

/** Answers its id. `madeUntil` is the latest day that was made. */
export async function insertSeries(
  tx: Tx,
  tenantId: TenantId,
  { intervalWeeks, untilDay, madeUntil }: { intervalWeeks: number; untilDay: string | null; madeUntil: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into event_series (tenant_id, interval_weeks, until_day, made_until)
    values (${tenantId}, ${intervalWeeks}, ${untilDay}, ${madeUntil}) returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A series was not kept')
  return row.id
}

/** Held until the transaction ends: its days are made and changed by one at a time. */
export async function lockSeries(tx: Tx, id: string): Promise<Series | null> {
  const { rows } = await sql<Series>`
    select id, interval_weeks as "intervalWeeks", until_day as "untilDay", made_until as "madeUntil",
      ended_at is not null as "isEnded"
    from event_series where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

export async function saveMadeUntil(tx: Tx, id: string, day: string): Promise<void> {
  await sql`update event_series set made_until = ${day} where id = ${id}`.execute(tx)
}

export async function endSeries(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update event_series set ended_at = ${at} where id = ${id} and ended_at is null`.execute(tx)
}

/** Series of all churches that may have days to make up to this one. Asked outside of any church. */
export async function findSeriesToMake(tx: Tx, until: string): Promise<{ tenantId: string; seriesId: string }[]> {
  const { rows } = await sql<{ tenantId: string; seriesId: string }>`
    select tenant_id as "tenantId", series_id as "seriesId" from find_series_to_make(${until})`.execute(tx)
  return rows
}

/** The zone of the church that was entered. */
export async function selectTimeZone(tx: Tx): Promise<string> {
  const { rows } = await sql<{ timeZone: string }>`select time_zone as "timeZone" from church`.execute(tx)
  return rows[0]?.timeZone ?? 'UTC'
}
