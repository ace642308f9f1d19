import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

type Day = { tenantId: TenantId; day: string }

/** The PIN of a day; null: nobody has asked for it yet. */
export async function selectPin(tx: Tx, day: string): Promise<string | null> {
  const { rows } = await sql<{ pin: string }>`select pin from station_pin where day = ${day}`.execute(tx)
  return rows[0]?.pin ?? null
}

/** Keeps the PIN of a day unless it has one, and forgets those of long before. */
export async function insertPin(tx: Tx, { tenantId, day, pin }: Day & { pin: string }): Promise<void> {
  await sql`
    insert into station_pin (tenant_id, day, pin) values (${tenantId}, ${day}, ${pin}) on conflict do nothing`.execute(
    tx,
  )
  await sql`delete from station_pin where day < ${day}::date - 7`.execute(tx)
}

export async function replacePin(tx: Tx, { tenantId, day, pin }: Day & { pin: string }): Promise<void> {
  await sql`
    insert into station_pin (tenant_id, day, pin) values (${tenantId}, ${day}, ${pin})
    on conflict (tenant_id, day) do update set pin = excluded.pin`.execute(tx)
}
