import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

type Block = { stationId: string; day: string }

/** Codes of a day that a station holds and that are nobody's yet. */
export async function selectFreeCodes(tx: Tx, { stationId, day }: Block): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from day_code where station_id = ${stationId} and day = ${day} and registration_id is null
    order by code`.execute(tx)
  return rows.map(({ code }) => code)
}

/** Gives codes to a station; answers those that were nobody's on that day. */
export async function insertFreeCodes(
  tx: Tx,
  { tenantId, stationId, day }: Block & { tenantId: TenantId },
  codes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    insert into day_code (tenant_id, day, code, station_id)
    select ${tenantId}, ${day}, code, ${stationId} from unnest(${codes}::text[]) as c (code)
    on conflict do nothing returning code`.execute(tx)
  return rows.map(({ code }) => code)
}

/** Takes codes that are nobody's from a station: all, or one that it has printed. They lead nowhere on their day from now on. */
export async function takeBackCodes(tx: Tx, stationId: string, code?: { day: string; code: string }): Promise<void> {
  const which = code ? sql`and day = ${code.day} and code = ${code.code}` : sql``
  await sql`
    update day_code set station_id = null where station_id = ${stationId} and registration_id is null ${which}`.execute(
    tx,
  )
}
