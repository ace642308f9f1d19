import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'

/** How many units the rules of a church may spend a day; one text after the other asks. */
export async function lockUnitsADay(tx: Tx, tenantId: TenantId): Promise<number> {
  await sql`insert into automation_setting (tenant_id) values (${tenantId}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ units: number }>`
    select units_a_day as units from automation_setting for update`.execute(tx)
  return rows[0]?.units ?? 0
}

const UNITS_A_DAY = 200

export async function selectUnitsADay(tx: Tx): Promise<number> {
  const { rows } = await sql<{ units: number }>`select units_a_day as units from automation_setting`.execute(tx)
  return rows[0]?.units ?? UNITS_A_DAY
}

export async function saveUnitsADay(tx: Tx, tenantId: TenantId, unitsADay: number): Promise<void> {
  await sql`
    insert into automation_setting (tenant_id, units_a_day) values (${tenantId}, ${unitsADay})
    on conflict (tenant_id) do update set units_a_day = excluded.units_a_day`.execute(tx)
}

/** What rules have spent since then. */
export async function selectSpent(tx: Tx, since: Date): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(units), 0)::integer as units from automation_act where ended_at >= ${since} and units > 0`.execute(
    tx,
  )
  return rows[0]?.units ?? 0
}

/** Texts that wait for the day to be over look at once whether they may go. */
export async function wakeCapped(tx: Tx, at: Date): Promise<void> {
  await sql`
    update automation_act set next_at = greatest(due_at, ${at}) where next_at > ${at} and reason = 'daily_cap'`.execute(
    tx,
  )
}
