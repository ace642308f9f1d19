import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { RunReason, Step } from '#contract/followup/automation-rules.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Day } from '../../platform/runtime/index.ts'
import type { Occasion } from './facts.ts'

type NewRun = Occasion & { ruleId: string; depth: number; isLoop: boolean }

/** Writes down whom a rule met: once for each thing that happened, whoever says so and however often. */
export async function insertRuns(
  tx: Tx,
  tenantId: TenantId,
  { runs, at }: { runs: readonly NewRun[]; at: Date },
): Promise<void> {
  const of = <T>(pick: (run: NewRun) => T): T[] => runs.map(pick)
  await sql`
    insert into automation_run (tenant_id, id, rule_id, person_id, occasion, at, day, depth, led_by, state, reason,
      decided_at, next_at)
    select ${tenantId}, r.id, r.rule_id, r.person_id, r.occasion, r.at, r.day, r.depth, r.led_by,
      case when r.is_loop then 'passed' else 'waiting' end, case when r.is_loop then 'loop' end,
      case when r.is_loop then ${at}::timestamptz end, case when not r.is_loop then ${at}::timestamptz end
    from unnest(${runs.map(() => randomUUIDv7())}::uuid[], ${of(({ ruleId }) => ruleId)}::uuid[],
      ${of(({ personId }) => personId)}::uuid[], ${of(({ key }) => key)}::text[], ${of((run) => run.at)}::timestamptz[],
      ${of(({ day }) => day)}::date[], ${of(({ depth }) => depth)}::smallint[], ${of(({ ledBy }) => ledBy)}::uuid[],
      ${of(({ isLoop }) => isLoop)}::boolean[])
      r (id, rule_id, person_id, occasion, at, day, depth, led_by, is_loop)
    on conflict (tenant_id, rule_id, person_id, occasion) do nothing`.execute(tx)
}

export type Run = {
  id: string
  ruleId: string
  personId: string
  occasion: string
  at: Date
  day: Day
  depth: number
  ledBy: string | null
  state: 'waiting' | 'acted' | 'passed'
  version: number | null
  reason: RunReason | null
  steps: Step[]
  decidedAt: Date | null
}

const run = sql`
  r.id, r.rule_id as "ruleId", r.person_id as "personId", r.occasion, r.at, r.day::text as day, r.depth, r.led_by as "ledBy",
  r.state, r.version, r.reason, r.steps, r.decided_at as "decidedAt"`

/** Runs that wait to be decided about, in the order in which things happened. */
export async function selectDueRuns(tx: Tx, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from automation_run where next_at <= ${at} order by at, person_id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** One that still waits, held; null: somebody else has it, or had it. */
export async function lockRun(tx: Tx, id: string, at: Date): Promise<Run | null> {
  const { rows } = await sql<Run>`
    select ${run} from automation_run r where r.id = ${id} and r.next_at <= ${at} for update skip locked`.execute(tx)
  return rows[0] ?? null
}

export async function selectRun(tx: Tx, id: string): Promise<Run | null> {
  const { rows } = await sql<Run>`select ${run} from automation_run r where r.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The latest of each rule for somebody. */
export async function selectRunsOf(tx: Tx, personId: string): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select distinct on (r.rule_id) ${run} from automation_run r
    where r.person_id = ${personId} order by r.rule_id, r.at desc, r.id desc`.execute(tx)
  return rows
}

/** What a rule has acted for with somebody, also before they were merged into one. */
export async function selectActed(tx: Tx, ruleId: string, personId: string): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select r.once_key as key from automation_run r
    where r.rule_id = ${ruleId} and r.state = 'acted' and r.once_key is not null
      and r.person_id in (select ${personId}::uuid union select p.id from person p where p.merged_into = ${personId})`.execute(
    tx,
  )
  return new Set(rows.map(({ key }) => key))
}

type Decision = {
  id: string
  state: 'acted' | 'passed'
  version: number
  reason: RunReason | null
  steps: readonly Step[]
  onceKey: string | null
  at: Date
}

export async function saveDecision(
  tx: Tx,
  { id, state, version, reason, steps, onceKey, at }: Decision,
): Promise<void> {
  await sql`
    update automation_run set state = ${state}, version = ${version}, reason = ${reason}, decided_at = ${at}, next_at = null,
      steps = ${JSON.stringify(steps)}::jsonb, once_key = ${onceKey}
    where id = ${id}`.execute(tx)
}

/** Looked at again then. */
export async function keepRun(tx: Tx, id: string, { reason, until }: { reason: RunReason; until: Date }) {
  await sql`update automation_run set reason = ${reason}, next_at = ${until} where id = ${id}`.execute(tx)
}

/** A rule that was mended goes on at once with whom it waits. */
export async function wakeRuns(tx: Tx, ruleId: string, at: Date): Promise<void> {
  await sql`update automation_run set next_at = ${at} where rule_id = ${ruleId} and next_at > ${at}`.execute(tx)
}

/** A rule that was switched off waits with nobody. */
export async function endRuns(tx: Tx, ruleId: string, at: Date): Promise<void> {
  await sql`
    update automation_run set state = 'passed', reason = 'off', decided_at = ${at}, next_at = null
    where rule_id = ${ruleId} and state = 'waiting'`.execute(tx)
}
