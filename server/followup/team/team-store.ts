import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Day } from '../../platform/runtime/index.ts'

export type Absence = { id: string; accountId: string; fromDay: Day; untilDay: Day; deputyId: string | null }
export type Deputy = { accountId: string; deputyId: string }

/** Absences that are not over on this day, the next first. */
export async function selectAbsences(tx: Tx, today: Day): Promise<Absence[]> {
  const { rows } = await sql<Absence>`
    select id, account_id as "accountId", from_day::text as "fromDay", until_day::text as "untilDay",
      deputy_id as "deputyId"
    from followup_absence where until_day >= ${today}::date order by from_day, id`.execute(tx)
  return rows
}

export async function selectDeputies(tx: Tx): Promise<Deputy[]> {
  const { rows } = await sql<Deputy>`
    select account_id as "accountId", deputy_id as "deputyId" from followup_deputy`.execute(tx)
  return rows
}

export async function insertAbsence(tx: Tx, tenantId: TenantId, absence: Absence): Promise<void> {
  await sql`
    insert into followup_absence (tenant_id, id, account_id, from_day, until_day, deputy_id)
    values (${tenantId}, ${absence.id}, ${absence.accountId}, ${absence.fromDay}::date, ${absence.untilDay}::date,
      ${absence.deputyId})`.execute(tx)
}

/** Whose absence it was; null: there is none of this id. */
export async function deleteAbsence(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ accountId: string }>`
    delete from followup_absence where id = ${id} returning account_id as "accountId"`.execute(tx)
  return rows[0]?.accountId ?? null
}

export async function upsertDeputy(tx: Tx, tenantId: TenantId, { accountId, deputyId }: Deputy): Promise<void> {
  await sql`
    insert into followup_deputy (tenant_id, account_id, deputy_id) values (${tenantId}, ${accountId}, ${deputyId})
    on conflict (tenant_id, account_id) do update set deputy_id = excluded.deputy_id`.execute(tx)
}

export async function deleteDeputy(tx: Tx, accountId: string): Promise<void> {
  await sql`delete from followup_deputy where account_id = ${accountId}`.execute(tx)
}
