import { sql } from 'kysely'
import type { Definition } from '#contract/followup/automation-rules.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { RuleText } from './facts.ts'

export type StoredRule = RuleText & {
  id: string
  name: string
  isOn: boolean
  version: number
  testedVersion: number | null
  switchedAt: Date | null
  switchedBy: string | null
  lookedUntil: Date | null
  loopAt: Date | null
  loopRule: string | null
  changedBy: string
  changedAt: Date
  isRemoved: boolean
}

const nameOf = sql`
  coalesce((select trim(p.first_name || ' ' || p.last_name) from account a join person p on p.id = a.person_id
   where a.id = v.changed_by), '')`

const columns = sql`
  r.id, r.name, r.is_on as "isOn", r.version, r.tested_version as "testedVersion", r.switched_at as "switchedAt",
  r.switched_by as "switchedBy", r.looked_until as "lookedUntil", r.loop_at as "loopAt",
  (select o.name from automation_rule o where o.id = r.loop_rule_id) as "loopRule", r.removed_at is not null as "isRemoved",
  v.definition, v.names, ${nameOf} as "changedBy", v.changed_at as "changedAt"`

/** Those that were not removed, by name. */
export async function selectRules(tx: Tx): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    select ${columns} from automation_rule r join automation_version v on v.rule_id = r.id and v.version = r.version
    where r.removed_at is null order by lower(r.name), r.id`.execute(tx)
  return rows
}

/** One, as it is or as it was in a version; null: there is none of this id. The removed ones too. */
export async function selectRule(tx: Tx, id: string, version?: number): Promise<StoredRule | null> {
  const { rows } = await sql<StoredRule>`
    select ${columns} from automation_rule r
    join automation_version v on v.rule_id = r.id and v.version = coalesce(${version ?? null}::integer, r.version)
    where r.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** One that was not removed, held; null: there is none. */
export async function lockRule(tx: Tx, id: string): Promise<StoredRule | null> {
  await sql`select from automation_rule where id = ${id} for update`.execute(tx)
  const rule = await selectRule(tx, id)
  return rule && !rule.isRemoved ? rule : null
}

/** Those whose day has come, each held; who is held by somebody else is left to them. */
export async function lockRulesToLook(tx: Tx, at: Date): Promise<StoredRule[]> {
  const { rows: due } = await sql<{ id: string }>`
    select id from automation_rule where is_on and look_at <= ${at} order by id for update skip locked`.execute(tx)
  const rules = await Promise.all(due.map(({ id }) => selectRule(tx, id)))
  return rules.filter((rule) => rule !== null)
}

type NewRule = { tenantId: TenantId; id: string; name: string; waitsFor: Definition['trigger']['kind']; at: Date }

/** False: there is one of this name. */
export async function insertRule(tx: Tx, { tenantId, id, name, waitsFor, at }: NewRule): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into automation_rule (tenant_id, id, name, version, waits_for, created_at)
    values (${tenantId}, ${id}, ${name}, 1, ${waitsFor}, ${at})
    on conflict (tenant_id, lower(name)) where removed_at is null do nothing`.execute(tx)
  return Number(numAffectedRows) > 0
}

type NewVersion = RuleText & { tenantId: TenantId; ruleId: string; version: number; by: string; at: Date }

export async function insertVersion(tx: Tx, version: NewVersion): Promise<void> {
  const { tenantId, ruleId, definition, names, by, at } = version
  await sql`
    insert into automation_version (tenant_id, rule_id, version, definition, names, changed_by, changed_at)
    values (${tenantId}, ${ruleId}, ${version.version}, ${JSON.stringify(definition)}::jsonb, ${JSON.stringify(names)}::jsonb,
      ${by}, ${at})`.execute(tx)
}

/** A new version is off until it was tried. */
export async function updateVersion(
  tx: Tx,
  { id, version, waitsFor }: { id: string; version: number; waitsFor: NewRule['waitsFor'] },
): Promise<void> {
  await sql`
    update automation_rule set version = ${version}, waits_for = ${waitsFor}, is_on = false, look_at = null, loop_at = null
    where id = ${id}`.execute(tx)
}

/** False: another rule has this name. */
export async function updateName(tx: Tx, id: string, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update automation_rule set name = ${name} where id = ${id} and not exists (
      select from automation_rule o where o.id <> ${id} and o.removed_at is null and lower(o.name) = lower(${name}))`.execute(
    tx,
  )
  return Number(numAffectedRows) > 0
}

type Switching = { id: string; isOn: boolean; by: string; at: Date; lookAt: Date | null }

/** From now on, and about nothing before. */
export async function updateSwitch(tx: Tx, { id, isOn, by, at, lookAt }: Switching): Promise<void> {
  await sql`
    update automation_rule set is_on = ${isOn}, switched_at = ${at}, switched_by = ${by}, looked_until = ${at},
      look_at = ${lookAt}, loop_at = case when ${isOn} then null else loop_at end
    where id = ${id}`.execute(tx)
}

export async function updateTested(tx: Tx, id: string, version: number): Promise<void> {
  await sql`update automation_rule set tested_version = ${version} where id = ${id}`.execute(tx)
}

export async function updateLooked(tx: Tx, id: string, looked: { until: Date; lookAt: Date }): Promise<void> {
  await sql`
    update automation_rule set looked_until = ${looked.until}, look_at = ${looked.lookAt} where id = ${id}`.execute(tx)
}

export async function updateLoop(tx: Tx, id: string, { at, after }: { at: Date; after: string | null }): Promise<void> {
  await sql`update automation_rule set loop_at = ${at}, loop_rule_id = ${after}::uuid where id = ${id}`.execute(tx)
}

export async function markRemoved(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`
    update automation_rule set removed_at = ${at}, is_on = false, look_at = null where id = ${id}`.execute(tx)
}

export async function selectVersions(tx: Tx, ruleId: string) {
  const { rows } = await sql<{ version: number; definition: Definition; changedBy: string; changedAt: Date }>`
    select v.version, v.definition, ${nameOf} as "changedBy", v.changed_at as "changedAt"
    from automation_version v where v.rule_id = ${ruleId} order by v.version desc limit 50`.execute(tx)
  return rows
}
