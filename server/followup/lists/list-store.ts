import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { WorkingWeek } from './working-hours.ts'
import type { Source, Stage } from './default-lists.ts'

/** By path and place, the retired ones too: they stay readable. */
export async function selectStages(tx: Tx): Promise<Stage[]> {
  const { rows } = await sql<Stage>`
    select id, track, name, position, meaning, retired_at is not null as "isRetired"
    from followup_stage order by track, position, id`.execute(tx)
  return rows
}

/** By place, the retired ones too. */
export async function selectSources(tx: Tx): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select id, name, position, retired_at is not null as "isRetired"
    from followup_source order by position, id`.execute(tx)
  return rows
}

export async function insertStages(tx: Tx, tenantId: TenantId, stages: readonly Stage[]): Promise<void> {
  await sql`
    insert into followup_stage (tenant_id, id, track, name, position, meaning)
    select ${tenantId}, s.* from unnest(
      ${stages.map(({ id }) => id)}::smallint[], ${stages.map(({ track }) => track)}::text[],
      ${stages.map(({ name }) => name)}::text[], ${stages.map(({ position }) => position)}::smallint[],
      ${stages.map(({ meaning }) => meaning)}::text[]) s
    returning 1`.execute(tx)
}

export async function insertSources(tx: Tx, tenantId: TenantId, sources: readonly Source[]): Promise<void> {
  await sql`
    insert into followup_source (tenant_id, id, name, position)
    select ${tenantId}, s.* from unnest(
      ${sources.map(({ id }) => id)}::smallint[], ${sources.map(({ name }) => name)}::text[],
      ${sources.map(({ position }) => position)}::smallint[]) s
    returning 1`.execute(tx)
}

export async function insertSetting(tx: Tx, tenantId: TenantId): Promise<void> {
  await sql`insert into followup_setting (tenant_id) values (${tenantId})`.execute(tx)
}

/** One change of a church's lists at a time: new ones take the next number. */
export async function lockLists(tx: Tx): Promise<void> {
  await sql`select from followup_setting for update`.execute(tx)
}

type ListChange = { id: number; name: string; position: number; isRetired: boolean; at: Date }

export async function updateStage(tx: Tx, { id, name, position, isRetired, at }: ListChange): Promise<void> {
  await sql`
    update followup_stage set name = ${name}, position = ${position},
      retired_at = case when ${isRetired} then coalesce(retired_at, ${at}) end
    where id = ${id}`.execute(tx)
}

export async function updateSource(tx: Tx, { id, name, position, isRetired, at }: ListChange): Promise<void> {
  await sql`
    update followup_source set name = ${name}, position = ${position},
      retired_at = case when ${isRetired} then coalesce(retired_at, ${at}) end
    where id = ${id}`.execute(tx)
}

/** How the church works, and in which zone. */
export async function selectWorkingWeek(tx: Tx): Promise<WorkingWeek> {
  const { rows } = await sql<WorkingWeek>`
    select c.tenant_id as "tenantId", c.time_zone as "timeZone", s.untouched_hours as "untouchedHours", s.work_days as "workDays",
      s.work_from as "workFrom", s.work_until as "workUntil"
    from followup_setting s join church c on c.tenant_id = s.tenant_id`.execute(tx)
  const [week] = rows
  if (!week) throw new Error('A church without settings of its follow-up')
  return week
}

export async function updateWorkingWeek(tx: Tx, week: Omit<WorkingWeek, 'tenantId' | 'timeZone'>): Promise<void> {
  await sql`
    update followup_setting set untouched_hours = ${week.untouchedHours}, work_days = ${week.workDays}::smallint[],
      work_from = ${week.workFrom}, work_until = ${week.workUntil}`.execute(tx)
}
