import { sql } from 'kysely'
import type { ActKind, ActReason, Trigger } from '#contract/followup/automation-rules.ts'
import type { Tx } from '../../platform/database/index.ts'

type Counts = { ruleId: string; acts: number; held: number }

/** What each rule did since then, and whom it waits with. */
export async function selectCounts(tx: Tx, since: Date): Promise<Map<string, Counts>> {
  const { rows } = await sql<Counts>`
    select r.id as "ruleId",
      (select count(*)::integer from automation_act a
       where a.rule_id = r.id and a.state = 'done' and a.ended_at >= ${since}) as acts,
      ((select count(*) from automation_run w where w.rule_id = r.id and w.state = 'waiting' and w.reason = 'broken')
       + (select count(distinct b.person_id) from automation_act b
          where b.rule_id = r.id and b.state = 'waiting' and b.reason = 'broken'))::integer as held
    from automation_rule r where r.removed_at is null`.execute(tx)
  return new Map(rows.map((row) => [row.ruleId, row]))
}

/** Texts that wait for units, and for the day to be over. */
export async function selectWaiting(tx: Tx): Promise<{ units: number; dailyCap: number }> {
  const { rows } = await sql<{ units: number; dailyCap: number }>`
    select count(*) filter (where reason = 'units')::integer as units,
      count(*) filter (where reason = 'daily_cap')::integer as "dailyCap"
    from automation_act where next_at is not null and reason in ('units', 'daily_cap')`.execute(tx)
  return rows[0] ?? { units: 0, dailyCap: 0 }
}

type ListedAct = {
  id: string
  personId: string
  name: string
  ruleId: string
  rule: string
  version: number
  kind: ActKind
  state: 'done' | 'skipped' | 'stopped'
  reason: ActReason | null
  trigger: Trigger
  metAt: Date
  at: Date
  place: string
  units: number
  other: string | null
}

type Part = { ruleId: string | undefined; after: { at: string; id: string } | null; limit: number }

/** What rules did and did not do, the latest first. */
export async function selectEnded(tx: Tx, { ruleId, after, limit }: Part): Promise<ListedAct[]> {
  const { rows } = await sql<ListedAct>`
    select a.id, a.person_id as "personId", trim(p.first_name || ' ' || p.last_name) as name, a.rule_id as "ruleId",
      r.name as rule, a.version, a.kind, a.state, a.reason, coalesce(v.definition -> 'trigger', '{}') as trigger, u.at as "metAt",
      a.ended_at as at, a.ended_at::text as place, a.units,
      (select trim(o.first_name || ' ' || o.last_name) from person o where o.id = a.other_id) as other
    from automation_act a
    join automation_run u on u.id = a.run_id
    join automation_rule r on r.id = a.rule_id
    join automation_version v on v.rule_id = a.rule_id and v.version = a.version
    join person p on p.id = a.person_id
    where a.ended_at is not null and (${ruleId === undefined} or a.rule_id = ${ruleId ?? null}::uuid)
      and (${after === null} or (a.ended_at, a.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by a.ended_at desc, a.id desc limit ${limit}`.execute(tx)
  return rows
}

export async function countEnded(tx: Tx, ruleId: string | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from automation_act
    where ended_at is not null and (${ruleId === undefined} or rule_id = ${ruleId ?? null}::uuid)`.execute(tx)
  return rows[0]?.total ?? 0
}
