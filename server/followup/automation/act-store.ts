import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Action, ActKind, ActReason } from '#contract/followup/automation-rules.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Run } from './run-store.ts'

const MINUTE_MS = 60_000

/** When an action is due. */
export const dueAt = (happenedAt: Date, { after }: Pick<Action, 'after'>): Date =>
  new Date(happenedAt.getTime() + after * MINUTE_MS)

type Beginning = { run: Run; version: number; actions: readonly Action[]; at: Date }

/** What a rule is to do for somebody, each at its time. What is due already has waited for the same as the run. */
export async function insertActs(tx: Tx, tenantId: TenantId, { run, version, actions, at }: Beginning): Promise<void> {
  const times = actions.map((action) => dueAt(run.at, action))
  await sql`
    insert into automation_act (tenant_id, id, run_id, rule_id, version, person_id, position, kind, due_at, next_at, reason)
    select ${tenantId}, a.id, ${run.id}, ${run.ruleId}, ${version}, ${run.personId}, a.position - 1, a.kind, a.due_at, a.due_at,
      case when a.due_at <= ${at} then ${run.reason}::text end
    from unnest(${actions.map(() => randomUUIDv7())}::uuid[], ${actions.map(({ act }) => act)}::text[],
      ${times}::timestamptz[]) with ordinality a (id, kind, due_at, position)
    returning 1`.execute(tx)
}

export type Act = {
  id: string
  runId: string
  ruleId: string
  version: number
  personId: string
  position: number
  kind: ActKind
  state: 'waiting' | 'done' | 'skipped' | 'stopped'
  reason: ActReason | null
  dueAt: Date
  nextAt: Date | null
  endedAt: Date | null
  units: number
  otherId: string | null
  other: string | null
}

const act = sql`
  a.id, a.run_id as "runId", a.rule_id as "ruleId", a.version, a.person_id as "personId", a.position, a.kind, a.state, a.reason,
  a.due_at as "dueAt", a.next_at as "nextAt", a.ended_at as "endedAt", a.units, a.other_id as "otherId",
  (select trim(o.first_name || ' ' || o.last_name) from person o where o.id = a.other_id) as other`

/** In the order in which they are due. */
export async function selectDueActs(tx: Tx, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from automation_act where next_at <= ${at} order by due_at, person_id, position limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** One that still waits, held; null: somebody else has it, or had it. */
export async function lockAct(tx: Tx, id: string, at: Date): Promise<Act | null> {
  const { rows } = await sql<Act>`
    select ${act} from automation_act a where a.id = ${id} and a.next_at <= ${at} for update skip locked`.execute(tx)
  return rows[0] ?? null
}

export async function selectActsOf(tx: Tx, runIds: readonly string[]): Promise<Act[]> {
  const { rows } = await sql<Act>`
    select ${act} from automation_act a where a.run_id = any (${[...runIds]}::uuid[]) order by a.position`.execute(tx)
  return rows
}

type Shared = { act: Act; kind: 'sms' | 'email'; address: string; since: Date }

/** Who got the same words at the same number or address since then; null: nobody. */
export async function selectShared(tx: Tx, { act: one, kind, address, since }: Shared): Promise<string | null> {
  const has = kind === 'sms' ? sql`p.phone = ${address}` : sql`lower(p.email) = ${address}`
  const { rows } = await sql<{ id: string }>`
    select a.person_id as id from automation_act a join person p on p.id = a.person_id
    where a.rule_id = ${one.ruleId} and a.position = ${one.position} and a.version = ${one.version} and a.state = 'done'
      and a.due_at >= ${since} and a.due_at <= ${one.dueAt} and a.person_id <> ${one.personId} and ${has}
    order by a.due_at, a.person_id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

type Ended = {
  state: 'done' | 'skipped' | 'stopped'
  reason: ActReason | null
  units?: number
  otherId?: string | null
}

export async function endAct(
  tx: Tx,
  id: string,
  { state, reason, units = 0, otherId = null, at }: Ended & { at: Date },
): Promise<void> {
  await sql`
    update automation_act set state = ${state}, reason = ${reason}, units = ${units}, other_id = ${otherId}::uuid,
      ended_at = ${at}, next_at = null
    where id = ${id} and state = 'waiting'`.execute(tx)
}

/** Tried again then. */
export async function keepAct(tx: Tx, id: string, { reason, until }: { reason: ActReason; until: Date }) {
  await sql`
    update automation_act set reason = ${reason}, next_at = ${until} where id = ${id} and state = 'waiting'`.execute(tx)
}

export async function wakeActs(tx: Tx, ruleId: string, at: Date): Promise<void> {
  await sql`
    update automation_act set next_at = greatest(due_at, ${at}) where rule_id = ${ruleId} and next_at > ${at}`.execute(
    tx,
  )
}

/** A rule that was switched off does nothing more. */
export const stopActs = (tx: Tx, ruleId: string, at: Date): Promise<void> => stopOthers(tx, ruleId, { keep: [], at })

/** What waits at these places of a rule is done as another version says it; what waits at others is done no more. */
export async function restateActs(
  tx: Tx,
  ruleId: string,
  { version, keep, at }: { version: number; keep: number[]; at: Date },
): Promise<void> {
  await stopOthers(tx, ruleId, { keep, at })
  await sql`
    update automation_act set version = ${version} where rule_id = ${ruleId} and state = 'waiting'`.execute(tx)
}

async function stopOthers(tx: Tx, ruleId: string, { keep, at }: { keep: number[]; at: Date }): Promise<void> {
  await sql`
    update automation_act set state = 'stopped', reason = 'off', ended_at = ${at}, next_at = null
    where rule_id = ${ruleId} and state = 'waiting' and position <> all (${keep}::smallint[])`.execute(tx)
}
